package notebook

// This file views and makes outputs of code cells. The makers give what nbformat 4.5 demands of each type.

import (
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The types of outputs that nbformat 4.5 knows.
const (
	StreamOutput  = "stream"
	DisplayOutput = "display_data"
	ResultOutput  = "execute_result"
	ErrorOutput   = "error"
)

// MaxPinned is the largest pinned state of a panel that is stored, in bytes of JSON.
const MaxPinned = 256 << 10

// Output is one output of a code cell.
type Output struct {
	v *Value
}

// Value returns the whole output.
func (o Output) Value() *Value { return o.v }

// MarshalJSON returns the output as nbformat has it.
func (o Output) MarshalJSON() ([]byte, error) { return o.v.MarshalJSON() }

func (o Output) text(name string) string {
	s, _ := o.v.Get(name).Text()
	return s
}

// Type returns the output's type. It may be one that is not known here.
func (o Output) Type() string { return o.text("output_type") }

// Stream returns the name and text of a stream.
func (o Output) Stream() (name, text string) {
	text, _ = o.v.Get("text").Lines()
	return o.text("name"), text
}

// Mimes returns the mime types of a display or result, in the file's order.
func (o Output) Mimes() []string {
	data := o.v.Get("data")
	out := make([]string, data.Len())
	for i := range out {
		out[i] = data.Name(i)
	}
	return out
}

// Data returns the data of a display or result of a mime type. Binary types are in base64.
func (o Output) Data(mime string) (string, bool) {
	v := o.v.Get("data").Get(mime)
	if v == nil {
		return "", false
	}
	if isJSON(mime) {
		b, _ := v.MarshalJSON()
		return string(b), true
	}
	return v.Lines()
}

// Failure returns the name, message and trace of an error.
func (o Output) Failure() (name, message string, trace []string) {
	t := o.v.Get("traceback")
	if t.Kind() == Array {
		for i := range t.Len() {
			s, _ := t.At(i).Text()
			trace = append(trace, s)
		}
	}
	return o.text("ename"), o.text("evalue"), trace
}

// NewStream makes the output of text to a stream, "stdout" or "stderr".
func NewStream(name, text string) Output {
	return Output{object(member{"name", str(name)}, member{"output_type", str(StreamOutput)}, member{"text", lines(valid(text))})}
}

// NewError makes the output of a run that failed.
func NewError(name, message string, trace []string) Output {
	t := array()
	for _, l := range trace {
		t.items = append(t.items, &item{value: str(valid(l))})
	}
	return Output{object(member{"ename", str(valid(name))}, member{"evalue", str(valid(message))}, member{"output_type", str(ErrorOutput)}, member{"traceback", t})}
}

// NewDisplay makes the output of a value shown while a cell runs, from its data by mime type. Text types must be
// UTF-8, JSON types must be JSON, and others become base64. A picture must come with text/plain, for those who
// cannot see it, and a pinned panel with text/plain too.
func NewDisplay(bundle map[string][]byte) (Output, error) {
	data, err := mimes(bundle)
	if err != nil {
		return Output{}, err
	}
	return Output{object(member{"data", data}, member{"metadata", object()}, member{"output_type", str(DisplayOutput)})}, nil
}

// NewResult makes the output of a cell's value, of the run with a number.
func NewResult(bundle map[string][]byte, count int) (Output, error) {
	data, err := mimes(bundle)
	if err != nil {
		return Output{}, err
	}
	return Output{object(member{"data", data}, member{"execution_count", integer(count)}, member{"metadata", object()}, member{"output_type", str(ResultOutput)})}, nil
}

func mimes(bundle map[string][]byte) (*Value, error) {
	if len(bundle) == 0 {
		return nil, errors.New("an output needs data")
	}
	data := object()
	for _, mime := range slices.Sorted(maps.Keys(bundle)) {
		b := bundle[mime]
		pinned := strings.HasPrefix(mime, "application/vnd.costate.")
		if _, ok := bundle["text/plain"]; !ok && (pinned || strings.HasPrefix(mime, "image/")) {
			return nil, fmt.Errorf("an output of %s needs text/plain beside it", mime)
		}
		switch {
		case isJSON(mime):
			if pinned && len(b) > MaxPinned {
				return nil, fmt.Errorf("an output of %s has %d bytes; at most %d are stored", mime, len(b), MaxPinned)
			}
			_, v, _, _, err := parse(string(b), 6)
			if err != nil {
				return nil, fmt.Errorf("an output of %s: %w", mime, err)
			}
			put(data, mime, v)
		case isText(mime):
			put(data, mime, lines(valid(string(b))))
		default:
			put(data, mime, str(base64.StdEncoding.EncodeToString(b)))
		}
	}
	return data, nil
}

// isJSON reports whether data of a mime type is stored as JSON, by the pattern of the schema.
func isJSON(mime string) bool {
	return mime == "application/json" || strings.HasPrefix(mime, "application/") && strings.HasSuffix(mime, "+json")
}

// isText reports whether data of a mime type is stored as lines, by nbformat's v4/rwbase.py.
func isText(mime string) bool {
	return strings.HasPrefix(mime, "text/") || mime == "application/javascript" || mime == "image/svg+xml"
}

// splitTexts returns a cell whose multiline strings are arrays of lines, as Jupyter writes them.
func splitTexts(c *Value) *Value {
	c = split(c, "source")
	if i := c.find("outputs"); i >= 0 {
		c = c.withValue(i, splitOutputs(c.At(i)))
	}
	if i := c.find("attachments"); i >= 0 {
		files := c.At(i)
		for j := range files.Len() {
			files = files.withValue(j, splitBundle(files.At(j)))
		}
		c = c.withValue(i, files)
	}
	return c
}

func splitOutputs(outputs *Value) *Value {
	for i := range outputs.Len() {
		o := outputs.At(i)
		switch kind, _ := o.Get("output_type").Text(); kind {
		case StreamOutput:
			o = split(o, "text")
		case DisplayOutput, ResultOutput:
			if j := o.find("data"); j >= 0 {
				o = o.withValue(j, splitBundle(o.At(j)))
			}
		}
		outputs = outputs.withValue(i, o)
	}
	return outputs
}

func splitBundle(data *Value) *Value {
	if data.Kind() != Object {
		return data
	}
	for i := range data.Len() {
		if isText(data.Name(i)) {
			data = split(data, data.Name(i))
		}
	}
	return data
}

// split makes a member an array of lines if it is a multiline string.
func split(o *Value, name string) *Value {
	i := o.find(name)
	if i < 0 {
		return o
	}
	text, ok := o.At(i).lines()
	if !ok {
		return o
	}
	return o.withValue(i, lines(text))
}
