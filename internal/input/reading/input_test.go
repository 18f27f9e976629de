package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// What is said of a place is said once.
func TestRemarks(t *testing.T) {
	in := open("f", "a b")
	at := in.File.Span(0, 1)
	for range 2 {
		in.Problem(at, "wrong: %d", 1)
		in.Note(at, "wrong: %d", 1)
		in.NotJudged(at, "why")
	}
	in.Problem(in.File.Span(2, 3), "wrong: %d", 1)
	assert.Equal(t, []string{"f:1:1: wrong: 1", "f:1:3: wrong: 1"}, messages(in.Problems))
	assert.Equal(t, []string{"f:1:1: wrong: 1", "f:1:1: the JVM is not judged: why"}, messages(in.Notes))
	assert.Equal(t, []Unjudged{{At: at, Why: "why"}}, in.Unjudged)
	in.Forget(Unjudged{At: at, Why: "another"})
	assert.Len(t, in.Unjudged, 1)
	in.Forget(in.Unjudged[0])
	assert.Empty(t, in.Unjudged)
	assert.Equal(t, []string{"f:1:1: wrong: 1"}, messages(in.Notes))
}

// Of a file that nobody asked for problems are notes, and so is a bound that it is beyond.
func TestLeaveAsNotes(t *testing.T) {
	in := open("f", "a")
	in.Unreadable(in.File.Span(0, 1), "wrong")
	in.LeaveAsNotes()
	assert.Equal(t, []any{[]string(nil), []string{"f:1:1: wrong"}, true, true}, []any{messages(in.Problems), messages(in.Notes), in.Unasked, in.Incomplete})
	over := open("f", "a")
	over.Exceeds(over.File.Span(0, 1), "too much")
	over.LeaveAsNotes()
	assert.Equal(t, []any{[]string(nil), []string{"f:1:1: too much"}, true}, []any{messages(over.Problems), messages(over.Notes), over.Unasked})
}

func TestBounds(t *testing.T) {
	in := open("f", "")
	jvms, _ := in.bounds()
	for range jvms {
		in.Add(*openJDK("-Xmx1g"))
	}
	assert.False(t, in.Full())
	in.Add(*openJDK("-Xmx1g"))
	in.Add(*openJDK("-Xmx1g"))
	assert.True(t, in.Full())
	assert.Len(t, in.Workloads, jvms)
	assert.Len(t, in.Problems, 1, "it is said once")

	long := open("f", "")
	options := make([]string, mostOptions+1)
	for i := range options {
		options[i] = "-ea"
	}
	long.Workloads = []*workload.Workload{openJDK(options...)}
	long.Finish()
	assert.Equal(t, workload.Nothing, long.Workloads[0].Known)
	assert.Empty(t, long.Workloads[0].Options)
}

// Objects are found in the namespace that is asked for, or where one of both names none.
func TestObjectsNamed(t *testing.T) {
	f, g := source.NewFile("f", nil), source.NewFile("g", nil)
	all := Objects{}
	add := func(file *source.File, namespace string) *Object {
		o := &Object{Reference: Reference{"ConfigMap", namespace, "a"}, File: file}
		all.Add(o)
		return o
	}
	_, last, other, none := add(f, "one"), add(f, "one"), add(g, "one"), add(f, "")
	assert.Equal(t, []*Object{last, other}, all.Named(Reference{"ConfigMap", "one", "a"}), "the last of each file")
	assert.Equal(t, []*Object{none}, all.Named(Reference{"ConfigMap", "two", "a"}), "whoever applies it may name that")
	assert.Equal(t, []*Object{none}, all.Named(Reference{"ConfigMap", "", "a"}))
	assert.Empty(t, all.Named(Reference{"Secret", "one", "a"}))
	assert.Empty(t, all.Named(Reference{"ConfigMap", "one", "b"}))
}

func TestObjectOf(t *testing.T) {
	object := func(name string, variables ...string) *Object {
		o := &Object{Reference: Reference{"ConfigMap", "", "a"}, File: source.NewFile(name, nil)}
		for v := range environment(variables...).All() {
			o.Variables = append(o.Variables, v)
		}
		return o
	}
	for _, c := range []struct {
		name   string
		own    []*Object
		shared []*Object
		want   string
		notes  int
	}{
		{"its own", []*Object{object("own")}, []*Object{object("x")}, "own", 0},
		{"beside it", nil, []*Object{object("x")}, "x", 0},
		{"several beside it", nil, []*Object{object("x"), object("y")}, "", 0},
		{"several that hold options", nil, []*Object{object("x", "JAVA_OPTS=-Xmx1g"), object("y")}, "", 1},
		{"none", nil, nil, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := open("f", "")
			in.Objects, in.Shared = Objects{}, Objects{}
			for _, o := range c.own {
				in.Objects.Add(o)
			}
			for _, o := range c.shared {
				in.Shared.Add(o)
			}
			got := ""
			if o := in.ObjectOf(Reference{"ConfigMap", "ns", "a"}, source.Text{}); o != nil {
				got = o.File.Name
			}
			assert.Equal(t, c.want, got)
			assert.Len(t, in.Unjudged, c.notes)
			assert.Equal(t, len(c.own) == 0, len(in.Lacks) == 1)
		})
	}
}

// Values go where a form has their names, as often as they are named, and not without end.
func TestInterpolation(t *testing.T) {
	form := lazyregexp.New(`\$\{(\w+)(?:(:?-)([^}]*))?\}`)
	for _, c := range []struct{ written, want string }{
		{"${A}", "1"}, {"x${A}${A}y", "x11y"}, {"${NONE}", "${NONE}"}, {"${NONE:-d}", "d"}, {"${NONE-}", "''"}, {"${E:-d}", "d"}, {"${E-d}", "''"},
		{"${PASSWORD}", "${PASSWORD}"}, {"$A", "$A"}, {"${HIDDEN}", "${HIDDEN}"}, {"${HIDDEN:-d}", "d"},
	} {
		documents, err := yamldoc.Parse(source.NewFile("f", []byte("a: '"+c.written+"'\nb: [{c: '"+c.written+"'}]\n")))
		assert.NoError(t, err, c.written)
		root := documents[0].Root
		NewInterpolation(open("f", ""), environment("A=1", "E=", "PASSWORD=x", "HIDDEN"), form).Into(root)
		want := c.want
		if want == "''" {
			want = ""
		}
		assert.Equal(t, [2]string{want, want}, [2]string{root.Get("a").Value(), root.Get("b").Items()[0].Get("c").Value()}, c.written)
	}
}

func TestRefused(t *testing.T) {
	in := open("f", "-Xmx1g")
	names := lists.Flat(catalogue.Facts("Heap refused"), func(f catalogue.Fact) []string { return f.Words("Heap refused") })
	assert.NotEmpty(t, names)
	for _, name := range names {
		in.File = source.NewFile("f", []byte(name+"=-Xmx1g -ea\n"))
		w := workload.New("w", in.File, source.Text{})
		w.Options = in.JVMOptions(0, source.Verbatim(in.File.Span(len(name)+1, len(in.File.Data)-1)))
		in.Workloads = []*workload.Workload{&w}
		in.findRefused()
		if assert.Len(t, w.Refused, 1, name) {
			assert.Equal(t, name, w.Refused[0].In)
		}
	}
}
