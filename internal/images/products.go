package images

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// product is what is known of an image of a product that runs on a JVM, of which nobody has read the start script. A
// name without a part before it is an official image of Docker Hub.
func product(names []string) (Image, bool) {
	for _, name := range names {
		owner, image, has := strings.Cut(name, "/")
		if !has {
			owner, image = "library", name
		}
		for _, f := range catalogue.Facts("Publishers") {
			for _, publisher := range f.Fields[1:] {
				if publisher.Key == owner && slices.Contains(strings.Fields(publisher.Value), image) {
					return Image{Name: Pattern(name), Unsized: unread, Source: "https://hub.docker.com/r/" + name}, true
				}
			}
		}
	}
	return Image{}, false
}

// likeProduct is what is known of an image whose name ends as a product's does, or begins
// as an application server's: acme/fabric-kafka, acme/docker-quarkus-jvm, acme/tomcat-shop.
// Of what goes with a product, and is mostly none of the JVM, nothing is: kafka-exporter.
func likeProduct(names []string) (Image, bool) {
	parts := nameParts.FindAllString(strings.ToLower(path.Base(names[0])), -1)
	if len(parts) < 2 || !partsLike(parts) {
		return Image{}, false
	}
	return Image{Name: Pattern(names[0]), Unsized: likeOne, TakesArguments: true, Source: "https://github.com/docker-library/official-images"}, true
}

// partsLike reports whether the parts of a name end as a product's does, or begin as an
// application server's, and none says that it only goes with one.
func partsLike(parts []string) bool {
	words := catalogue.Facts("Words")[0]
	beside, partOf := words.Words("Beside"), words.Words("Parts")
	if slices.ContainsFunc(parts, func(p string) bool { return slices.Contains(beside, p) }) {
		return false
	}
	last := len(parts) - 1
	for last > 0 && slices.Contains(partOf, parts[last]) {
		last--
	}
	return slices.Contains(words.Words("Products"), parts[last]) || slices.Contains(words.Words("Servers"), parts[0])
}

var nameParts = lazyregexp.New(`[a-z]+`)
