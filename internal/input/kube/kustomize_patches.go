package kube

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

func (b *builder) patch(root *yamldoc.Node, folder string, objects []*deployed) []*deployed {
	for _, item := range root.Get("patchesStrategicMerge").Items() {
		objects = b.patchWith(item, nil, strings.Contains(item.Value(), "\n"), folder, objects)
	}
	for _, list := range []string{"patches", "patchesJson6902"} {
		for _, item := range root.Get(list).Items() {
			switch inline, file := item.Get("patch"), item.Get("path"); {
			case inline.Value() != "":
				objects = b.patchWith(inline, item.Get("target"), true, folder, objects)
			case file.Value() != "":
				objects = b.patchWith(file, item.Get("target"), false, folder, objects)
			}
		}
	}
	return objects
}

// NamesPatch reports whether a kustomization names a file of patches, by its path from there.
func NamesPatch(f *source.File, name string) bool {
	documents, err := yamldoc.Parse(f)
	if err != nil || len(documents) != 1 || !kustomizes(documents[0].Root) {
		return false
	}
	root := documents[0].Root
	is := func(n *yamldoc.Node) bool { return n.Value() != "" && path.Clean(n.Value()) == name }
	return slices.ContainsFunc(root.Get("patchesStrategicMerge").Items(), is) ||
		slices.ContainsFunc(root.Get("patches").Items(), func(item *yamldoc.Node) bool { return is(item.Get("path")) })
}

// patchWith applies a patch, inline or in a file that is named there, to what it is for.
func (b *builder) patchWith(at, target *yamldoc.Node, inline bool, folder string, objects []*deployed) []*deployed {
	var f *source.File
	if name := path.Join(folder, at.Value()); inline {
		f = source.Inner(at.Span().File.Name, at.Text())
	} else if f = b.ReadBeside(name); f == nil {
		b.Note(at.Span().Around(), "the patch is not applied: there is no %s here", name)
		return objects
	}
	documents, err := yamldoc.Parse(f)
	if err != nil || !b.spend(len(f.Data)) { // what is wrong with a file is told where that is read
		if inline && err != nil {
			b.Note(at.Span().Around(), "the patch is not applied: it is not valid YAML")
		}
		return objects
	}
	if !inline {
		b.Kustomized.Patched[f] = true
	}
	for _, d := range documents {
		if d.Root.Kind() == yamldoc.Scalar {
			continue
		}
		of := selector{kind: d.Root.Get("kind").Value(), name: d.Root.Get("metadata", "name").Value(), namespace: d.Root.Get("metadata", "namespace").Value()}
		if target.Kind() == yamldoc.Mapping {
			of = selectorOf(target)
		}
		if noJVM[of.kind] {
			continue
		}
		applied := 0
		for _, o := range objects {
			if !b.spend(64 + len(of.kind) + len(of.name)) { // each may be an expression
				return objects
			}
			if !of.selects(o) {
				continue
			}
			if applied++; !b.spend(o.root.Span().Len()) {
				return objects
			}
			o.apply(d.Root, at, of.vague)
		}
		objects = slices.DeleteFunc(objects, func(o *deployed) bool { return o.root == nil })
		if applied == 0 {
			b.readAlone(f, d, at)
		}
	}
	return objects
}

// readAlone reads a patch whose object is not known: whatever that holds, the JVM gets what the patch does.
func (b *builder) readAlone(f *source.File, d *yamldoc.Document, at *yamldoc.Node) {
	if d.Root.Kind() != yamldoc.Mapping {
		return
	}
	b.readPart(f, []*yamldoc.Document{d})
	if !startsContainers(d.Root) {
		return
	}
	why := "no object that is deployed here has its name"
	if b.Kustomized.Component {
		why = "it belongs to a component that no kustomization here uses"
	}
	why = cmp.Or(b.beyond, why)
	b.Note(at.Span().Around(), "the patch is judged by itself, as a part of the object that it changes: %s", why)
}

// startsContainers reports whether an object of Kubernetes, or a patch of one, has containers.
func startsContainers(o *yamldoc.Node) bool {
	return slices.ContainsFunc(podPaths, func(pod []string) bool { return len(o.Get(pod...).Get("containers").Items()) > 0 })
}

var podPaths = [][]string{{"spec"}, {"spec", "template", "spec"}, {"spec", "jobTemplate", "spec", "template", "spec"}}

// apply changes an object, or notes that what comes out is not known.
func (o *deployed) apply(patch, at *yamldoc.Node, vague bool) {
	if vague {
		o.unknown = unapplied{at, "it is unknown whether a patch selects it"}
		return
	}
	if patch.Kind() == yamldoc.Sequence {
		for _, op := range patch.Items() {
			if !o.operate(op) {
				o.unknown = unapplied{at, "the result of the patch of " + op.Get("path").Value() + " is unknown"}
			}
		}
		return
	}
	m := &merger{lists: pods[o.root.Get("kind").Value()]}
	before := o.root
	o.root = m.mapping(before, patch)
	if o.root == nil {
		return
	}
	for _, path := range [][]string{{"kind"}, {"metadata", "name"}} { // a patch for a target may be called anything
		if keep := before.Get(path...); keep != nil {
			o.put(path, keep.Borrow(), true)
		}
	}
	if m.unknown {
		o.unknown = unapplied{at, "the patch has unknown directives"}
	}
}

// besideJVM are fields that say nothing of a JVM.
var besideJVM = strings.Fields("metadata ports livenessProbe readinessProbe startupProbe lifecycle securityContext imagePullPolicy affinity tolerations nodeSelector")

