package rules

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
)

// argument is a word for the program that looks like one for the JVM.
type argument struct {
	option          jvmflag.Option
	program, before string
	confidence      lint.Confidence
}

// jvmWord is what no program would call its own option; likelyWord is what some
// do.
var (
	jvmWord    = lazyregexp.New(`^-(XX:|Xm[xsn]\d|Xss\d|Xloggc:|Xlog:)`)
	likelyWord = lazyregexp.New(`^-(D[A-Za-z_][\w.-]*(=|$)|javaagent:|agentlib:|agentpath:)`)
)

// launchers are programs that take -D themselves.
var launchers = lazyregexp.New(`(?i)gradle|maven|classworlds|\bant\b|jmh|benchmarks`)

// behindProgram are the words behind -jar or the main class that are likely
// meant for the JVM.
func behindProgram(r *jvmflag.Resolution) []argument {
	var all []argument
	program, before := r.Program.Name, r.Program.Name
	if r.Program.Kind == jvmflag.JarFile {
		program, before = "-jar "+program, "-jar"
	}
	if r.Program.Kind != jvmflag.JarFile && r.Program.Kind != jvmflag.MainClass && r.Program.Kind != jvmflag.MainModule {
		return nil
	}
	for _, o := range r.Arguments {
		s := o.String()
		switch {
		case s == "--":
			return all
		case launchers.MatchString(program):
		case jvmWord.MatchString(s):
			all = append(all, argument{o, program, before, lint.Certain})
		case likelyWord.MatchString(s):
			all = append(all, argument{o, program, before, lint.Likely})
		}
	}
	return all
}
