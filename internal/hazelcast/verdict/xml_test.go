package verdict

import (
	"archive/zip"
	"fmt"
	"io"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/xmlconfig"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
)

// around is what a configuration needs around it to be one.
func around(kind Kind, body string) []byte {
	return []byte(fmt.Sprintf("<%s xmlns=\"%s\">\n%s\n</%s>\n", kind, namespaceOf(kind), body, kind))
}

// oursXML is what this package says of XML, and what the model reads in it.
func oursXML(release hazelcast.Version, text []byte) ([]Refusal, *hazelcast.Config) {
	doc, err := xmldoc.Parse(source.NewFile("hazelcast.xml", text))
	if err != nil {
		return []Refusal{{Message: err.Error()}}, nil
	}
	kind := Kind(doc.Root.Name)
	if kind != Member && kind != Client && kind != Failover {
		return []Refusal{{Message: "another root"}}, nil
	}
	config := xmlconfig.Of(doc)
	return Reading{Release: release, Sure: true}.Of(config).Refusals, config
}

// settingsOf are the settings of a configuration as the model has them.
func settingsOf(c *hazelcast.Config) map[string]string {
	all := map[string]string{}
	number := func(v source.Value) string {
		if !v.Known() {
			return "?"
		}
		return strconv.FormatInt(v.N, 10)
	}
	for _, m := range c.Maps() {
		config, name := m.Config(), "map/"+m.WrittenName()+"/"
		all[name+"backup-count"], all[name+"async-backup-count"] = number(config.BackupCount), number(config.AsyncBackupCount)
		config.TimeToLive.N /= 1000
		config.MaxIdle.N /= 1000
		all[name+"time-to-live-seconds"], all[name+"max-idle-seconds"] = number(config.TimeToLive), number(config.MaxIdle)
		all[name+"in-memory-format"], all[name+"per-entry-stats-enabled"] = config.InMemoryFormat.Name, config.PerEntryStats.Name
		all[name+"cache-deserialized-values"] = strings.ReplaceAll(config.CacheValues.Name, "-", "_")
		all[name+"merge-policy"], all[name+"split-brain-protection-ref"] = config.MergePolicy.Name, config.ProtectedBy.Name
		all[name+"eviction-policy"], all[name+"max-size-policy"] = config.Eviction.Policy.Name, config.Eviction.MaxSizePolicy.Name
		all[name+"size"], all[name+"comparator-class-name"] = number(config.Eviction.Size), config.Eviction.Comparator.Name
	}
	for _, p := range c.WrittenProperties() {
		all["properties/"+p.Name.String()] = p.Value.String()
	}
	for _, p := range c.Protections() {
		all["split-brain-protection/"+p.Name.Value()+"/enabled"] = p.Enabled.Name
		all["split-brain-protection/"+p.Name.Value()+"/minimum-cluster-size"] = number(p.MinSize)
	}
	all["native-memory/enabled"], all["jet/enabled"] = c.NativeMemory().Name, strconv.FormatBool(c.Jet())
	return all
}

// addXML compares what both say of a document of XML: the verdict, and the
// settings where it is accepted.
func (c *comparison) addXML(t *testing.T, o *oracle, name string, kind Kind, text []byte) {
	real := o.askXML(t, kind, text)
	own, config := oursXML(o.release, text)
	c.add(name, text, answer{Thrown: real.Thrown}, own)
	if len(own) > 0 || real.refused() || kind != Member {
		return
	}
	c.placed++
	got := settingsOf(config)
	if !assert.ObjectsAreEqual(real.Settings, got) {
		var differ []string
		for key, want := range real.Settings {
			if got[key] != want && got[key] != "?" {
				differ = append(differ, fmt.Sprintf("%s is %q, not %q", key, want, got[key]))
			}
		}
		for key := range got {
			if _, has := real.Settings[key]; !has {
				differ = append(differ, key+" is not there")
			}
		}
		if differ != nil {
			c.elsewhere++
			c.note(name, text, fmt.Sprintf("SETTINGS %v", differ))
		}
	}
}

var xmlImports = regexp.MustCompile(`<import [^>]*/>`)

// xmlBases are the full examples of a jar.
func xmlBases(t *testing.T, jar string) []base {
	var all []base
	z, err := zip.OpenReader(jar)
	require.NoError(t, err)
	defer z.Close()
	for _, b := range []base{
		{"hazelcast-full-example.xml", Member, nil}, {"hazelcast-default.xml", Member, nil}, {"hazelcast-security-hardened.xml", Member, nil},
		{"hazelcast-client-full-example.xml", Client, nil}, {"hazelcast-client-failover-full-example.xml", Failover, nil},
	} {
		f, err := z.Open(b.name)
		require.NoError(t, err, b.name)
		text, err := io.ReadAll(f)
		require.NoError(t, err, b.name)
		b.text = xmlImports.ReplaceAll(text, nil)
		all = append(all, b)
	}
	if corpus := os.Getenv("JVMLINT_CORPUS"); corpus != "" {
		all = append(all, storedXML(t, corpus)...)
	}
	for i, c := range xmlCases {
		kind := Member
		if c.client {
			kind = Client
		}
		all = append(all, base{fmt.Sprintf("case %d", i), kind, around(kind, c.body)})
	}
	return all
}