// put sets a value of an object; false: there is no such place.
func (o *deployed) put(at []string, value *yamldoc.Node, insert bool) bool {
	root, done := put(o.root, at, value, insert)
	if done && root != nil {
		o.root = root
	}
	return done && root != nil
}

// operate makes an operation of a JSON patch. It tells false where what comes out is not known.
func (o *deployed) operate(op *yamldoc.Node) bool {
	way, found := strings.CutPrefix(op.Get("path").Value(), "/")
	if !found {
		return false
	}
	at := lists.Of(strings.Split(way, "/"), strings.NewReplacer("~1", "/", "~0", "~").Replace)
	switch name, value := op.Get("op").Value(), op.Get("value"); {
	case name == "test" || slices.ContainsFunc(at, func(step string) bool { return slices.Contains(besideJVM, step) }):
		return true
	case name == "remove":
		return o.put(at, nil, false)
	case value != nil && (name == "add" || name == "replace"):
		return o.put(at, borrow(value), name == "add")
	}
	return false
}

// selector tells the objects that a patch is for. A vague one may mean fewer.
type selector struct {
	kind, name, namespace string
	pattern               bool // they are regular expressions
	labels                map[string]string
	vague                 bool
}

// selectorOf reads a target. What it asks of annotations is not looked up.
// https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/
func selectorOf(target *yamldoc.Node) selector {
	s := selector{kind: target.Get("kind").Value(), name: target.Get("name").Value(), namespace: target.Get("namespace").Value(), pattern: true, labels: map[string]string{}}
	s.vague = target.Get("annotationSelector").Value() != ""
	for term := range strings.SplitSeq(target.Get("labelSelector").Value(), ",") {
		label, value, found := strings.Cut(term, "=")
		if label = strings.TrimSpace(label); found && !strings.ContainsAny(label, "! ") {
			s.labels[label] = strings.TrimSpace(strings.TrimPrefix(value, "="))
		} else {
			s.vague = s.vague || strings.TrimSpace(term) != ""
		}
	}
	return s
}

func (s *selector) selects(o *deployed) bool {
	if o.root == nil {
		return false
	}
	for label, value := range s.labels {
		if o.root.Get("metadata", "labels", label).Value() != value {
			return false
		}
	}
	namespace := o.root.Get("metadata", "namespace").Value()
	return s.is(s.kind, o.root.Get("kind").Value()) && slices.ContainsFunc(o.names, func(name string) bool { return s.is(s.name, name) }) &&
		(namespace == "" || s.namespace == "" || s.is(s.namespace, namespace))
}

// is holds what a selector says against a word.
func (s *selector) is(said, word string) bool {
	if !s.pattern {
		return said == word
	}
	if said == "" || said == word {
		return true
	}
	e, err := regexp.Compile("^(?:" + said + ")$")
	return err == nil && e.MatchString(word)
}

// transform does what else a kustomization says of all its objects: names, namespaces, replicas and images.
func (b *builder) transform(root *yamldoc.Node, objects []*deployed) {
	namespace := root.Get("namespace")
	before, behind := root.Get("namePrefix").Value(), root.Get("nameSuffix").Value()
	for _, o := range objects {
		if namespace.Kind() == yamldoc.Scalar && b.spend(putWork) {
			o.put([]string{"metadata", "namespace"}, namespace.Borrow(), true)
		}
		for _, item := range root.Get("replicas").Items() {
			if count := item.Get("count"); count != nil && b.spend(1) && slices.Contains(o.names, item.Get("name").Value()) {
				o.put([]string{"spec", "replicas"}, count.Borrow(), true)
			}
		}
		if before+behind != "" {
			o.names = append(o.names, before+o.names[len(o.names)-1]+behind)
		}
		for _, item := range root.Get("images").Items() {
			if !b.spend(16) {
				return
			}
			for _, pod := range podPaths {
				b.renameImages(o, pod, item)
			}
		}
	}
}

// renameImages puts another image into the containers of a pod.
func (b *builder) renameImages(o *deployed, pod []string, item *yamldoc.Node) {
	for _, list := range []string{"containers", "initContainers"} {
		for i, c := range o.root.Get(pod...).Get(list).Items() {
			image := c.Get("image")
			if !b.spend(1) || image.Kind() != yamldoc.Scalar {
				continue
			}
			if text, is := renamed(image.Text(), item); is && b.spend(o.root.Span().Len()) {
				at := append(slices.Clone(pod), list, strconv.Itoa(i), "image")
				o.put(at, yamldoc.ForeignScalar(text, yamldoc.Writing{}), false)
			}
		}
	}
}

// renamed is an image as an entry of the images has it; false where that is for others.
// https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/images/
func renamed(image source.Text, item *yamldoc.Node) (source.Text, bool) {
	whole := image.String()
	name, _, _ := strings.Cut(whole, "@")
	end := len(name)
	if at := strings.LastIndexByte(whole[:end], ':'); at > strings.LastIndexByte(whole[:end], '/') {
		end = at
	}
	if whole[:end] != item.Get("name").Value() {
		return image, false
	}
	name, rest, at := whole[:end], whole[end:], source.Span{}
	tag, digest := item.Get("newTag"), item.Get("digest")
	if to := item.Get("newName"); to.Value() != "" {
		name, at = to.Value(), to.Span()
	}
	if tag.Value()+digest.Value() != "" {
		rest = ""
	}
	if tag.Value() != "" {
		rest, at = ":"+tag.Value(), tag.Span()
	}
	if digest.Value() != "" {
		rest, at = rest+"@"+digest.Value(), digest.Span()
	}
	return source.Vague(name+rest, at), !at.IsZero()
}
