package repair

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// Unknown is an option that a JDK does not have.
type Unknown struct {
	Refused
	Name source.Text // within the option; all of one that is no flag
	xx   bool

	have, ignore []int // which of the releases whose options are known have it, and which ignore it
}

// NewUnknown finds the name in the option.
func NewUnknown(r Refused) Unknown {
	u := nameOf(r)
	for _, jdk := range jvmflag.Tables {
		if refused := u.alone(jdk, u.At.String()).Refusal; refused != nil && refused.Cause == jvmflag.UnknownOption {
			continue
		}
		special, ok := jvmflag.LookupSpecial(u.Name.String())
		_, isFlag := jvmflag.Lookup(jdk, u.Name.String())
		if ok && special.State(jdk) == jvmflag.Obsolete || jdk == 8 && u.xx && !isFlag { // which ignores any name that begins with one that went
			u.ignore = append(u.ignore, jdk)
			continue
		}
		u.have = append(u.have, jdk)
	}
	return u
}

func nameOf(r Refused) Unknown {
	argument, xx := r.argument()
	s := argument.String()
	if !xx || s == "" {
		name := r.At
		if at, _, valued := strings.Cut(name.String(), "="); valued && source.HasGap(name.String()[len(at):]) { // refused whatever its value
			name = name.Slice(0, len(at))
		}
		return Unknown{Refused: r, Name: name, xx: xx}
	}
	start := len(s) - len(strings.TrimLeft(s[:1], "+-")+s[1:])
	word, _, _ := strings.Cut(s[start:], "=")
	if word == "" {
		start, word = 0, s
	}
	return Unknown{Refused: r, Name: argument.Slice(start, start+len(word)), xx: true}
}

// Suggest offers what has taken the option's place, and to remove it.
func (u Unknown) Suggest(f *lint.Finding) {
	if u.pass.Tried() || u.suggestLog(f) {
		return
	}
	if word := u.cut(); word != "" {
		f.Suggest(lint.Manual, "write "+word+" as one word: a line break cuts it in two")
		return
	}
	if word, argument := u.joined(); word != "" {
		f.Suggest(lint.Safe, "write "+word, lint.Replace(u.option.Word(), word), u.pass.RemoveOption(argument))
		return
	}
	if word := u.meant(); word != "" {
		u.Write(f, lint.Safe, word, "")
		u.Remove(f)
		return
	}
	if s := u.At.String(); programArgument.MatchString(s) {
		word := "-D" + strings.TrimLeft(s, "-")
		u.Write(f, lint.Unsafe, word, ", which programs such as those of Spring read as the same")
		return
	}
	u.suggestCollector(f)
	if word := u.likely(); word != "" {
		u.Write(f, lint.Unsafe, word, ", which HotSpot takes it for")
	}
	u.Remove(f)
}

// suggestLog puts the one option of unified logging in the place of all that
// JDK 8 logs the collections with. It must be the same on every JDK.
func (u Unknown) suggestLog(f *lint.Finding) bool {
	log := u.among.unifiedLogging(u.pass.JDK)
	xlog, replaced := log.option, log.replaced
	if !slices.ContainsFunc(replaced, func(o jvmflag.Option) bool { return o.Text.Same(u.At) }) {
		return false
	}
	edits := lists.Of(replaced, u.pass.RemoveOption)
	if xlog != "" {
		edits[0] = lint.Replace(replaced[0].Word(), xlog)
	}
	for _, jdk := range u.pass.Workload.JDK.Candidates {
		if jdk < 9 || u.among.unifiedLogging(jdk).option != xlog {
			f.Suggest(lint.Manual, fmt.Sprintf("log with %s in JDK %d; other releases take another option", xlog, u.pass.JDK))
			return true
		}
	}
	if logsUnknown(u.pass) {
		f.Suggest(lint.Manual, "log the same with -Xlog, to the file that the other option names")
		return true
	}
	title := "log the same with " + xlog
	if xlog == "" {
		title = "remove the options that ask for no logging: " + lint.And(replaced)
	}
	f.Suggest(lint.Safe, title, joined(edits)...)
	return true
}

// Known reports whether any of the releases has the option, or ignores it.
func (u Unknown) Known() bool { return len(u.have)+len(u.ignore) > 0 }

