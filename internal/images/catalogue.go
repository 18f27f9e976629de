package images

import (
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/programs"
)

// What images do where no option sizes their heap.
const (
	likeOne = "is named like an image that starts a JVM by a script that jvmlint does not know"
	unread  = "starts a JVM by a script that jvmlint does not know"
)

// known are the images of the catalogue.
var known = sync.OnceValue(func() []Image {
	var all []Image
	scripts := map[string][]Argument{}
	for _, script := range catalogue.Facts("Script") {
		for _, f := range script.Fields[1:] {
			if strings.HasPrefix(f.Key, "Option") {
				name := script.Fields[0].Value
				scripts[name] = append(scripts[name], ArgumentOf(f))
			}
		}
	}
	for _, f := range catalogue.Facts("Image") {
		i := Image{
			Name: Pattern(f.Get("Image")), Tag: Pattern(f.Get("Tag")), Arguments: scripts[f.Get("Script")], More: f.Get("Options") != "all",
			Reads: f.Words("Reads"), Unsized: f.Get("Unsized"), Program: programs.Program(f.Get("Program")),
			TakesArguments: f.Get("Arguments") == "any", TakesOptions: f.Get("Arguments") == "options",
			Programs: f.Words("Programs"), Framework: f.Get("Framework") == "yes", Source: f.Get("Source"),
		}
		i.JDK, i.Least = catalogue.Release(f.Get("JDK"))
		if i.Unsized == "" && f.Get("Script") == "" {
			i.Unsized = unread
		}
		all = append(all, i)
	}
	for _, f := range catalogue.Facts("Unread") {
		all = append(all, Image{Name: Pattern(f.Get("Unread")), Unsized: unread, Source: f.Get("Source")})
	}
	for _, f := range catalogue.Facts("Named like") {
		all = append(all, Image{Name: Pattern(f.Get("Named like")), Unsized: likeOne, TakesArguments: true, Source: f.Get("Source")})
	}
	return all
})
