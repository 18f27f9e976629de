package jvmflag

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
)

const bootingLayer = "Error occurred during initialization of boot layer"

// Boot gives what the JVM says of module options once it is up, and why it gives up over them then. Modules of an
// application that is not at hand, on a module path, are taken to be there.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/java.base/share/classes/jdk/internal/module/ModuleBootstrap.java (JDK 9 to 25)
func (r *Resolution) Boot() ([]Message, *Refusal) {
	if refusal := r.encoding(); refusal != nil {
		return nil, refusal
	}
	if r.Table == 8 {
		return nil, cmp.Or(r.securityManager(), r.noProgram())
	}
	if refusal := r.mainThread(); refusal != nil {
		return nil, refusal
	}
	b := bootLayer{Resolution: r}
	options := lists.Where(r.Options, func(o Option) bool { return !strings.HasPrefix(o.String(), "-X") }) // no modules
	for _, o := range options {
		for _, option := range [...]string{"--module-path=", "--upgrade-module-path="} {
			if path, found := strings.CutPrefix(o.String(), option); found {
				b.open = b.open || slices.ContainsFunc(strings.Split(path, ":"), func(place string) bool { return !r.Lacks(place) })
			}
		}
	}
	for _, step := range bootSteps {
		for _, o := range options {
			value, found := strings.CutPrefix(o.String(), step.option)
			if !found {
				continue
			}
			if refusal := step.check(&b, o, value); refusal != nil {
				return b.messages, refusal
			}
		}
	}
	if p, set := r.Properties["java.security.manager"]; set && r.Table >= 17 && r.Table < 24 && (p.Value.Len() == 0 || p.Value.String() == "default") {
		for _, line := range [...]string{
			"WARNING: A command line option has enabled the Security Manager",
			"WARNING: The Security Manager is deprecated and will be removed in a future release",
		} {
			b.messages = append(b.messages, Message{Line: line, Cause: DeprecatedFlag, At: p.Option.at()})
		}
	}
	refusal := r.securityManager()
	if topic := r.settings.String(); refusal == nil && topic != "" {
		refusal = newRefusal(r.settings, BadValue, "Unrecognized showSettings option: "+strings.TrimPrefix(topic, "-XshowSettings:"))
	}
	return b.messages, cmp.Or(refusal, r.noProgram())
}

// mainThread finds a main thread without a stack: up to JDK 16 the launcher
// takes -Xss0 for the smallest there is, where the JVM takes it for its own.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/java.base/share/native/libjli/java.c, AddOption (JDK 9 to 16)
func (r *Resolution) mainThread() *Refusal {
	set, ok := r.Settings["ThreadStackSize"]
	if !ok || set.Number != 0 || r.Table >= 17 || set.Option.Channel != CommandLine || !strings.HasPrefix(set.Option.String(), "-Xss") {
		return nil
	}
	return stop(set.Option, initializing, "java.lang.StackOverflowError").of("ThreadStackSize", OtherFault)
}

// bootLayer is the layer of modules while it is put together.
type bootLayer struct {
	*Resolution
	open     bool // there may be more modules than the JDK's
	patched  []string
	messages []Message
}

// bootSteps are in the order in which options are looked at.
var bootSteps = []struct {
	option string
	check  func(*bootLayer, Option, string) *Refusal
}{
	{"--patch-module=", (*bootLayer).patch},
	{"--limit-modules=", (*bootLayer).roots},
	{"-Djdk.module.main=", (*bootLayer).roots},
	{"--add-modules=", (*bootLayer).roots},
	{"--add-reads=", (*bootLayer).reads},
	{"--add-exports=", (*bootLayer).exports},
	{"--add-opens=", (*bootLayer).exports},
	{"--illegal-access=", (*bootLayer).illegalAccess},
	{"--enable-native-access=", (*bootLayer).nativeAccess},
	{"--illegal-native-access=", (*bootLayer).illegalNativeAccess},
}

func refuseBoot(o Option, format string, args ...any) *Refusal {
	return stop(o, bootingLayer, fmt.Sprintf(format, args...))
}

func (b *bootLayer) patch(o Option, value string) *Refusal {
	module, _, _ := strings.Cut(value, "=")
	switch again := slices.Contains(b.patched, module); {
	case again && module == "java.base":
		return stop(o, initializing, "Cannot specify java.base more than once to --patch-module")
	case again, module == "":
		return refuseBoot(o, "java.lang.ExceptionInInitializerError")
	}
	b.patched = append(b.patched, module)
	b.mention("--patch-module", module)
	return nil
}

func (b *bootLayer) roots(o Option, value string) *Refusal {
	for _, module := range strings.Split(value, ",") {
		several := slices.Contains([]string{"", "ALL-DEFAULT", "ALL-SYSTEM", "ALL-MODULE-PATH"}, module)
		if !several && b.missing(module) {
			return refuseBoot(o, "java.lang.module.FindException: Module %s not found", module)
		}
	}
	return nil
}

// missing tells a module that is neither the JDK's nor can be another's. Images may leave modules out.
func (b *bootLayer) missing(name string) bool {
	has := func(m module) bool { return m.name == name && Within(b.Table, m.since, m.until) }
	return !b.open && !slices.ContainsFunc(modules(), has)
}

