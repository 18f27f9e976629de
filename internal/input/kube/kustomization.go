package kube

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// KustomizationNames are those that Kustomize looks for in a folder.
var KustomizationNames = []string{"kustomization.yaml", "kustomization.yml", "Kustomization"}

func IsKustomization(name string) bool { return slices.Contains(KustomizationNames, path.Base(name)) }

// kustomizes tells what Kustomize reads from what Flux does.
func kustomizes(root *yamldoc.Node) bool {
	group, _, _ := strings.Cut(root.Get("apiVersion").Value(), "/")
	return root.Kind() == yamldoc.Mapping && (group == "" || group == "kustomize.config.k8s.io")
}

const (
	mostKustomized     = 20      // kustomizations of which each takes the next
	mostKustomizedWork = 2 << 20 // bytes that one reads and merges, whatever it reads
	workPerByte        = 3       // and for each byte of a file, however often that is read
	takeWork           = 4 << 10 // what an entry counts for: each may take many others
	putWork            = 256     // what a new value near the root of an object counts for

	// Steps of budget.Run for such a byte, for one that is parsed, and for one of a file that is only looked at.
	stepsPerWork, stepsPerParsed, stepsPerSeen = 4, 40, 2
)

// deployed is an object as a kustomization deploys it.
type deployed struct {
	root    *yamldoc.Node
	names   []string // that it has had
	unknown unapplied
}

// unapplied is a patch whose outcome is not known, and why; the zero value is none.
type unapplied struct {
	at  *yamldoc.Node
	why string
}

// builder puts together what a kustomization deploys.
// https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/
type builder struct {
	*manifests
	roots   []*yamldoc.Node // of the kustomizations that are being built
	below   int             // how many objects the others generate
	work    int             // that was done, in bytes
	room    int             // for work, that the files give that were read
	counted int             // of the files that were read: the room has what they give
	spent   bool            // the work is more than the room
	beyond  string          // why what a patch is for may be out of reach here; empty where nothing is
}

// readKustomization reads the objects of a kustomization as it deploys them. Other
// files of its folder take the objects that it generates.
func (in file) readKustomization(root *yamldoc.Node) {
	in.Objects = reading.Objects{}
	b := &builder{manifests: in.manifests()}
	in.Kustomized = &reading.Kustomized{
		Component: root.Get("kind").Value() == "Component", Objects: map[*source.File][]source.Span{}, Patched: map[*source.File]bool{},
	}
	objects := b.build(root, "", nil)
	in.Spent += stepsPerWork * b.work
	own := reading.Objects{}
	own.Add(b.own[b.below:]...)
	b.unknown = map[*yamldoc.Node]unapplied{}
	var roots []*yamldoc.Node
	for _, o := range objects {
		if roots = append(roots, o.root); o.unknown.at != nil {
			b.unknown[o.root] = o.unknown
		}
	}
	b.read(roots)
	in.Objects = own
	if len(in.Workloads) > 0 {
		in.Format = KubernetesManifest
	}
	reading.Around(slices.Concat(in.Problems, in.Notes)) // of patches that stand in the file
	for i := range in.Unjudged {
		in.Unjudged[i].At = in.Unjudged[i].At.Around()
	}
}

// leaveUnknown takes out what was read of an object that changes in ways that are not
// known. before and named count the workloads, and the JVMs that notes name.
func (m *manifests) leaveUnknown(o *yamldoc.Node, before, named int) {
	by, is := m.unknown[o]
	if !is || len(m.Workloads) == before && len(m.Unjudged) == named {
		return
	}
	m.Workloads = m.Workloads[:before]
	m.NotJudged(by.at.Span().Around(), "%s", by.why)
}

// spend counts work; false: it is too much. A large repository, of which each file is
// read and changed a few times, stays within the bound.
func (b *builder) spend(n int) bool {
	for _, l := range b.Links[b.counted:] {
		if l.Kind == reading.Includes {
			b.room += workPerByte * len(l.To.Data)
		}
	}
	b.counted = len(b.Links)
	most := mostKustomizedWork + b.room
	if b.work += n; b.work > most && !b.spent {
		b.spent = true
		b.Exceeds(source.Span{}, "its resources and patches take more than %d bytes and %d for each of theirs: from here on they are not read",
			mostKustomizedWork, workPerByte)
	}
	return !b.spent
}

// outOfReach notes why a patch may have nothing to change: the first reason counts.
func (b *builder) outOfReach(why string) { b.beyond = cmp.Or(b.beyond, why) }

// build is what a kustomization in a folder deploys, together with what is there already where it is a component.
func (b *builder) build(root *yamldoc.Node, folder string, objects []*deployed) []*deployed {
	b.roots = append(b.roots, root)
	before := len(b.own)
	for _, list := range []string{"resources", "bases", "components"} {
		for _, item := range root.Get(list).Items() {
			if list == "components" {
				objects = b.take(item, folder, objects)
			} else {
				objects = append(objects, b.take(item, folder, nil)...)
			}
		}
	}
	if len(root.Get("helmCharts").Items()) > 0 {
		b.outOfReach("its base is a chart that Kustomize renders")
	}
	if len(root.Get("generators").Items()) > 0 {
		b.outOfReach("a generator may make its base")
	}
	b.below = len(b.own)
	b.addGenerated(root, folder)
	for _, o := range b.own[before:] {
		o.Namespace = cmp.Or(root.Get("namespace").Value(), o.Namespace)
	}
	objects = b.patch(root, folder, objects)
	b.transform(root, objects)
	b.roots = b.roots[:len(b.roots)-1]
	return objects
}

