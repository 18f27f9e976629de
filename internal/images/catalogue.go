package images

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/imagename"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/programs"
)

// What images do where no option sizes their heap.
const (
	likeOne = "is named like an image that starts a JVM by a script that jvmlint does not know"
	unread  = "starts a JVM by a script that jvmlint does not know"
)

// known is the first image of the catalogue that one of the names means, of facts of these kinds.
func known(names []string, tag string, kinds ...string) (Image, bool) {
	for _, kind := range kinds {
		meant := func(f catalogue.Fact) bool { return means(Pattern(f.Subject()), Pattern(f.Get("Tag")), names, tag) }
		if f, is := lists.First(catalogue.Facts(kind), meant); is {
			return imageOf(f), true
		}
	}
	return Image{}, false
}

func imageOf(f catalogue.Fact) Image {
	i := Image{
		Name: Pattern(f.Subject()), Tag: Pattern(f.Get("Tag")), Arguments: argumentsOf(f.Get("Script")),
		Start: catalogue.Model(f.Get("Start")), Files: f.Words("Files"), Ignores: f.Words("Ignores"), More: f.Get("Options") != "all", Reads: f.Words("Reads"),
		Unsized: f.Get("Unsized"), Program: programs.Program(f.Get("Program")),
		TakesArguments: f.Get("Arguments") == "any", TakesOptions: f.Get("Arguments") == "options",
		JVM: f.Get("JVM"), Programs: f.Words("Programs"), Framework: f.Get("Framework") == "yes", Source: f.Get("Source"),
	}
	i.AtOnce = lists.Found(strings.Split(f.Get("At once"), ";"), func(variable string) (Argument, bool) {
		name, options, is := strings.Cut(strings.TrimSpace(variable), "=")
		return Argument{Variable: name, Default: options}, is
	})
	i.JDK, i.Least = catalogue.Release(f.Get("JDK"))
	if base := f.Get("Base"); base != "" {
		i.Build, _ = BuildOf(Parse(base))
		i.JDK = i.Build.Release
	}
	switch {
	case f.Fields()[0].Key == "Named like":
		i.Unsized, i.TakesArguments = likeOne, true
	case i.Unsized == "" && len(i.Arguments) == 0:
		i.Unsized = unread
	}
	return i
}

// argumentsOf are those that a script hands to java.
func argumentsOf(script string) []Argument {
	of, _ := lists.First(catalogue.Facts("Script"), func(f catalogue.Fact) bool { return f.Subject() == script })
	options := lists.Where(of.Fields(), func(f catalogue.Field) bool { return strings.HasPrefix(f.Key, "Option") })
	return lists.Of(options, ArgumentOf)
}

// withBundled is an image with the JDK that its tag decides, where neither it nor its name tells one.
func withBundled(i Image, names []string, r Reference) Image {
	if _, named := BuildOf(r); named || i.JDK != 0 {
		return i
	}
	row, _ := lists.First(catalogue.JDKs(), func(row catalogue.JDK) bool {
		return means(Pattern(row.Image), Pattern(row.Tag), names, r.Tag)
	})
	i.JDK, i.Least = row.Release, max(i.Least, row.Least)
	return i
}

// ArgumentOf reads a line of a start script in the catalogue: -Xmx${HEAP:-512}m. As in a shell, :- stands before
// what counts for an empty variable too, and - before what does not. The key has conditions.
func ArgumentOf(f catalogue.Field) Argument {
	a := Argument{Default: f.Value}
	if before, rest, has := strings.Cut(f.Value, "${"); has {
		a.Before = before
		rest, a.Behind, _ = strings.Cut(rest, "}")
		a.Variable, a.Default, a.Brought = strings.Cut(rest, "-")
		if name, empty := strings.CutSuffix(a.Variable, ":"); empty {
			a.Variable, a.Brought = name, false
		}
	}
	words := strings.Fields(f.Key)[1:]
	for i := 0; i+1 < len(words); i += 2 {
		switch name, value, _ := strings.Cut(words[i+1], "="); words[i] {
		case "if":
			a.If = append(a.If, Setting{name, Pattern(value)})
		case "unless":
			a.Unless = append(a.Unless, Setting{name, Pattern(value)})
		case "default-unless":
			a.DefaultUnless = name
		case "share":
			a.Share = words[i+1]
		}
	}
	return a
}

// Knows tells of a flag that only some builds of a JDK from 11 on have whether that of an image does; known is false
// where nobody has looked. Of other flags it tells that all have them.
func Knows(r Reference, flag string) (knows, known bool) {
	f, some := lists.First(catalogue.Facts("Flag of builds"), func(f catalogue.Fact) bool { return f.Subject() == flag })
	if !some {
		return true, true
	}
	if means(Pattern(f.Get("Refused from 11")), "", imagename.Candidates(r.Repository), r.Tag) {
		return false, true
	}
	knows = lists.AnyWord(r.Repository+":"+r.Tag, strings.Contains, f.Words("Known by")...)
	return knows, knows
}
