package verdict

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
)

// protocols are those that the JDK knows a handler for.
var protocols = []string{"file", "http", "https", "jar", "ftp", "jrt", "jmod", "mailto"}

// namespaces of user code are read only where they are enabled. Each has
// resources, which say what they are and where.
func namespaces(p *processor, at place) {
	if !isTrue(at.value.Member("enabled")) {
		return
	}
	spaces := at.value.Member("name-spaces")
	if spaces == nil {
		return
	}
	for _, m := range spaces.Members {
		for i, item := range m.Value.Items {
			path := append(slices.Clone(at.path), "name-spaces", m.Name, strconv.Itoa(i))
			if message := resource(item); message != "" {
				p.refuse(place{value: item, path: path}, message)
			}
		}
	}
}

func resource(v *schema.Value) string {
	for _, m := range v.Members {
		if m.Name != "id" && m.Name != "resource-type" && m.Name != "url" {
			return "Namespace resource <unnamed> was configured with invalid element " + m.Name
		}
	}
	for _, key := range []string{"id", "resource-type", "url"} {
		if v := v.Member(key); v == nil || !(place{value: v}).scalar() {
			return `For each namespace, resource elements "id", "resource-type" and "url" must be defined.`
		}
	}
	id, kind, at := v.Member("id").Text, v.Member("resource-type").Text, v.Member("url").Text
	if !slices.Contains([]string{"jar", "jars_in_zip", "class"}, strings.ToLower(kind)) {
		return "Namespace resource " + id + " was configured with invalid resource type " + kind
	}
	u, err := url.Parse(at)
	switch {
	case err != nil || strings.ContainsAny(at, "${}<> "):
		return "Namespace resource " + id + " was configured with invalid URL " + at
	case u.Scheme == "":
		return "URI is not absolute"
	case !slices.Contains(protocols, u.Scheme):
		return "Namespace resource " + id + " was configured with invalid URL " + at + ": unknown protocol: " + u.Scheme
	}
	return ""
}