// mention warns of a module that is not there.
func (b *bootLayer) mention(option, module string) {
	if module != "ALL-UNNAMED" && b.missing(module) {
		b.messages = append(b.messages, Message{Line: fmt.Sprintf("WARNING: Unknown module: %s specified to %s", module, option), Cause: Adjusted})
	}
}

// cut takes an option of the form MODULE=VALUE apart.
func (b *bootLayer) cut(o Option, value string) (left, right string, refusal *Refusal) {
	left, right, _ = strings.Cut(value, "=")
	if left == "" || right == "" {
		option, _, _ := strings.Cut(o.String(), "=")
		return "", "", refuseBoot(o, "java.lang.RuntimeException: Unable to parse %s <module>=<value>: %s", option, value)
	}
	return left, right, nil
}

func (b *bootLayer) mentionAll(option, module, others string) {
	b.mention(option, module)
	if !b.missing(module) {
		for _, other := range strings.Split(others, ",") {
			b.mention(option, other)
		}
	}
}

func (b *bootLayer) reads(o Option, value string) *Refusal {
	module, others, refusal := b.cut(o, value)
	if refusal == nil {
		b.mentionAll("--add-reads", module, others)
	}
	return refusal
}

// putTogether tells that an option keeps the JVM from taking the layer from its archive: whether there
// is one is not asked (measured on 26.0.2, 27.0.1 and 28-ea with --add-opens= beside each).
func (b *bootLayer) putTogether() bool {
	return slices.ContainsFunc(b.Options, func(o Option) bool {
		switch name, value, _ := strings.Cut(o.String(), "="); name {
		case "-Xshare:off":
			return true
		case "--module-path":
			return b.Table < 28
		case "--upgrade-module-path", "--limit-modules", "--patch-module", "--add-modules", "--add-reads", "--add-exports", "--add-opens", "--enable-native-access", "--illegal-native-access":
			return value != ""
		}
		return false
	})
}

func (b *bootLayer) exports(o Option, value string) *Refusal {
	if value == "" && b.Table >= 26 && !b.putTogether() { // of --add-opens alone: the launcher refuses the others
		return nil
	}
	what, others, refusal := b.cut(o, value)
	if refusal != nil {
		return refusal
	}
	option, _, _ := strings.Cut(o.String(), "=")
	module, pkg, _ := strings.Cut(what, "/")
	if module == "" || pkg == "" || strings.Contains(strings.TrimRight(pkg, "/"), "/") {
		return refuseBoot(o, "java.lang.RuntimeException: Unable to parse %s <module>/<package>: %s", option, what)
	}
	b.mentionAll(option, module, others)
	return nil
}

func (b *bootLayer) illegalAccess(o Option, value string) *Refusal {
	ignored := b.Table >= 17 // and said so before
	if ignored || slices.Contains([]string{"permit", "warn", "debug", "deny"}, value) {
		return nil
	}
	return refuseBoot(o, "java.lang.RuntimeException: Value specified to --illegal-access not recognized: '%s'", value)
}

func (b *bootLayer) nativeAccess(_ Option, value string) *Refusal {
	for _, module := range strings.Split(value, ",") {
		b.mention("--enable-native-access", module)
	}
	return nil
}

func (b *bootLayer) illegalNativeAccess(o Option, value string) *Refusal {
	if slices.Contains([]string{"allow", "warn", "deny"}, value) {
		return nil
	}
	return refuseBoot(o, "java.lang.ExceptionInInitializerError")
}

// securityManager refuses what can no longer be had. A class of the application's own is taken to be there.
func (r *Resolution) securityManager() *Refusal {
	p, set := r.Properties["java.security.manager"]
	value := p.Value.String()
	why := ""
	switch {
	case !set, r.Table >= 24 && value == "disallow":
	case r.Table >= 24:
		why = "java.lang.Error: A command line option has attempted to allow or enable the Security Manager. Enabling a Security Manager is not supported."
	case r.Table == 8 && (value == "allow" || value == "disallow"): // names of classes to it
		why = "java.lang.InternalError: Could not create SecurityManager: " + value
	case r.Table < 12 && (value == "allow" || value == "disallow"):
		why = "java.lang.Error: Could not create SecurityManager"
	}
	if why == "" {
		return nil
	}
	return stop(p.Option, initializing, why)
}

// charsetName is what a character set may be called, whether there is one or not.
var charsetName = lazyregexp.New(`^[A-Za-z0-9][-A-Za-z0-9+.:_]*$`)

// encoding refuses a file.encoding that no character set can be called, up to
// JDK 17. What a shell or a template fills in is taken to be one.
//
// https://github.com/openjdk/jdk17u/blob/jdk-17.0.9-ga/src/java.base/share/classes/java/nio/charset/Charset.java, checkName (JDK 8 to 17)
func (r *Resolution) encoding() *Refusal {
	p, set := r.Properties["file.encoding"]
	name := p.Value.String()
	if !set || r.JDK >= 18 || charsetName.MatchString(name) || strings.ContainsAny(name, "$<{") {
		return nil
	}
	return stop(p.Option, initializing, "java.nio.charset.IllegalCharsetNameException: "+name)
}

// module is one that some releases of OpenJDK have.
type module struct {
	name         string
	since, until int
}

var modules = Table(modulesTSV, func(c []string) module { return module{c[2], CellNumber(c[0]), CellNumber(c[1])} })

//go:embed modules.tsv
var modulesTSV string