// take is what an entry of the resources stands for: a file, or a folder with another kustomization.
func (b *builder) take(item *yamldoc.Node, folder string, objects []*deployed) []*deployed {
	name := item.Value()
	switch {
	case !b.spend(takeWork), item.Kind() != yamldoc.Scalar, name == "":
		return objects
	case isRemote(name):
		b.outOfReach("its base is remote: " + name)
		return objects
	case reading.HasPlaceholder(name) || path.IsAbs(name):
		b.outOfReach(name + " is unknown")
		return objects
	}
	at := path.Join(folder, name)
	if f := b.ReadBeside(at); f != nil {
		return append(objects, b.objectsOf(f)...)
	}
	for _, name := range KustomizationNames {
		f := b.ReadBeside(path.Join(at, name))
		if f == nil {
			continue
		}
		documents, err := yamldoc.Parse(f)
		switch {
		case err != nil || len(documents) != 1:
			b.outOfReach(f.Name + " cannot be read")
		case len(b.roots) == mostKustomized:
			b.spent = true // there are cycles among them, or nearly
			b.Note(item.Span(), "kustomizations are nested more than %d deep: those below are not read", mostKustomized)
		case slices.ContainsFunc(b.roots, func(n *yamldoc.Node) bool { return n.Span() == documents[0].Root.Span() }):
			b.spent = true
			b.Note(item.Span(), "it includes itself, which Kustomize refuses")
		case b.spend(len(f.Data)):
			return b.build(documents[0].Root, at, objects)
		}
		return objects
	}
	b.outOfReach("there is no " + name + " here")
	b.Note(item.Span(), "it is not read with its kustomization: there is no %s here", name)
	return objects
}

func (b *builder) objectsOf(f *source.File) []*deployed {
	_, again := b.Kustomized.Objects[f]
	b.Kustomized.Objects[f] = nil
	if withoutJVMs(f) {
		b.Spent += stepsPerSeen * len(f.Data)
		return nil
	}
	b.Spent += stepsPerParsed * len(f.Data)
	kept := b.Options.Kept
	if again { // objects that are taken twice are two
		kept = nil
	}
	objects, err := kept.Objects(f, mayHaveJVMs)
	if err != nil || !b.spend(len(f.Data)) {
		return nil
	}
	b.Kustomized.Objects[f] = lists.Of(objects, (*yamldoc.Node).Span)
	return lists.Of(objects, func(o *yamldoc.Node) *deployed {
		return &deployed{root: o, names: []string{o.Get("metadata", "name").Value()}}
	})
}

// mayHaveJVMs are the objects of a file but for those that say nothing of a JVM. What is made of them leaves them as
// they are.
func mayHaveJVMs(f *source.File) (all []*yamldoc.Node, err error) {
	documents, err := yamldoc.Parse(f)
	for _, d := range documents {
		if isManifest(d.Root) {
			all = append(all, lists.Where(listed(d.Root), func(o *yamldoc.Node) bool { return !noJVM[o.Get("kind").Value()] })...)
		}
	}
	return all, err
}

// noJVM are kinds of objects that say nothing of a JVM, and some of them at great length.
var noJVM = lists.Set(strings.Fields(`
	CustomResourceDefinition Namespace Service ServiceAccount Role RoleBinding ClusterRole ClusterRoleBinding NetworkPolicy Ingress
	PersistentVolume PersistentVolumeClaim StorageClass PodDisruptionBudget HorizontalPodAutoscaler PriorityClass APIService
	ValidatingWebhookConfiguration MutatingWebhookConfiguration`))

// withoutJVMs reports, by a look at its lines, that a file holds nothing but such
// objects: all kustomizations of a repository may take it.
func withoutJVMs(f *source.File) bool {
	some := false
	for line := range bytes.Lines(f.Data) {
		kind, found := bytes.CutPrefix(line, []byte("kind:"))
		if found && !noJVM[string(bytes.TrimSpace(kind))] {
			return false
		}
		some = some || found
	}
	return some
}

// isRemote tells a URL, or a short form of one, from a path.
// https://github.com/kubernetes-sigs/kustomize/blob/master/examples/remoteBuild.md
func isRemote(name string) bool {
	host, _, _ := strings.Cut(name, "/")
	return strings.Contains(name, "://") || strings.Contains(name, "git::") || strings.Contains(name, "?ref=") ||
		strings.HasPrefix(name, "git@") || strings.Contains(name, ".git//") || host == "github.com" || host == "gitlab.com" || host == "bitbucket.org"
}
