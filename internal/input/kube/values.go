package kube

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// valuesReader finds JVM options in values of charts that jvmlint does not know: strings and lists that plainly hold
// some. Each is one part of what a JVM gets; what the chart makes of it is not known.
type valuesReader struct {
	file
	resource bool // the values stand in a resource, such as a HelmRelease: no chart here says more
}

// part is a mapping of values that describes one container, as far as it says
// so: its image and its resources stand in it.
type part struct {
	path      []string
	container *yamldoc.Node // that has resources or an image; nil where none does
	image     *yamldoc.Node // of the container, where imageBeside has it
	sections  *yamldoc.Node // beside which the mapping images stands
}

// imageBeside is the image of a section that has none itself: in the mapping images beside it, under its name.
func imageBeside(sections *yamldoc.Node, name string) *yamldoc.Node {
	image, section := sections.Get("images").Get(name), sections.Get(name)
	if image.Get("tag").Text().Len() == 0 || section.Kind() != yamldoc.Mapping || section.Get("image") != nil {
		return nil
	}
	return image
}

// within are keys in lower case under which the options of a container stand, beside its resources.
var within = strings.Fields(`env envs environment envvars env_vars envvariables java jvm jdk heap javaopts config configdata
	config_data configuration configurationoverrides opts options`)

func (r valuesReader) read(n *yamldoc.Node, at part) {
	if r.Full() {
		return
	}
	before := len(r.Workloads)
	member := isChartValues(n)
	if member {
		r.readChartValues(n)
	}
	read := r.command(n, at)
	hasImage := n.Get("image") != nil || n.Get("imageName") != nil || at.image != nil && at.container == nil || isImage(n, at.path)
	if n.Kind() == yamldoc.Mapping && (n.Get("resources").Kind() == yamldoc.Mapping || hasImage) {
		at.container = n
		defer func() {
			if len(r.Workloads) == before {
				r.nameImage(n, at.image)
			}
		}()
	}
	for _, item := range n.Items() {
		if item.Kind() == yamldoc.Scalar {
			r.readScript(item, at.path...)
			continue
		}
		if name, value := item.Get("name"), item.Get("value"); name.Kind() == yamldoc.Scalar && value.Kind() == yamldoc.Scalar {
			r.options(name, value, at)
			continue
		}
		r.read(item, part{path: at.path})
	}
	for _, e := range n.Entries() {
		key := e.Key.Value()
		if member && slices.Contains(ofMember, key) || imageBeside(at.sections, key) != nil {
			continue
		}
		below := part{path: append(slices.Clone(at.path), key), image: imageBeside(n, key)}
		if key == "images" {
			below.sections = n
		}
		if slices.Contains(within, strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(key), "extra"), "_")) {
			below.container, below.image = at.container, at.image
		}
		switch e.Value.Kind() {
		case yamldoc.Scalar:
			switch {
			case strings.ContainsAny(e.Value.Value(), "=:") && reading.AssignsOptions(e.Value.Text()) && r.readEmbedded(e.Value, below.path...):
			case strings.Contains(e.Value.Value(), ":") && innerList.MatchString(e.Value.Value()) && r.readInner(e.Value): // a template puts it in as it is: extraEnv: |
			case !slices.Contains(prose, strings.ToLower(key)) && strings.Contains(e.Value.Value(), "java ") &&
				r.readScript(e.Value, below.path...): // a command line
			default:
				for _, of := range sharing(n, key, at) {
					r.options(e.Key, e.Value, of)
				}
			}
		case yamldoc.Sequence:
			if !r.list(e.Key, e.Value, at) && !(read && key == "command") {
				r.read(e.Value, below)
			}
		default:
			if !r.heapKeys(e.Key, e.Value, at) {
				r.read(e.Value, below)
			}
		}
	}
}

// sharing are the containers that get the options of a key: those of the parts of a chart that share it and have
// resources of their own. Of a part behind which a ? stands, a chart starts none by itself.
func sharing(n *yamldoc.Node, key string, at part) (all []part) {
	for _, f := range catalogue.Facts("Chart roles") {
		if f.Subject() != key {
			continue
		}
		for _, role := range f.Words("Roles") {
			name, none := strings.CutSuffix(role, "?")
			of := n.Get(name)
			count := of.Get("replicaCount").Value()
			if of.Get("resources") != nil && !isSet(of.Get(key)) && count != "0" && (!none || count != "") {
				all = append(all, part{path: append(slices.Clone(at.path), name), container: of})
			}
		}
	}
	if len(all) == 0 {
		return []part{at}
	}
	return all
}