// MayHave reports whether a release that is judged by the facts of another may have the option: others have it, and
// nothing says that it was gone by then. Of a flag the JVM is predicted to start then.
func (u Unknown) MayHave(jdk int) bool {
	special, _ := jvmflag.LookupSpecial(u.Name.String())
	known := slices.Contains(jvmflag.Tables[:], jdk) || u.xx
	return !known && len(u.have) > 0 && special.State(jdk) != jvmflag.Expired
}

func (u Unknown) History() string {
	if !u.Known() {
		return fmt.Sprintf(": no JDK from %d to %d has it", jvmflag.Tables[0], jvmflag.Tables[len(jvmflag.Tables)-1])
	}
	var parts []string
	if len(u.have) > 0 {
		parts = append(parts, fmt.Sprintf("JDK %s %s it", lint.And(u.have), lint.Verb(len(u.have), "has", "have")))
	}
	special, ok := jvmflag.LookupSpecial(u.Name.String())
	switch gone := special.ExpiredIn; {
	case !ok || gone == 0 || u.pass.JDK < gone:
		if len(u.ignore) > 0 {
			parts = append(parts, fmt.Sprintf("JDK %s %s it", lint.And(u.ignore), lint.Verb(len(u.ignore), "ignores", "ignore")))
		}
	case special.ObsoleteIn == 0:
		parts = append(parts, fmt.Sprintf("JDK %d removed it", gone))
	case special.ObsoleteIn == gone-1:
		parts = append(parts, fmt.Sprintf("JDK %d ignores it, and JDK %d removed it", gone-1, gone))
	case special.ObsoleteIn == gone-2:
		parts = append(parts, fmt.Sprintf("JDK %d and %d ignore it, and JDK %d removed it", gone-2, gone-1, gone))
	default:
		parts = append(parts, fmt.Sprintf("JDK %d to %d ignore it, and JDK %d removed it", special.ObsoleteIn, gone-1, gone))
	}
	return ": " + strings.Join(parts, ", ")
}

// heirs are collectors that take the place of those that are gone.
var heirs = map[string]struct {
	option string
	safety lint.Safety
}{
	"-XX:+UseConcMarkSweepGC": {"-XX:+UseG1GC", lint.Unsafe}, "-Xconcgc": {"-XX:+UseG1GC", lint.Unsafe}, "-Xincgc": {"-XX:+UseG1GC", lint.Unsafe},
	"-XX:+UseParallelOldGC": {"-XX:+UseParallelGC", lint.Safe},
}

// suggestCollector puts another collector in the place of one that is gone, where no other is chosen, or will be.
func (u Unknown) suggestCollector(f *lint.Finding) {
	heir, ok := heirs[u.At.String()]
	for _, r := range u.pass.Refusals() {
		other, is := heirs[r.At.String()]
		ok = ok && (!is || other == heir)
	}
	if ok && len(hotspot.ChosenCollectors(u.pass.Options)) == 0 && u.mends(heir.option, false) {
		u.Write(f, heir.safety, heir.option, "")
	}
}

// words are how options begin that are no flags.
var words = []string{
	"-Xmx", "-Xms", "-Xmn", "-Xss", "-Xloggc:", "-Xlog", "-Xint", "-Xcomp", "-Xmixed", "-Xshare:", "-Xbootclasspath/a:", "-Xverify:", "-Xrs", "-Xcheck:jni",
	"-Xnoclassgc", "-Xbatch", "-Xdebug", "-Xrunjdwp:", "-D", "-verbose:", "-ea", "-da", "-esa", "-dsa", "-enableassertions", "-disableassertions",
	"-javaagent:", "-agentlib:", "-agentpath:", "-server", "-client", "-classpath", "--class-path", "--add-opens=", "--add-exports=", "--add-reads=", "--add-modules=",
	"--limit-modules=", "--module-path=", "--patch-module=", "--enable-preview", "--enable-native-access=",
}

const (
	slips = 2  // letters by which a name may differ
	short = 10 // letters: shorter names are too much alike
)

