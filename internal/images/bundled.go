package images

import (
	"sync"

	"github.com/jvmlint/jvmlint/internal/catalogue"
)

// bundled are the JDKs of images whose scripts are known or not, by the versions in their tags.
var bundled = sync.OnceValue(func() []Image {
	var all []Image
	for _, row := range catalogue.JDKs() {
		all = append(all, Image{Name: Pattern(row.Image), Tag: Pattern(row.Tag), JDK: row.Release, Least: row.Least, Source: row.Source})
	}
	return all
})

// withBundled is an image with the JDK that its tag decides, where neither it nor its name tells one.
func withBundled(i Image, names []string, r Reference) Image {
	if _, named := BuildOf(r); named || i.JDK != 0 {
		return i
	}
	if b, is := first(bundled(), names, r.Tag); is {
		i.JDK, i.Least = b.JDK, max(i.Least, b.Least)
	}
	return i
}