// isImage reports whether a mapping is an image by itself, and not the one of a container.
func isImage(n *yamldoc.Node, path []string) bool {
	return n.Get("repository").Kind() == yamldoc.Scalar && n.Get("tag").Kind() == yamldoc.Scalar && len(path) > 0 && !ofContainer.MatchString(path[len(path)-1])
}

var ofContainer = lazyregexp.New(`(?i)image$`)

// prose are keys in lower case of what people read.
var prose = strings.Fields("name title summary description message help note notes comment")

// innerList is how a list of mappings begins, or one of values by name.
var innerList = lazyregexp.New(`^\s*(?:-\s+)?[\w.-]+:(?:\s|$)`)

// holdsOptions reports whether a key says that it holds JVM options: by its own
// name, or by that of the mapping it stands in.
func (p part) holdsOptions(key string) bool {
	return reading.OptionsKey.MatchString(key) || len(p.path) > 0 && reading.OptionsKey.MatchString(p.path[len(p.path)-1])
}

// evidence is how sure it is that a JVM gets what stands under a key.
func (p part) evidence(key string) jvmflag.Evidence {
	e := reading.EvidenceOf(key)
	if len(p.path) > 0 {
		e = max(e, reading.EvidenceOf(p.path[len(p.path)-1]))
	}
	return e
}

// options reads a string of options: any that begins with one and has one that
// no other program has, or whose key says what it is.
func (r valuesReader) options(key, value *yamldoc.Node, at part) {
	a := reading.Assigned{Name: key.Value(), Value: value.Text()}
	if m := reading.HeapSize.FindStringSubmatch(value.Value()); a.Name == "heapSize" && m != nil && reading.HasUnit(m[1]) {
		text := source.Join(source.Unlocated("-Xmx", "the chart"), a.Value.Slice(0, len(m[1])))
		r.add(key, []jvmflag.Option{{Text: text, Channel: jvmflag.CommandLine, Evidence: jvmflag.ByConvention}}, at)
		return
	}
	if words, ok := reading.JSONWords(a.Value); ok && reading.HeapOrX.MatchString(a.Value.String()) && strings.HasPrefix(words[0].Text.String(), "-") {
		r.add(key, jvmflag.Known(at.evidence(a.Name), lists.Of(words, reading.Item.Option)), at)
		return
	}
	channel, own := reading.ChannelOf(a.Name)
	if value.Style() == yamldoc.Literal && !own { // what stands before its first line are comments
		a.Value = a.Value.Slice(strings.Index(a.Value.String(), reading.FirstLine(a.Value)), a.Value.Len())
	}
	if value.IsNull() || !a.MayHoldOptions() || !reading.HeapOrX.MatchString(value.Value()) && !at.holdsOptions(a.Name) {
		return
	}
	if value.Style() == yamldoc.Literal && !own {
		if strings.Contains(a.Name, ".") { // the name of a file, and not of a variable
			r.embed(value, reading.OptionLinesSyntax.Read)
		}
		r.add(key, jvmflag.Known(at.evidence(a.Name), r.OptionLines(a.Value)), at)
		return
	}
	if m := inQuotes.FindStringSubmatchIndex(a.Value.String()); m != nil && channel == jvmflag.CommandLine {
		a.Value = a.Value.Slice(m[2], m[3])
	}
	r.add(key, jvmflag.Known(at.evidence(a.Name), r.JVMOptions(channel, a.Value)), at)
}

// inQuotes finds several options in quotes that belong to the value: a template that puts it into YAML, or a script
// that takes in a file of it, takes them off. As one word java gets them hardly anywhere.
var inQuotes = lazyregexp.New(`^\s*["'](\s*-[^"']*\s-[^"']*)["']\s*$`)

// list reads a list with an option an item.
func (r valuesReader) list(key, value *yamldoc.Node, at part) bool {
	some := false
	for _, i := range value.Items() {
		if i.Kind() != yamldoc.Scalar || !strings.HasPrefix(i.Value(), "-") {
			return false
		}
		some = some || reading.HeapOrX.MatchString(i.Value())
	}
	if !some || !at.holdsOptions(key.Value()) {
		return false
	}
	r.add(key, jvmflag.Known(jvmflag.ByConvention, lists.Flat(reading.ItemsOf(value), r.argument)), at)
	return true
}

