package verdicttest

import (
	"fmt"
	"strings"
)

// place spreads options over the sources that the JVM and its launcher read,
// and ends the line.
func (g *generator) place(options []option) Line {
	l := Line{Files: map[string]string{}}
	parts := map[string][]string{} // words by source
	sources := []string{"command line"}
	for g.chance(.3) && len(sources) < 5 {
		sources = append(sources, g.pick("JAVA_TOOL_OPTIONS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "argfile", "flags", "vmoptions"))
	}
	for _, o := range options {
		source := g.pick(sources...)
		if reads := source == "command line" || source == "JDK_JAVA_OPTIONS" || source == "argfile"; o.launcher && !reads && g.careful() {
			source = "command line"
		}
		if source == "flags" && g.careful() && !allXX(o.words) {
			source = "command line"
		}
		parts[source] = append(parts[source], o.words...)
	}
	for _, name := range []string{"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"} {
		if w := parts[name]; w != nil {
			l.Variables = append(l.Variables, Variable{name, g.variable(w)})
		}
	}
	l.Args = parts["command line"]
	insert := func(word, variable string) {
		if !g.chance(.8) && l.extend(variable, word) {
			return
		}
		at := g.IntN(len(l.Args) + 1)
		l.Args = append(l.Args[:at:at], append([]string{word}, l.Args[at:]...)...)
	}
	if w := parts["vmoptions"]; w != nil {
		l.Files["vmoptions"] = g.variable(w) + g.pick("", "\n")
		insert("-XX:VMOptionsFile="+g.missing("vmoptions"), g.pick("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"))
		if !g.careful() && g.chance(.2) {
			insert("-XX:VMOptionsFile=vmoptions", "")
		}
	}
	if w := parts["flags"]; w != nil {
		l.Files["flags"] = g.settings(w)
		insert("-XX:Flags="+g.missing("flags"), "JAVA_TOOL_OPTIONS")
	}
	if w := parts["argfile"]; w != nil {
		l.Files["argfile"] = g.argfile(w)
		if !g.careful() && g.chance(.1) {
			insert(g.pick("--disable-@files", "@", "@argfile"), "")
		}
		insert(g.pick("@", "@", "@", "@", "@", "@", "@", g.pick("@", "@@"))+g.missing("argfile"), "JDK_JAVA_OPTIONS")
	}
	if g.chance(.003) {
		l.Files[".hotspotrc"] = g.settings([]string{g.set(g.flags[g.IntN(len(g.flags))])})
	}
	l.Args = append(append([]string{printFlags}, l.Args...), g.end()...)
	return l
}

// printFlags has a JVM print the flags that are compared.
const printFlags = "-XX:+PrintFlagsFinal"

// extend adds a word to a variable that is set; false where it is not.
func (l *Line) extend(variable, word string) bool {
	for i, v := range l.Variables {
		if v.Name == variable {
			l.Variables[i].Text = v.Text + " " + word
			return true
		}
	}
	return false
}

func allXX(words []string) bool {
	for _, w := range words {
		if !strings.HasPrefix(w, "-XX:") {
			return false
		}
	}
	return true
}

// missing is the file's name, or rarely one that is not there.
func (g *generator) missing(name string) string {
	if !g.careful() && g.chance(.2) {
		return "nonexistent"
	}
	return name
}

// end is what stands after the options.
func (g *generator) end() []string {
	if g.careful() {
		if g.chance(.9) {
			return []string{"-version"}
		}
		return g.choose("-showversion -version", "-version -Xmx1k", "-version -XX:+NoSuchFlag", "-version Main", "-version -jar x.jar")
	}
	return g.choose("-version", "-version", "-version", "-jar nonexistent.jar", "-jar nonexistent.jar -Xmx1k", "NoSuchMain", "NoSuchMain -version", "-showversion", "--version", "-fullversion", "-fullversion -XX:+NoSuchFlag", "--help", "-X", "",
		"-jar", "--dry-run -version", "no.such.Main -XX:+NoSuchFlag")
}

// variable writes words as HotSpot reads them from a variable: white space
// divides, quotes of both kinds hold together, and a backslash is nothing.
func (g *generator) variable(words []string) string {
	var b strings.Builder
	if g.chance(.05) {
		b.WriteString(g.pick(" ", "\t", "\n"))
	}
	for i, w := range words {
		if i > 0 {
			b.WriteString(g.pick(" ", " ", " ", " ", "  ", "\t", "\n"))
		}
		b.WriteString(g.quoted(w))
	}
	if !g.careful() && g.chance(.1) {
		b.WriteString(g.pick("'", `"`, ` "`, " '-Dx", "\\", " #", " # -Xmx1k", " @argfile", " ''"))
	}
	return b.String()
}

// quoted puts quotes around a word or a part of it, where they are needed or
// just so.
func (g *generator) quoted(w string) string {
	quote := `"`
	if strings.Contains(w, `"`) || !strings.Contains(w, "'") && g.chance(.5) {
		quote = "'"
	}
	if strings.ContainsAny(w, " \t\n'\"") || w == "" || g.chance(.05) {
		i := 0
		if len(w) > 2 && !strings.ContainsAny(w[:2], " '\"") && g.chance(.4) {
			i = 2
		}
		return w[:i] + quote + w[i:] + quote
	}
	return w
}

// argfile writes words as the launcher reads them from a file: comments from #
// on, and in quotes a backslash escapes and joins lines.
func (g *generator) argfile(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString(g.pick(" ", "\n", "\n", "\r\n", "\t", " # a comment\n", "\n# 'a' \"comment\n", "\f"))
		}
		switch {
		case strings.ContainsAny(w, " \t\n'\"#\\") || w == "" || g.chance(.08):
			escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(w)
			if at := len(escaped) / 2; g.chance(.2) && !strings.Contains(escaped, `\`) {
				escaped = escaped[:at] + "\\\n   " + escaped[at:]
			}
			b.WriteString(`"` + escaped + `"`)
		case g.chance(.03):
			b.WriteString("'" + w + "'")
		default:
			b.WriteString(w)
		}
	}
	b.WriteString(g.pick("", "\n", " ", "\n#", "\r\n"))
	if !g.careful() && g.chance(.15) {
		b.WriteString(g.pick(`"`, "'", " @argfile", "\\", " -version", " -jar", " Main", "\\\n", " '-Dx\n"))
	}
	return b.String()
}

// settings writes options -XX as -XX:Flags reads them: without -XX:, and with
// comments.
func (g *generator) settings(words []string) string {
	var b strings.Builder
	for _, w := range words {
		if stripped, ok := strings.CutPrefix(w, "-XX:"); ok && (g.careful() || g.chance(.5)) {
			w = stripped
		}
		if g.chance(.1) {
			w = g.quoted(w)
		}
		fmt.Fprintf(&b, "%s%s", w, g.pick("\n", "\n", " ", " # comment\n", "\n# comment\n", "\t"))
	}
	return b.String()
}
