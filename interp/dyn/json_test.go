package dyn

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func errText(err error) string {
	if err == nil {
		return ""
	}
	return asMain(err.Error())
}

// TestMarshalled writes values, once compiled and once in a box.
func TestMarshalled(t *testing.T) {
	l := newLab(t)
	for _, x := range append(jsonShapes(), shapes()...) {
		b := l.of(x)
		want, wantErr := json.Marshal(x)
		got, err := l.w.Marshal(b)
		if string(got) != string(want) || errText(err) != errText(wantErr) {
			t.Errorf("%T %+v\n got %s %v\nwant %s %v", x, x, got, err, want, wantErr)
		}
		want, wantErr = json.MarshalIndent(x, ">", "  ")
		got, err = l.w.MarshalIndent(b, ">", "  ")
		if string(got) != string(want) || errText(err) != errText(wantErr) {
			t.Errorf("%T indented\n got %s %v\nwant %s %v", x, got, err, want, wantErr)
		}
		for _, html := range []bool{true, false} {
			var in, out bytes.Buffer
			e, f := json.NewEncoder(&in), json.NewEncoder(&out)
			e.SetEscapeHTML(html)
			f.SetEscapeHTML(html)
			wantErr, err := e.Encode(x), l.w.Encode(f, b)
			if out.String() != in.String() || errText(err) != errText(wantErr) {
				t.Errorf("%T encoded\n got %s %v\nwant %s %v", x, out.String(), err, in.String(), wantErr)
			}
			out.Reset()
			if f.Encode(b); wantErr == nil && out.String() != in.String() {
				t.Errorf("%T encoded by compiled code\n got %s\nwant %s", x, out.String(), in.String())
			}
		}
	}
	var marshaler *json.MarshalerError
	_, err := l.w.Marshal(l.of(Broken{1}))
	if !errors.As(err, &marshaler) || marshaler.Err.Error() != "broken" {
		t.Errorf("got %v", err)
	}
}

// TestCycle: what leads to itself is not written.
func TestCycle(t *testing.T) {
	l := newLab(t)
	m := Pair[string, any]{"a", nil}
	b := l.of(&m)
	inside, _ := boxOf(b)
	reflect.ValueOf(inside.v).Elem().Field(1).Set(reflect.ValueOf(b))
	m.Val = &m
	_, want := json.Marshal(&m)
	_, got := l.w.Marshal(b)
	if got == nil || !strings.HasPrefix(got.Error(), "json: unsupported value: encountered a cycle via") || want == nil {
		t.Errorf("got %v, want %v", got, want)
	}
}

// texts are read into values of all types.
var texts = []string{
	`null`, `true`, `1`, `-2.5`, `1e400`, `300`, `"text"`, `"aGk="`, `"!"`, `"red"`, `[]`, `[1,2,3]`, `{}`, `{"x":1,"y":2}`, `[{"x":1},null,{"Y":3}]`, `{"1":"a","0":"b"}`, `{"a":null}`,
	`{"x":"no"}`, `{"X":1,"KIND":1,"Tag":"t","-":5,"skip":6,"label":"l","str":"7","strs":"\"s\"","strp":"true"}`, `{"str":7}`, `{"str":"x"}`, `{"strs":"x"}`, `{"strp":null}`, `{"strp":"maybe"}`, `{"str":"null"}`, `{"str":""}`,
	`{"points":[{"x":1},{"x":"bad"},{"kind":2}]}`, `{"by_name":{"a":{"x":1},"b":null,"c":{"y":[]}}}`, `{"by_kind":{"1":"l","zz":"q"}}`, `{"ptr":{"x":3},"E1":4,"W1":5,"x":1,"O":2}`, `{"ptr":null}`,
	`{"any":{"a":[1,"s",null,true]},"raw":{"r":1},"when":"2020-01-02T03:04:05Z","span":5}`, `{"when":"no"}`, `{"data":"aGk=","octets":"AQI=","arr":[1,2,3]}`, `{"data":"***"}`, `{"arr":[1]}`, `{"octets":[1,256]}`,
	`{"color":"green","colors":{"red":"green","<blue>":"red"}}`, `{"color":"pink"}`, `{"color":1}`, `{"color":true}`, `{"color":null}`, `{"color":{}}`, `{"color":[]}`, `{"colors":{"pink":"red"}}`,
	`{"temp":{"deg":3},"temps":[{"deg":1},null]}`, `{"temp":"bad"}`, `{"temps":["bad"]}`, `{"foldme":{"a":"b"},"num":12.5,"U8":256,"F32":1e39}`, `{"num":"x"}`, `{"shape":{}}`, `{"shape":null}`, `{"shape":1}`, `{"shape":[]}`,
	`{"Nest":{"a":1,"B":{"C":200}}}`, `{"Nest":{"B":{"C":"x"}}}`, `{"Nest":3}`, `{"unknown":1}`, ` { "x" : 1 , "points" : [ { } , {"x":2} ] } `, `{"x":1`, `{"A":1.5}`, `"\u00e9\n\ud800"`, `{"Key":"k","Val":1}`, `{"Key":1,"Val":{"X":1}}`,
	`{"i":"1","f":"2.5","b":"true","s":"\"x\"","p":"3","m":[4]}`, `{"i":1}`, `{"i":"a"}`, `{"f":"\"1\""}`, `{"b":"1"}`, `{"s":"x"}`, `{"p":null,"i":null}`, `{"m":"1"}`, `{"N":3,"R":2,"X":5,"Kind":1}`, `{"Name":"n","Kids":[null]}`, `{"R":1.5,"P":{"X":1}}`,
	`{"A":{"B":1}}`, `{"K":1,"Ks":[0,1],"M":{"1":2.5},"Any":{"a":1},"When":3,"Bytes":"aGk=","Arr":[1,2],"Ptr":1,"Nest":{"U":1,"v":"x"}}`, `{"Err":"x"}`, `{"F":1}`, `{"M":{"x":1}}`, `[[1,2],[3]]`, `[null,"a",{"b":1}]`, `[{"X":1}]`, `[[1]]`,
}