// meant is the only option that this one can mean. One that another release knows is not misspelt.
func (u Unknown) meant() string {
	if u.Known() {
		return ""
	}
	if u.xx {
		return u.only(u.flagsMeant())
	}
	s := u.At.String()
	var meant []string
	switch {
	case len(s) > 4 && strings.EqualFold(s[:4], "-XX:"):
		meant = append(meant, "-XX:"+s[4:])
	case strings.HasPrefix(s, "-XX"), strings.HasPrefix(s, "-X:"):
		meant = append(meant, "-XX:"+s[3:])
	case strings.HasPrefix(s, "--X"), strings.HasPrefix(s, "--D"):
		meant = append(meant, s[1:])
	}
	for _, w := range words {
		if n := min(len(w), len(s)); n == len(w) && strings.EqualFold(s[:n], w) {
			meant = append(meant, w+s[n:])
		}
	}
	head := s
	if i := strings.IndexAny(s, ":="); i >= 0 {
		head = s[:i+1]
	}
	for _, near := range spelling.Near(head, slices.Values(words), slips) {
		if len(near.Name) > 4*slips {
			meant = append(meant, near.Name+s[len(head):])
		}
	}
	meant = slices.DeleteFunc(meant, func(w string) bool { return strings.HasSuffix(w, "=") || strings.HasSuffix(w, ":") }) // says nothing
	return u.only(meant)
}

// programArgument finds --server.port=80, which has no place among the options of the JVM, and is lost if it is removed.
var programArgument = lazyregexp.New(`^--[a-z][\w-]*(?:\.[\w-]+)+=.`)

// joined is the option as one word with its argument, which the launcher takes apart and the JVM, in a variable of
// its own, does not; and that argument. Behind a dash alone it is the rest of the option.
func (u Unknown) joined() (word string, argument jvmflag.Option) {
	s := u.At.String()
	sign := either.Of(s == "-", "", "=")
	argument, is := u.next()
	word = s + sign + argument.String()
	if !is || sign != "" && !slices.Contains(words, s+sign) || strings.ContainsAny(word, " \t\"'\\") || !u.mends(word, true) {
		return "", argument
	}
	return word, argument
}

// cut is the option with the word that follows on the next line, where only both together are an option: a
// fix of the first would leave the second, which java takes for the main class.
func (u Unknown) cut() string {
	rest, is := u.next()
	a, b := u.option.Word().Span(), rest.Word().Span()
	word := u.At.String() + rest.String()
	if !is || a.IsZero() || b.IsZero() || a.File != b.File || a.End > b.Start ||
		!bytes.Contains(a.File.Data[a.End:b.Start], []byte("\n")) || !u.mends(word, true) {
		return ""
	}
	return word
}

// likely is the option with the flag that HotSpot takes the name for, where that is read.
func (u Unknown) likely() string {
	if u.Known() || u.Flag == "" || !u.xx {
		return ""
	}
	word := strings.Replace(u.At.String(), u.Name.String(), u.Flag, 1)
	return either.Of(u.mends(word, true), word, "")
}

// flagsMeant are options with the nearest of the JDK's flags, if HotSpot takes
// the name for no other, or if it differs in case alone.
func (u Unknown) flagsMeant() []string {
	argument, _ := u.argument()
	s, name := argument.String(), u.Name.String()
	if i := strings.IndexAny(name, " ,;:"); i > 0 {
		name = name[:i]
	}
	before, after, _ := strings.Cut(s, name)
	near := jvmflag.Near(u.pass.JDK, name)
	nearest, ok := spelling.Only(near)
	far := 4*nearest.Letters > len(name) && !slices.Equal(letters(name), letters(nearest.Name)) // UseFMA is not what UseFoo means
	if !ok || far || nearest.Letters > 0 && (u.Flag != "" && nearest.Name != u.Flag || len(near) > 1 && len(name) < short) {
		return nil
	}
	if flag, _ := jvmflag.Lookup(u.pass.JDK, nearest.Name); flag.Type == jvmflag.Bool && before+after == "" {
		before = "+" // it lacks its sign, too
	}
	word := strings.TrimSuffix(u.At.String(), s) + before + nearest.Name
	rests := []string{after}
	if tail := strings.TrimLeft(after, " :="); tail != after {
		rests = append(rests, "="+tail)
	}
	if strings.Trim(after, " ,;") == "" {
		rests = append(rests, "")
	}
	return lists.With(nil, lists.Of(rests, func(rest string) string { return word + rest })...)
}

// letters are those of a name, in order: two that change places leave them the same.
func letters(name string) []byte {
	return slices.Sorted(slices.Values([]byte(strings.ToLower(name))))
}