// storedXML are the configurations in XML below a folder.
func storedXML(t *testing.T, dir string) []base {
	var all []base
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".xml") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		doc, err := xmldoc.Parse(source.NewFile(path, text))
		if err == nil && slices.Contains(Kinds, Kind(doc.Root.Name)) {
			all = append(all, base{path, Kind(doc.Root.Name), text})
		}
		return nil
	}))
	return all
}

// Documents of XML, and such with mistakes, get the verdict of the real parser,
// and maps and properties of those that are accepted have the settings that it
// reads.
func TestXMLAgainstReal(t *testing.T) {
	seed := number64(t, "JVMLINT_SEED", 1)
	count := number64(t, "JVMLINT_XML_MUTATIONS", 40) // each takes the parser as long as it takes to read its schema
	t.Logf("seed %d", seed)
	for _, o := range oracles(t) {
		t.Run(o.release.String(), func(t *testing.T) {
			o.start(t)
			c := newComparison()
			all := xmlBases(t, o.jar)
			for _, b := range all {
				c.addXML(t, o, b.name, b.kind, b.text)
			}
			r := rand.New(rand.NewSource(seed))
			for range count {
				b := all[r.Intn(len(all))]
				if r.Intn(3) == 0 {
					b = all[r.Intn(4)]
				}
				c.addXML(t, o, b.name, b.kind, mutateXML(r, b.text))
			}
			c.report(t)
			assert.Zero(t, c.differ)
			assert.Zero(t, c.elsewhere)
		})
	}
}

// mutateXML changes a document as people do by mistake.
func mutateXML(r *rand.Rand, text []byte) []byte {
	for n := 1 + r.Intn(3)*r.Intn(2); n > 0; n-- {
		doc, err := xmldoc.Parse(source.NewFile("base", text))
		if err != nil {
			return text
		}
		var all []*xmldoc.Element
		var collect func(*xmldoc.Element)
		collect = func(e *xmldoc.Element) {
			all = append(all, e)
			for _, c := range e.Children {
				collect(c)
			}
		}
		collect(doc.Root)
		text = changeXML(r, doc, all, all[r.Intn(len(all))])
	}
	return text
}

func changeXML(r *rand.Rand, doc *xmldoc.Document, all []*xmldoc.Element, e *xmldoc.Element) []byte {
	data := doc.File.Data
	splice := func(s source.Span, text string) []byte {
		return []byte(string(data[:s.Start]) + text + string(data[s.End:]))
	}
	value := xmldoc.Escape(strings.Trim(strange[r.Intn(len(strange))], `'"`))
	other := all[r.Intn(len(all))]
	switch r.Intn(12) {
	case 0, 1, 2, 3:
		for len(e.Children) > 0 || e.Empty() {
			if len(e.Children) == 0 {
				return data
			}
			e = e.Children[r.Intn(len(e.Children))]
		}
		return splice(e.Text.Span(), value)
	case 4, 5, 6:
		for range 20 {
			if len(e.Attributes) > 0 {
				return splice(e.Attributes[r.Intn(len(e.Attributes))].Value.Span(), value)
			}
			e = all[r.Intn(len(all))]
		}
		return data
	case 7:
		return splice(e.Span, "")
	case 8:
		return splice(e.Span, e.Span.String()+e.Span.String())
	case 9: // another name
		text := e.Span.String()
		text = strings.Replace(text, "<"+e.Tag.String(), "<"+other.Tag.String(), 1)
		if i := strings.LastIndex(text, "</"+e.Tag.String()); i >= 0 {
			text = text[:i] + "</" + other.Tag.String() + ">"
		}
		return splice(e.Span, text)
	case 10: // elsewhere
		if other.Span.Covers(e.Span) || e.Span.Covers(other.Span) || other.Span.Start < e.Span.End {
			return data
		}
		return []byte(string(data[:e.Span.Start]) + string(data[e.Span.End:other.Span.Start]) + e.Span.String() + string(data[other.Span.Start:]))
	}
	if len(e.Attributes) == 0 {
		return data
	}
	a := e.Attributes[r.Intn(len(e.Attributes))]
	return splice(source.Span{File: doc.File, Start: a.Key.Span().Start, End: a.Value.Span().End + 1}, []string{"", "enabledd=\"true\"", "NAME=\"a\""}[r.Intn(3)])
}
