package input

import (
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/docker/go-units"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const SystemdUnit reading.Format = "systemd unit without JVM options"

var systemdUnit = reading.Reader{
	Name:     "systemd units",
	Formats:  []reading.Format{SystemdUnit},
	Files:    []string{"*.service", "*.systemd", "*-systemd", "*_systemd", "override.conf"}, // drop-ins of other names are searched for what they hold
	Mark:     func(c *reading.Candidate) bool { return isSystemdUnit(c.Whole) },
	Read:     func(in *reading.Input, _ *reading.Candidate) { readSystemdUnit(in) },
	Comments: unitSyntax.Of,
}

var serviceSection = lazyregexp.New(`(?m)^\[Service\][ \t]*\r?$`)

// isSystemdUnit tells a unit, or a drop-in of one, that describes a service.
func isSystemdUnit(whole source.Text) bool {
	for line := range strings.Lines(whole.String()) {
		if line = strings.TrimSpace(line); !reading.IsComment(line) && line[0] != ';' {
			return line[0] == '[' && serviceSection.MatchString(whole.String())
		}
	}
	return false
}

// readSystemdUnit reads the service of a unit, whose limits the kernel holds.
// What a file of variables holds is known where one of its name stands beside the unit.
// https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html
// https://www.freedesktop.org/software/systemd/man/latest/systemd.resource-control.html
func readSystemdUnit(in *reading.Input) {
	w := workload.New("service", in.File, source.Text{})
	w.Manager = workload.Systemd
	env, named := &reading.Environment{}, reading.Environment{}
	given := map[string]string{}
	var unknown []source.Text
	var commands []source.Text
	for _, p := range unitSettings(reading.TextOf(in.File)) {
		switch p.name.String() {
		case "Environment":
			if p.value.Len() == 0 {
				env = &reading.Environment{}
			}
			if open := unitVariables(p.value, env); open.Len() > 0 {
				in.Note(open.Slice(0, 1).Foremost(), "no quote closes this one: systemd ignores the variable")
			}
		case "EnvironmentFile":
			switch {
			case p.value.Len() == 0:
				named, unknown = reading.Environment{}, nil
			case !environmentFile(in, p.value, &named):
				unknown = append(unknown, p.value)
			}
		case "ExecStart":
			commands = append(commands, p.value)
			if p.value.Len() == 0 { // a drop-in begins anew
				commands = nil
			}
		case "MemoryMax", "MemoryLimit":
			w.Memory = unitMemory(p.value)
			if at := commentBehind.FindStringIndex(p.value.String()); at != nil {
				w.Slips = append(w.Slips, workload.Slip{Key: p.name.String(), Size: source.Value{Text: p.value}, Comment: p.value.Slice(at[0], p.value.Len())})
			}
		case "CPUQuota":
			w.CPUs = unitCPUs(p.value)
		default:
			if given[p.name.String()] += p.value.String() + " "; p.value.Len() == 0 { // it begins anew
				delete(given, p.name.String())
			}
		}
	}
	addUnexpanded(in, w, env)
	for v := range named.All() { // they count before those of the unit itself
		env.Set(v)
	}
	env.Files = scriptsAround(in)
	in.Counts(env)
	start := reading.StartCommand{}
	for _, c := range commands {
		addBraced(in, w, c, env, len(unknown) == 0)
	}
	switch {
	case len(commands) == 1:
		start = unitCommand(commands[0], env)
	case len(commands) > 1: // of a service that ends: one after the other
		for _, c := range commands {
			started := unitCommand(c, env)
			if started.Java.Located() && !reading.AsksOnly(started.Options) {
				each := w
				each.At, started.Complete = started.Java, started.Complete && len(unknown) == 0
				in.ReadJVMs(each, env, started, source.Text{})
			}
		}
		if len(in.Workloads) > 0 {
			return
		}
	}
	start.Complete = start.Complete && len(unknown) == 0
	if start.Java.Located() {
		w.At = start.Java
	}
	dropIn := isDropIn.MatchString(in.File.Name) || in.FileBeside != nil && in.FileBeside(path.Base(in.File.Name)+".d/override.conf") != nil
	if len(commands) == 1 && path.Base(start.Java.String()) == "java" && !dropIn && stopFails(given, commands[0], start.Options) {
		w.StopFails = start.Java
	}
	in.ReadJVMs(w, env, start, source.Text{})
	for _, c := range commands {
		readContainers(in, c)
	}
	for _, name := range unknown {
		if len(in.Workloads) > 0 {
			in.Note(name.Span(), "the variables that %s sets are unknown", strings.TrimPrefix(name.String(), "-"))
		}
	}
}

// stopFails reports whether a unit takes the exit status of a JVM that ends on SIGTERM for a failure, and nothing else
// stops it first.
// https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html#SuccessExitStatus=
func stopFails(given map[string]string, command source.Text, options []jvmflag.Option) bool {
	lets := func(o jvmflag.Option) bool { return o.String() == "-Xrs" || o.String() == "-XX:+ReduceSignalUsage" } // the system end it
	lenient := strings.HasPrefix(command.String(), "-") || slices.ContainsFunc(options, lets) || given["KillMode"] != ""
	return !lenient && slices.Contains([]string{"", "simple", "exec", "notify"}, strings.TrimSpace(given["Type"])) && given["KillSignal"] == "" &&
		killsMain.MatchString(given["ExecStop"]) && !slices.Contains(strings.Fields(given["SuccessExitStatus"]), "143")
}

// scriptsAround are the files that a unit starts by where they are installed. Beside the unit their name is enough; above
// it they stand below a folder of the same name, too.
func scriptsAround(in *reading.Input) reading.ContainerFiles {
	ofProgram := func(folder string) bool { return !slices.Contains(foldersOfAny, folder) }
	return func(name string) (source.Text, bool) {
		parts := strings.Split(strings.TrimPrefix(name, "/"), "/")
		for up := ""; len(up) < len("../")*4; up += "../" {
			for i := range parts {
				if up != "" && !slices.ContainsFunc(parts[i:len(parts)-1], ofProgram) {
					break
				}
				if text, found := in.HostFiles(up+strings.Join(parts[i:], "/"), name)(name); found {
					return text, true
				}
			}
		}
		return source.Text{}, false
	}
}

// foldersOfAny are those that any program has.
var foldersOfAny = strings.Fields("bin sbin lib scripts script opt usr local etc app home root srv var conf")

// unitSettings are those of the section for services. Lines that end in a
// backslash go on, comments between them are none of it.
func unitSettings(whole source.Text) []property {
	var all []property
	s := whole.String()
	inService := false
	for at := 0; at < len(s); {
		at += blanks(s[at:])
		line, next := unitLine(whole, at)
		text := line.String()
		switch equals := strings.IndexByte(text, '='); {
		case text == "" || text[0] == '#' || text[0] == ';':
			next = reading.LineAfter(s, at)
		case text[0] == '[':
			inService = text == "[Service]"
		case inService && equals > 0:
			value := equals + 1 + blanks(text[equals+1:])
			name := line.Slice(0, len(strings.TrimRight(text[:equals], " \t")))
			all = append(all, property{name, line.Slice(value, len(text))})
		}
		at = next
	}
	return all
}

func unitLine(whole source.Text, at int) (source.Text, int) {
	isComment := func(line string) bool {
		line = strings.TrimSpace(line)
		return line != "" && (line[0] == '#' || line[0] == ';')
	}
	return reading.JoinedLine(whole, at, isComment, func(line source.Text) (source.Text, bool) {
		line = line.Slice(0, len(strings.TrimRight(line.String(), " \t\r")))
		before, goesOn := reading.WithoutLast(line, `\`)
		if goesOn { // its backslash becomes a blank
			before = source.Join(before, source.Coded(" ", line.Slice(before.Len(), line.Len()).Span()))
		}
		return before, goesOn
	})
}

// unitVariables sets NAME=value words, each of which quotes may enclose. What is
// none systemd passes over, and so it does from a quote on that nothing closes, which it gives.
// https://github.com/systemd/systemd/blob/v255/src/core/load-fragment.c, config_parse_environ
func unitVariables(t source.Text, env *reading.Environment) (open source.Text) {
	for _, w := range shell.Split(t) {
		if _, _, closed := shell.Unquote(w.Written, 0, " \t\r\n"); !closed {
			return w.Written
		}
		if v := reading.VariableOf(w.Text); !env.Strays(w.Text) && v.Known && v.Name != "" {
			v.Value, v.List = reading.Undoubled(v.Value, twoPercents), w.Text.Span().File.Span(0, 0)
			env.Set(v)
		}
	}
	return source.Text{}
}

// addUnexpanded adds variables of options that name another one: systemd expands nothing there.
// https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#Environment=
func addUnexpanded(in *reading.Input, of workload.Workload, env *reading.Environment) {
	for v := range env.All() {
		at := nameInValue.FindStringSubmatchIndex(v.Value.String())
		if at != nil && v.HoldsOptions() {
			in.AddSlip(of, v.Name, v.Value.Slice(at[2], at[3]), workload.NotExpanded)
		}
	}
}

// addBraced adds variables that java gets as one argument each before its program, though they hold several options, or
// none, where all files are known that may set them.
func addBraced(in *reading.Input, of workload.Workload, line source.Text, env *reading.Environment, known bool) {
	words, _ := jvmflag.Words(line)
	for i, w := range words {
		text := w.Text.String()
		m := onlyBraced.FindStringSubmatch(text)
		if i == 0 && path.Base(execPrefix.ReplaceAllString(text, "")) != "java" || i > 0 && m == nil && !strings.HasPrefix(text, "-") || slices.Contains([]string{"-jar", "-m", "--module"}, text) {
			return
		}
		if m == nil || jvmflag.TakesArgument(words[i-1].Text.String()) { // which may be empty
			continue
		}
		if value, set := env.Known(m[1]); set && known && strings.TrimSpace(value.String()) == "" {
			in.AddSlip(of, m[1], w.Text, workload.EmptyWord)
		} else if severalOptions.MatchString(value.String()) {
			in.AddSlip(of, m[1], w.Text, workload.OneWord)
		}
	}
}

var (
	nameInValue = lazyregexp.New(`(?:^|[ \t])(\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\}))(?:[ \t]|$)`)

	severalOptions = lazyregexp.New(`^\s*-\S+\s+-`)
	onlyBraced     = lazyregexp.New(`^\$\{([A-Za-z_]\w*)\}$`)
	execPrefix     = lazyregexp.New(`^[-@:+!|]+`)
	bareName       = lazyregexp.New(`^\$([A-Za-z_]\w*)$`)
	bracedName     = lazyregexp.New(`\$\{([A-Za-z_]\w*)\}`)

	isDropIn    = lazyregexp.New(`\.d/[^/]+\.conf$`)
	killsMain   = lazyregexp.New(`^(?:-?(?:/usr)?/bin/kill (?:-(?:s )?(?:SIG)?(?:TERM|15) )?\$\{?MAINPID\}? )?$`)
	twoPercents = lazyregexp.New(`%%`) // with which a unit writes one
)

// unitCommand reads a command, which no shell sees: systemd itself splits it, and puts variables in, as several words
// for $NAME that stands alone, and as one for ${NAME}.
func unitCommand(line source.Text, env *reading.Environment) reading.StartCommand {
	line = line.Slice(len(execPrefix.FindString(line.String())), line.Len())
	split, _ := jvmflag.Words(line)
	complete, expands := true, []reading.Expansion{}
	var words []reading.Item
	for _, w := range split {
		text := w.Text.String()
		expands = append(expands, reading.Expansion{Text: text})
		if m := bareName.FindStringSubmatch(text); m != nil {
			inner := []jvmflag.Word{w} // any number of words
			value, set := env.Known(m[1])
			if complete = complete && set; set {
				inner, _ = jvmflag.Words(value)
			}
			words = append(words, lists.Of(inner, func(i jvmflag.Word) reading.Item {
				return reading.Item{Text: i.Text, Written: i.Written}
			})...)
			continue
		}
		word := reading.Item{Text: w.Text, Written: w.Written}
		if at := bracedName.FindAllStringSubmatchIndex(text, -1); at != nil {
			word = reading.Item{Text: w.Text.Replace(at, func(m []int) (source.Text, bool) {
				value, set := env.Known(text[m[2]:m[3]])
				complete = complete && set
				return value, set
			})}
		}
		word.Text = reading.SingleDollars(reading.Undoubled(word.Text, twoPercents))
		words = append(words, word)
	}
	start := reading.Started(words, env, false)
	start.Exec = false
	start.Expands = append(start.Expands, expands...)
	start.Complete = start.Complete && complete
	return start
}

// environmentFile reads the variables of a file that a unit names, where one of that name stands beside the unit: on
// the machine it has another folder. It tells false where there is none.
// https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#EnvironmentFile=
func environmentFile(in *reading.Input, named source.Text, env *reading.Environment) bool {
	base := path.Base(strings.TrimPrefix(named.String(), "-"))
	return !strings.ContainsAny(base, "*?[%/") && in.EnvironmentFile(base, env)
}

// unitMemory reads a size in bytes, or with K, M, G or T, powers of 1024; a
// share of the host's memory leaves the limit open.
func unitMemory(t source.Text) source.Value {
	bytes, err := units.RAMInBytes(t.String())
	if err != nil || bytes <= 0 {
		return source.Value{}
	}
	return source.Value{N: bytes, Origin: source.Configured, Text: t, Why: "limit"}
}

// commentBehind finds a comment in a value, where systemd has none.
// https://www.freedesktop.org/software/systemd/man/latest/systemd.syntax.html
var commentBehind = lazyregexp.New(`[ \t]+[#;].*$`)

// unitCPUs reads a share of one CPU such as 150%, rounded up.
func unitCPUs(t source.Text) source.Value {
	percent, err := strconv.ParseFloat(strings.TrimSuffix(t.String(), "%"), 64)
	if err != nil || !strings.HasSuffix(t.String(), "%") || percent <= 0 || percent > 100*math.MaxInt32 {
		return source.Value{}
	}
	return source.Value{N: int64(math.Ceil(percent / 100)), Origin: source.Configured, Text: t, Why: "limit"}
}

var unitSyntax = reading.CommentSyntax{Signs: "#;", Within: true, Line: unitLine}
