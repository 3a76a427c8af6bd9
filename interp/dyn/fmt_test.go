package dyn

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// formats are the directives that every shape is printed with.
var formats = []string{
	"%v", "%+v", "%#v", "%T", "%s", "%q", "%d", "%x", "%X", "%e", "%g", "%f", "%t", "%c", "%U", "%b", "%o", "%O", "%w", "%z", "%G", "%E",
	"%6v", "%-8v|", "%06d", "%+d", "% d", "%#x", "% x", "%.2f", "%8.3f", "%-10s|", "%.1s", "%+q", "%#q", "%#+v", "%2T|", "%+.2e", "%#o", "%x|%[1]v", "%08.3v", "%# x", "%+s", "%-+6d|",
}

var ownPackage = regexp.MustCompile(`(github.com/costate/costate/interp/)?\bdyn\.`)

// asMain gives text of compiled code the session's package name.
func asMain(text string) string { return ownPackage.ReplaceAllString(text, "main.") }

// addresses returns what replaces the addresses of the interpreter's and the compiled pointers by the same text.
func (l *lab) addresses() (lowered, compiled *strings.Replacer) {
	var low, comp []string
	i := 0
	for p, c := range l.pointers {
		for _, f := range []string{"%x", "%X", "%d", "%o", "%b"} {
			i++
			low = append(low, fmt.Sprintf(f, reflect.ValueOf(p).Pointer()), fmt.Sprint("ADDR", i))
			comp = append(comp, fmt.Sprintf(f, c.Pointer()), fmt.Sprint("ADDR", i))
		}
	}
	return strings.NewReplacer(low...), strings.NewReplacer(comp...)
}

// TestPrinted prints every shape with every format, once compiled and once in a box.
func TestPrinted(t *testing.T) {
	l := newLab(t)
	extra := strings.Clone("%d!") // with arguments that it does not ask for
	for _, x := range shapes() {
		b := l.of(x)
		lowered, compiled := l.addresses()
		for _, f := range formats {
			want := asMain(compiled.Replace(fmt.Sprintf(f, x)))
			if got := lowered.Replace(l.w.Sprintf(f, b)); got != want {
				t.Errorf("%T %s\n got %s\nwant %s", x, f, got, want)
			}
		}
		for name, pair := range map[string][2]string{
			"Sprint":   {l.w.Sprint("a", b, b, 1, b, "z"), fmt.Sprint("a", x, x, 1, x, "z")},
			"Sprintln": {l.w.Sprintln(b, 1, b), fmt.Sprintln(x, 1, x)},
			"nested":   {l.w.Sprintf("%v %#v", []any{b, 1}, map[string]any{"k": b}), fmt.Sprintf("%v %#v", []any{x, 1}, map[string]any{"k": x})},
			"compiled": {fmt.Sprintf("%v %+v %#v %8.2v %x", b, b, b, b, b), fmt.Sprintf("%v %+v %#v %8.2v %x", x, x, x, x, x)},
			"extra":    {l.w.Sprintf(extra, 1, b, nil, b), fmt.Sprintf(extra, 1, x, nil, x)},
		} {
			if got, want := lowered.Replace(pair[0]), asMain(compiled.Replace(pair[1])); got != want {
				t.Errorf("%T %s\n got %s\nwant %s", x, name, got, want)
			}
		}
	}
}

// TestFormats takes formats apart.
func TestFormats(t *testing.T) {
	l := newLab(t)
	args := []any{Large, Plain(3), P{1, 2}, "s", nil, 4}
	boxed := make([]any, len(args))
	for i, a := range args {
		boxed[i] = l.of(a)
	}
	for _, f := range []string{
		"", "%", "%%", "x%", "%d%%", "%!", "%5", "%-", "%.d", "%.", "%.*d", "%*d", "%[2]*d", "%[2]*[1]d", "%[2]*.[6]*[1]v|", "%[9]d", "%[x]d", "%[", "%[]d", "%[1]", "%[3]v %v %d",
		"%d %d %d %d %d %d %d", "%[1]T%[1]p", "%[4]*d", "%[2].3d", "%[2]3d", "%9999999999d", "%1000001d", "%v%v%v%v%v%v%v", "%w", "%世", "\xff%\xff", "%0-5d|%d", "%+-# 0v", "%-010d|",
		"%[1]*d", "%.[2]*f", "%[5]*d", "%.*[3]d", "%s\n%v\t%q",
	} {
		want, got := asMain(fmt.Sprintf(f, args...)), l.w.Sprintf(f, boxed...)
		if got != want {
			t.Errorf("%q\n got %s\nwant %s", f, got, want)
		}
	}
	var out strings.Builder
	n, err := l.w.Fprintf(&out, "%v|", boxed[0])
	m, err2 := l.w.Fprintln(&out, boxed[2], boxed[0])
	k, err3 := l.w.Fprint(&out, boxed[1], boxed[2])
	if want := "large|{1 2} large\n3 {1 2}"; out.String() != want || n+m+k != len(want) || err != nil || err2 != nil || err3 != nil {
		t.Errorf("got %q, %d %d %d, %v %v %v", out.String(), n, m, k, err, err2, err3)
	}
	if got := string(l.w.Append([]byte("<"), boxed[0])) + string(l.w.Appendf(nil, "%d", boxed[0])) + string(l.w.Appendln(nil, boxed[1])); got != "<large13\n" {
		t.Errorf("got %q", got)
	}
}
