package repair

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

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

// meant is the only option that this one can mean. One that another release
// knows is not misspelt.
func (u Unknown) meant() string {
	if len(u.have)+len(u.ignore) > 0 {
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

// property is an argument of the program such as --server.port=80 as the property that says the
// same: it has no place among the options of the JVM, and is lost if it is removed.
func (u Unknown) property() string {
	if s := u.At.String(); programArgument.MatchString(s) {
		return "-D" + strings.TrimLeft(s, "-")
	}
	return ""
}

// programArgument finds --server.port=80.
var programArgument = lazyregexp.New(`^--[a-z][\w-]*(?:\.[\w-]+)+=.`)

// joined is the option as one word with its argument, which the launcher takes
// apart and the JVM, in a variable of its own, does not; and that argument. Behind a
// dash alone it is the rest of the option.
func (u Unknown) joined() (word string, argument jvmflag.Option) {
	s := u.At.String()
	options := u.pass.Workload.Options
	i := u.pass.OptionAt(u.At)
	sign := "="
	if s == "-" {
		sign = ""
	}
	if i < 0 || i+1 == len(options) || sign != "" && !slices.Contains(words, s+sign) {
		return "", argument
	}
	argument = options[i+1]
	word = s + sign + argument.String()
	if argument.Channel != u.option.Channel || strings.HasPrefix(argument.String(), "-") || strings.ContainsAny(word, " \t\"'\\") || !u.mends(word, true) {
		return "", argument
	}
	return word, argument
}

// cut is the option with the word that follows on the next line, where only both together are an option: a
// fix of the first would leave the second, which java takes for the main class.
func (u Unknown) cut() string {
	options := u.pass.Workload.Options
	i := u.pass.OptionAt(u.At)
	if i < 0 || i+1 == len(options) || options[i+1].Channel != u.option.Channel {
		return ""
	}
	rest := options[i+1]
	a, b := u.option.Word.Span(), rest.Word.Span()
	if a.IsZero() || b.IsZero() || a.File != b.File || a.End > b.Start {
		return ""
	}
	if !strings.Contains(string(a.File.Data[a.End:b.Start]), "\n") {
		return ""
	}
	word := u.At.String() + rest.String()
	if strings.HasPrefix(rest.String(), "-") || !u.mends(word, true) {
		return ""
	}
	return word
}

// likely is the option with the flag that HotSpot takes the name for, where
// that is read.
func (u Unknown) likely() string {
	if len(u.have)+len(u.ignore) > 0 || u.Flag == "" || !u.xx {
		return ""
	}
	word := strings.Replace(u.At.String(), u.Name.String(), u.Flag, 1)
	if !u.mends(word, true) {
		return ""
	}
	return word
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
	near := spelling.Near(name, jvmflag.Names(u.pass.JDK), slips)
	nearest, ok := spelling.Only(near)
	far := 4*nearest.Letters > len(name) && !slices.Equal(letters(name), letters(nearest.Name)) // UseFMA is not what UseFoo means
	if !ok || far || nearest.Letters > 0 && (u.Flag != "" && nearest.Name != u.Flag || len(near) > 1 && len(name) < short) {
		return nil
	}
	word := strings.TrimSuffix(u.At.String(), s) + before + nearest.Name
	rests := []string{after}
	if tail := strings.TrimLeft(after, " :="); tail != after {
		rests = append(rests, "="+tail)
	}
	if strings.Trim(after, " ,;") == "" {
		rests = append(rests, "")
	}
	all := make([]string, 0, len(rests))
	for _, rest := range rests {
		if !slices.Contains(all, word+rest) {
			all = append(all, word+rest)
		}
	}
	return all
}

// letters are those of a name, in order: two that change places leave them the same.
func letters(name string) []byte {
	all := []byte(strings.ToLower(name))
	slices.Sort(all)
	return all
}
