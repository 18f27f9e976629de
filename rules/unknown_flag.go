package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var unknownFlag = lint.Rule{
	ID: "unknown-flag", Severity: lint.Error, Confidence: lint.Certain, Groups: ofStart,
	Title: "the JDK does not know the option, and the JVM does not start",
	Check: func(p *lint.Pass) {
		for _, r := range repair.Refusals(p, "unknown-flag") {
			if r.MainClass {
				reportMainClass(p, r)
				continue
			}
			if reportQuotes(p, r) {
				continue
			}
			u := repair.NewUnknown(r)
			if !u.Known() && reportOtherBuild(p, r, u.Name) {
				continue
			}
			if lacks := func(jdk int) bool { return !u.MayHave(jdk) }; !slices.ContainsFunc(r.RefusedOn(), lacks) {
				f := p.Report(lint.Places{u.Name}, "whether JDK %d starts with %q is not known%s", p.JDK, u.Name, u.History())
				f.Severity, f.Confidence = lint.Info, lint.Likely
				continue
			}
			f := r.Report(lint.Places{u.Name}, "%s to start with %q%s", lint.Refuse(r.RefusedOn()), u.Name, u.History())
			if build, other := jvmflag.BuildWith(r.At.String()); other {
				f.Note(build.Name + " know it")
			}
			updates := lists.Of(r.RefusedOn(), func(jdk int) string { return jvmflag.UpdatesWith(jdk, u.Name.String()) })
			if !slices.Contains(updates, "") {
				f.Severity, f.Confidence = lint.Info, lint.Likely
				f.Note(updates[0] + " updates have it")
			}
			f.Note(jvmflag.Successor(u.Name.String()))
			u.Suggest(f)
		}
		reportLater(p)
		reportBuild(p)
		reportUpdate(p)
	},
}

// reportBuild reports a flag that the release has, and its build in the image does not, or not for certain. Builds of
// JDK 12 and later that are not known likely have it.
func reportBuild(p *lint.Pass) {
	o, set := p.Options.Set("UseShenandoahGC")
	image := p.Workload.Image
	if !set || p.Options.IgnoresUnknown() || !o.Bool() || image.Len() == 0 || p.JDK < 11 || p.Workload.JDK.Open {
		return
	}
	knows, known := images.Knows(images.Parse(image.String()), o.Flag.Name)
	if knows || !known && p.JDK != 11 {
		return
	}
	f := p.Report(lint.Places{o.Option.Text}, "the build of JDK %d in image %s does not have %s: it does not start", p.JDK, image, o.Option)
	f.Confidence = lint.Likely
	if !known {
		f.Severity = lint.Info
		f.Message = fmt.Sprintf("whether JDK 11 starts with %s depends on its build, and nothing says which image %s has", o.Option, image)
	}
	f.Suggest(lint.Manual, "run a build that has it, such as eclipse-temurin, or choose another collector")
}

// reportUpdate reports a flag that not every update and build of the release has.
func reportUpdate(p *lint.Pass) {
	if p.Options.IgnoresUnknown() || p.Workload.JDK.Open {
		return
	}
	for _, name := range jvmflag.NotEverywhere(p.JDK) {
		if o, set := p.Options.Set(name); set {
			f := p.Report(lint.Places{o.Option.Text}, "later updates or other builds of JDK %d do not have %s: they do not start with it", p.JDK, name)
			f.Severity, f.Confidence = lint.Info, lint.Likely
			f.Suggest(lint.Unsafe, "remove "+o.Option.String(), p.RemoveOption(o.Option))
		}
	}
}

// reportQuotes reports quotes that belong to the value of a variable, and hold all options.
func reportQuotes(p *lint.Pass, r repair.Refused) bool {
	o, is := r.InQuotes()
	if !is {
		return false
	}
	f := p.ReportRefusal(r.Refusal, lint.Places{o.Word()}, "the quotes belong to the value: java gets the options with them, or as one word, and does not start")
	if o.Evidence < jvmflag.Runs { // a script that does not read the variable starts it
		f.Severity, f.Confidence = lint.Warning, lint.Likely
		f.Message += ", if its image reads the variable"
	}
	f.Suggest(lint.Unsafe, "remove the quotes", withoutQuotes(o.Word(), o.Word())...)
	return true
}

// reportMainClass reports a word that was to be an option, and that java takes for the main class.
func reportMainClass(p *lint.Pass, r repair.Refused) {
	word := r.At.String()
	report := func(format string) *lint.Finding { return r.Report(lint.Places{r.At}, format, word) }
	switch {
	case jvmflag.Quoted(word):
		f := report("java takes %s with its quote for the main class, and does not start: the quotes are part of the value, and no shell removes them")
		end := slices.IndexFunc(p.Options.Arguments, func(o jvmflag.Option) bool { return strings.HasSuffix(o.String(), word[:1]) })
		if end < 0 {
			f.Suggest(lint.Manual, "write the options without quotes")
			return
		}
		f.Suggest(lint.Unsafe, "remove the quotes", withoutQuotes(r.At, p.Options.Arguments[end].Text)...)
	case r.Meant == "" && strings.HasPrefix(word, "@"):
		report("JDK 8 takes %s for the main class, and does not start: files of arguments come with JDK 9").
			Suggest(lint.Manual, "write the options of that file where it is named, or run JDK 9 or later")
	case r.Meant == "":
		report("java takes %s for the main class, and does not start: it is no option, and what follows are arguments of the program").
			Suggest(lint.Manual, "remove the word, or join it to the option that it belongs to; a shell splits variables at blanks whatever quotes they hold")
	case strings.HasPrefix(r.Meant, "-jar "):
		report("java takes %s for the main class, and does not start: -jar before it is missing").Suggest(lint.Manual, "write "+r.Meant)
	default:
		f := r.Report(lint.Places{r.At}, "java takes %s for the main class, and does not start: an option begins with a dash", jvmflag.WithoutValue(word))
		r.Write(f, lint.Safe, r.Meant, "")
	}
}