// add adds a JVM that gets the options, among others that may stand elsewhere.
func (r valuesReader) add(key *yamldoc.Node, options []jvmflag.Option, at part) *workload.Workload {
	w := r.OptionsWorkload(strings.Join(append(slices.Clone(at.path), key.Value()), "."), options)
	w.At, w.Known = key.Text(), workload.PartOfOptions
	if at.container != nil {
		r.takeImage(w, cmp.Or(at.container.Get("image"), at.image))
		r.resources(w, at.container)
		w.Limited = false // the chart may bring limits of its own
		w.Container = &workload.Container{Folder: at.container.Get("workingDir").Value()}
	}
	if r.Room(w) {
		r.Workloads = append(r.Workloads, w)
	}
	return w
}

// command reads a container of values that has a java command of its own.
func (r valuesReader) command(n *yamldoc.Node, at part) bool {
	if n.Get("command") == nil && n.Get("args") == nil {
		return false
	}
	env := r.manifests().environmentOf(n, nil)
	start := containerStart(n, env)
	if !start.Java.Located() {
		return false
	}
	if !r.resource {
		r.AddUnreadBy(start, workload.New("", r.File, source.Text{}), env)
	}
	if reading.AsksOnly(start.Options) {
		return false
	}
	at.container = n
	list, _ := n.Entry("command")
	w := r.add(list.Key, start.Options, at)
	w.Whole = start.Complete
	w.KnowsOptions(start.Complete)
	return true
}

// heapKeys reads mappings of charts that give heap sizes by name, which stand for options that the chart writes.
func (r valuesReader) heapKeys(key, n *yamldoc.Node, at part) bool {
	for _, f := range catalogue.Facts("Chart sizes") {
		if key.Value() != f.Subject() {
			continue
		}
		var options []jvmflag.Option
		for _, field := range f.Fields() {
			option, size := strings.CutPrefix(field.Key, "Size ")
			if v := n.Get(field.Value); size && v.Kind() == yamldoc.Scalar && !v.IsNull() && v.Text().Len() > 0 {
				text := source.Join(source.Unlocated(option, "the chart"), v.Text())
				options = append(options, jvmflag.Option{Text: text, Channel: jvmflag.CommandLine})
			}
		}
		if len(options) == 0 {
			continue
		}
		if other := n.Get(f.Get("Options")); other.Kind() == yamldoc.Scalar {
			options = append(options, r.JVMOptions(jvmflag.CommandLine, other.Text())...)
		}
		r.add(key, jvmflag.Known(jvmflag.ByConvention, options), at)
		return true
	}
	return false
}

// image takes over what the name of an image says, as one string or as repository and tag.
func (r valuesReader) takeImage(w *workload.Workload, n *yamldoc.Node) {
	w.Image = imageName(n)
	r.NamedJDK(w, images.Parse(w.Image.String()), w.Image)
}

// nameImage names a JVM that values tell of by its image alone: what its chart
// starts it with is not known. Where the chart is rendered that says more.
func (r valuesReader) nameImage(container, beside *yamldoc.Node) {
	own := container.Get("imageName")
	image := cmp.Or(container.Get("image"), beside, own, container) // the last: of a list that templates choose from
	if own == nil && image != container && image.Get("repository") == nil && container.Get("resources") == nil {
		return // a job of a pipeline, as likely as not
	}
	name := imageName(image)
	reference := images.Parse(name.String())
	if reading.HasPlaceholder(name.String()) || name.Len() == 0 {
		return
	}
	switch known, found := r.Options.Images.Find(reference); {
	case known.Unsized != "":
		r.NotJudgedUnlessRendered(name.Foremost(), "image %s %s", name, known.Unsized)
	case found || r.Options.Images.BringsJVM(reference):
		r.NotJudgedUnlessRendered(name.Foremost(), "the options that its chart gives image %s are unknown", name)
	case r.resource && !r.Options.Images.RunsNoJVM(reference):
		r.Unknown = append(r.Unknown, reading.Unknown{Name: reference.Repository})
	}
}

// imageName is an image as one string, or as registry, repository and tag.
func imageName(n *yamldoc.Node) source.Text {
	repository, registry, tag := n.Get("repository"), n.Get("registry"), n.Get("tag")
	if repository.Kind() != yamldoc.Scalar {
		return n.Text()
	}
	name := repository.Text()
	if isSet(registry) && registry.Text().Len() > 0 && !reading.HasPlaceholder(registry.Value()) {
		name = source.Join(registry.Text(), source.Unlocated("/", "image"), name)
	}
	if isSet(tag) && tag.Text().Len() > 0 {
		name = source.Join(name, source.Unlocated(":", "image"), tag.Text())
	}
	return name
}
