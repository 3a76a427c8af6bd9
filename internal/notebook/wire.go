package notebook

// This file is the JSON form of edits: one flat object with the version it is for, the operation's name and its
// fields, as {"base":3,"op":"move","cell":"a1","at":0}.

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// head are the members that every edit has.
type head struct {
	Base  uint64 `json:"base"`
	Op    string `json:"op"`
	Exact string `json:"exact"`
}

// decoders are the operations by name.
var decoders = map[string]func(data []byte) (Op, error){
	Insert{}.name():     decode[Insert],
	Delete{}.name():     decode[Delete],
	Move{}.name():       decode[Move],
	Splice{}.name():     decode[Splice],
	SetKind{}.name():    decode[SetKind],
	SetOutputs{}.name(): decode[SetOutputs],
	SetCount{}.name():   decode[SetCount],
	SetMeta{}.name():    decode[SetMeta],
}

// MarshalJSON returns the flat object.
func (e Edit) MarshalJSON() ([]byte, error) {
	if e.Op == nil {
		return nil, fmt.Errorf("marshal edit: it has no operation")
	}
	fields, err := plainJSON(e.Op)
	if err != nil {
		return nil, fmt.Errorf("marshal %s: %w", e.Op.name(), err)
	}
	out := fmt.Appendf(nil, `{"base":%d,"op":%q,`, e.Base, e.Op.name())
	out = append(out, fields[1:]...)
	if e.Exact == "" {
		return out, nil
	}
	exact, err := plainJSON(e.Exact)
	if err != nil {
		return nil, fmt.Errorf("marshal %s: %w", e.Op.name(), err)
	}
	out = append(append(out[:len(out)-1], `,"exact":`...), exact...)
	return append(out, '}'), nil
}

// plainJSON marshals without escapes for HTML.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// UnmarshalJSON reads the flat object. Members that the operation does not have are errors, and so are missing ones.
func (e *Edit) UnmarshalJSON(data []byte) error {
	var h head
	if err := json.Unmarshal(data, &h); err != nil {
		return fmt.Errorf("edit: %w", err)
	}
	decode, ok := decoders[h.Op]
	if !ok {
		return fmt.Errorf("edit: there is no operation %q", h.Op)
	}
	op, err := decode(data)
	if err != nil {
		return fmt.Errorf("edit: %s: %w", h.Op, err)
	}
	*e = Edit{Base: h.Base, Op: op, Exact: h.Exact}
	return nil
}

func decode[T Op](data []byte) (Op, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, err
	}
	// The fields of an operation that are not optional are those that its zero value writes.
	var op T
	zero, err := json.Marshal(op)
	if err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(zero, &fields); err != nil {
		return nil, err
	}
	for _, name := range []string{"base", "op"} {
		fields[name] = nil
	}
	for name := range fields {
		if _, ok := members[name]; !ok {
			return nil, fmt.Errorf("%q is missing", name)
		}
	}
	for _, name := range []string{"base", "op", "exact"} {
		delete(members, name)
	}
	rest, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(rest))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&op); err != nil {
		return nil, err
	}
	return op, nil
}