// TestUnmarshalled reads texts into values, once compiled and once in a box.
func TestUnmarshalled(t *testing.T) {
	l := newLab(t)
	p := func() *JPoint { return &JPoint{X: 9, Y: 9} }
	for _, make := range []func() any{
		func() any { return new(JPoint) }, func() any { return p() }, func() any { return new(JDeep) }, func() any { return new(Kind) }, func() any { return new(Celsius) }, func() any { return new(Name) },
		func() any { return new(Flag) }, func() any { return new(Octet) }, func() any { return new(Octets) }, func() any { return new(Color) }, func() any { return new(Temp) }, func() any { return new([]JPoint) },
		func() any { return &[]JPoint{{X: 1, Y: 1}, {Y: 2}} }, func() any { return new(map[Name]JPoint) }, func() any { return &map[Name]JPoint{"x": {Y: 3}, "z": {}} }, func() any { return new(map[Kind]string) },
		func() any { return new(map[Color]Kind) }, func() any { return new([2]P) }, func() any { return new(Grid) }, func() any { return new(*JPoint) }, func() any { q := p(); return &q }, func() any { return new(Outer) },
		func() any { return new(Stringly) }, func() any { return new(Pair[string, int]) }, func() any { return new(Pair[Kind, P]) }, func() any { return new(Rich) }, func() any { return &Rich{Any: p(), Ks: []Kind{1, 1, 1}} },
		func() any { return new(Unsupported) }, func() any { return new(Set) }, func() any { return new(Fn) }, func() any { return new(Clock) }, func() any { return new(Hidden) }, func() any { return new(struct{ A Kind }) },
		func() any { return new(Shape) }, func() any { return new(map[P]int) }, func() any { return new(Many) }, func() any { return (*JPoint)(nil) }, func() any { return JPoint{} }, func() any { return new(any) }, func() any { return nil },
		func() any { return new([]Kind) }, func() any { return &[]*JPoint{p(), nil} }, func() any { return new(DerivedPtr) }, func() any { return &[2]P{{X: 8}, {X: 9}} }, func() any { return &Grid{{1, 2}, {3, 4}} }, func() any { return new(struct{ *within2 }) },
	} {
		for _, text := range texts {
			x := make()
			y := make()
			b := l.of(y)
			wantErr, err := json.Unmarshal([]byte(text), x), l.w.Unmarshal([]byte(text), b)
			l.same(t, fmt.Sprintf("%T from %s", x, text), x, b, err, wantErr)

			x, y = make(), make()
			b = l.of(y)
			e, f := json.NewDecoder(strings.NewReader(text+" 1")), json.NewDecoder(strings.NewReader(text+" 1"))
			for _, d := range []*json.Decoder{e, f} {
				d.UseNumber()
				d.DisallowUnknownFields()
			}
			wantErr, err = e.Decode(x), l.w.Decode(f, b)
			l.same(t, fmt.Sprintf("%T decoded from %s", x, text), x, b, err, wantErr)
			if e.InputOffset() != f.InputOffset() {
				t.Errorf("%T from %s: at %d, want %d", x, text, f.InputOffset(), e.InputOffset())
			}
		}
	}
}

// same compares what compiled code and the boxes have read.
func (l *lab) same(t *testing.T, what string, want, box any, err, wantErr error) {
	t.Helper()
	if errText(err) != errText(wantErr) {
		t.Errorf("%s\n got %v\nwant %v", what, err, wantErr)
	}
	if want == nil {
		return
	}
	raised := l.raise(reflect.ValueOf(l.w.Get(box)), reflect.TypeOf(want)).Interface()
	if !reflect.DeepEqual(raised, want) {
		got, _ := json.Marshal(raised)
		wanted, _ := json.Marshal(want)
		t.Errorf("%s\n got %+v %s\nwant %+v %s", what, raised, got, want, wanted)
	}
}