// withoutQuotes are the edits that remove the quotes with which one word begins and another ends.
func withoutQuotes(first, last source.Text) []source.Edit {
	return []source.Edit{{Span: first.Slice(0, 1).Span()}, {Span: last.Slice(last.Len()-1, last.Len()).Span()}}
}

// reportOtherBuild reports an option that only another build than OpenJDK has. It
// returns false if that is not the case, or if the image is one of OpenJDK.
func reportOtherBuild(p *lint.Pass, r repair.Refused, name source.Text) bool {
	build, known := jvmflag.BuildWith(r.At.String())
	if !known {
		return false
	}
	if build.Elsewhere() { // images of OpenJDK have several
		f := r.Report(lint.Places{name}, "only %[2]s have the option %[1]q: other builds do not start with it", name, build.Name)
		f.Severity, f.Confidence = lint.Info, lint.Likely
		return true
	}
	if bringsOpenJDK(p) {
		return false
	}
	f := r.Report(lint.Places{name}, "no OpenJDK from %[2]d to %[3]d has the option %[1]q: %[4]s know it", name, jvmflag.Tables[0], jvmflag.Tables[len(jvmflag.Tables)-1], build.Name)
	f.Severity, f.Confidence = lint.Info, lint.Likely
	f.Note(jvmflag.Successor(name.String()))
	f.Suggest(lint.Manual, fmt.Sprintf("run it with one of the %s, or remove it", build.Name))
	return true
}

// bringsOpenJDK reports whether the image says that it has no other build.
func bringsOpenJDK(p *lint.Pass) bool {
	image := p.Workload.Image.String()
	return image != "" && (images.BringsOpenJDK(images.Parse(image)) || p.Workload.IsMember)
}

// reportLater reports options that later releases refuse, if only these options
// show that an earlier one is meant: the image may have moved on.
func reportLater(p *lint.Pass) {
	w := p.Workload
	if !w.JDK.Open || !w.HasJVM() || p.JDK != slices.Max(w.JDK.Candidates) || len(p.Options.Refusals) > 0 {
		return
	}
	var later []int
	var refused []*jvmflag.Refusal
	further := 0
	for _, jdk := range jvmflag.Supported {
		if jdk > p.JDK && len(p.On(jdk).Options.Refusals) > 0 {
			if later = append(later, jdk); refused == nil { // the prediction keeps its own
				refused, further = slices.Clone(p.On(jdk).Options.Refusals), p.On(jdk).Options.Further
			}
		}
	}
	// Of these, deprecated-flag or obsolete-flag says which release refuses them.
	ending := lists.Where(p.Options.Partings(), func(parting jvmflag.Parting) bool {
		return parting.State == jvmflag.Deprecated && parting.Special.EndsAfter(p.JDK) || parting.State == jvmflag.Obsolete
	})
	soon := lists.Set(lists.Of(ending, func(parting jvmflag.Parting) source.Place { return parting.At.Place() }))
	first := slices.IndexFunc(refused, func(r *jvmflag.Refusal) bool { return !soon[r.At.Place()] })
	if first < 0 {
		return
	}
	refused[0], refused[first] = refused[first], refused[0]
	const shown = 5
	n := len(refused) + further - 1
	more := lint.If(n > 0, ", and with "+plural.Of(int64(n), "more option"))
	f := p.Report(lint.Places{refused[0].At}, "%s to start with %s%s, and nothing says which JDK runs it (--jdk)", lint.Refuse(later), refused[0].At, more)
	f.Severity, f.JDKs = lint.Info, slices.Clone(w.JDK.Candidates)
	if p.JVM != nil && strings.HasSuffix(w.Image.String(), ":latest") {
		for set := range ownSettings(p.Options) {
			ends := slices.ContainsFunc(refused, func(r *jvmflag.Refusal) bool { return r.At.Same(set.Option.Text) })
			if _, idle := idleHere(p, set); idle && ends {
				f.Severity = lint.Warning
				f.Note(fmt.Sprintf("image %s moves on to later releases, and %s does nothing on JDK %d", w.Image, set.Option, p.JDK))
				break
			}
		}
	}
	for _, r := range refused[1:min(len(refused), shown)] {
		f.Because(r.At, "also refused")
	}
	f.Suggest(lint.Manual, fmt.Sprintf("name the JDK with --jdk %d, or remove the options that later ones refuse", p.JDK))
}
