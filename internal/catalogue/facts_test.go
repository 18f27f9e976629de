package catalogue_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/catalogue"
)

// kinds are the fields of each kind of fact, with the word that a key begins with.
var kinds = map[string]string{
	"Product": "",

	"Heap":               "Lives Share No Most Source",
	"Script":             "Option",
	"Start":              "Verified Vendor Parser Instead Varies One Not Set Paths Left JVMs Elsewhere Source",
	"Image":              "Tag JDK Base JVM Script Start Files Ignores Options Reads Arguments Programs Program Unsized At Framework Source",
	"Operator JVMs":      "Kinds JVMs Options Unsized Without Container Limit Source",
	"Operator options":   "Within Shared Size Quantity Options Flags Resources Image Source",
	"Operator container": "Kinds Containers Unsized Source",
	"Agent":              "Host Port Open Limited Source",
	"Chart sizes":        "Size Options Source",
	"Chart roles":        "Roles Source",
	"Native image":       "Source",
	"Variables":          "Size Page Apart Instead Of Source",
	"Together":           "Source",
	"Helpers":            "Option Start Source",
	"Heap refused":       "Sized Source",
	"Never read":         "Read By Source",

	"Unread":      "Source",
	"Named like":  "Source",
	"Words":       "Products Servers Parts Beside",
	"Prefixes":    "Variables Commands",
	"Without JVM": "Names Publishers Packagers Endings",

	"Distribution":   "Release Source",
	"Flag of builds": "Refused Known Source",
	"Red Hat images": "Version Source",

	"JVM images": "Alone Tag Source",

	"Publishers": "", // the publishers are its keys
}

func TestFacts(t *testing.T) {
	all := catalogue.Facts("Image")
	i := slices.IndexFunc(all, func(f catalogue.Fact) bool { return f.Get("Image") == "apache/activemq-classic" })
	require.NotEqual(t, -1, i)
	assert.Equal(t, "ActiveMQ", all[i].Product)
	assert.Equal(t, []catalogue.Field{
		{Key: "Image", Value: "apache/activemq-classic"},
		{Key: "Script", Value: "activemq-classic"},
		{Key: "Programs", Value: "activemq"},
		{Key: "Source", Value: "https://github.com/apache/activemq/blob/c3580e79d292c213f34f4f503600f85ce1d08490/assembly/src/docker/entrypoint.sh"},
	}, all[i].Fields())
	assert.Equal(t, []string{"activemq"}, all[i].Words("Programs"))
	assert.Empty(t, all[i].Get("Tag"))
}

// A field that nothing reads says nothing, and what nothing proves is not known.
func TestFields(t *testing.T) {
	for kind, keys := range kinds {
		require.NotEmpty(t, catalogue.Facts(kind), kind)
		for _, f := range catalogue.Facts(kind) {
			name := f.Subject()
			assert.NotEmpty(t, name, kind)
			if strings.Contains(keys, "Source") {
				assert.True(t, strings.HasPrefix(f.Get("Source"), "https://"), "%s: what proves it?", name)
			}
			for _, field := range f.Fields()[1:] {
				if word, _, _ := strings.Cut(field.Key, " "); kind != "Publishers" {
					assert.Contains(t, strings.Fields(keys), word, "%s: what is %s?", name, field.Key)
				}
				assert.NotEmpty(t, strings.TrimSpace(field.Value), "%s: %s", name, field.Key)
			}
		}
	}
	for _, kind := range catalogue.Kinds() {
		assert.Contains(t, kinds, kind)
	}
}

func TestScripts(t *testing.T) {
	scripts, used := map[string]bool{}, map[string]bool{}
	for _, f := range catalogue.Facts("Script") {
		name := f.Get("Script")
		assert.False(t, scripts[name], "%s: twice", name)
		scripts[name] = true
	}
	for _, f := range catalogue.Facts("Image") {
		if name := f.Get("Script"); name != "" {
			assert.True(t, scripts[name], "%s has no script %s", f.Get("Image"), name)
			used[name] = true
		}
	}
	assert.Equal(t, scripts, used)
}

// Each model is used, says what it models, and from where that is known.
func TestStarts(t *testing.T) {
	models, used := map[string]bool{}, map[string]bool{}
	for _, f := range catalogue.Facts("Start") {
		models[f.Subject()] = true
		text := catalogue.Model(f.Subject())
		comment := text[strings.IndexByte(text, '#'):]
		assert.True(t, strings.HasPrefix(comment, "# "), f.Subject())
		assert.Contains(t, comment, "\n# https://", f.Subject())
		assert.NotEmpty(t, f.Get("Verified"), f.Subject())
	}
	for _, f := range catalogue.Facts("Image") {
		if name := f.Get("Start"); name != "" {
			used[name] = true
		}
	}
	assert.Equal(t, models, used)
	assert.Empty(t, catalogue.Model("another"))
	assert.Empty(t, catalogue.Model(""))
}
