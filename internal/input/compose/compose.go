// Package compose reads files of Docker Compose.
package compose

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/docker/go-units"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Format is that of a file with services that start a JVM.
const Format reading.Format = "Compose file"

// Files are those of Compose: YAML whose services have an image, are built, or extend another.
var Files = reading.Reader{
	Name:    "Compose files",
	Formats: []reading.Format{Format},
	YAML:    true,
	Content: func(c *reading.Candidate) bool { return len(servicesOf(c)) > 0 },
	Read: func(in *reading.Input, c *reading.Candidate) {
		documents, _ := c.YAML()
		read(in, documents[0].Root, servicesOf(c))
		in.FindNeverRead()
	},
	Comments: reading.YAMLRemarks,
}

// servicesOf are those of a file of Docker Compose: below services, or, as in its first version, at the top of a file
// that is named for it, or in a part that another program puts together, where each names its container. Each has an
// image, is built, or extends another. Other YAML has none.
func servicesOf(c *reading.Candidate) []yamldoc.Entry {
	documents, err := c.YAML()
	if err != nil || len(documents) != 1 || documents[0].Root.Get("apiVersion") != nil {
		return nil
	}
	root := documents[0].Root
	services := root.Get("services").Entries()
	first, named := len(services) == 0, strings.Contains(path.Base(c.File.Name), "compose")
	if first {
		services = root.Entries()
	}
	some := false
	for _, e := range services {
		runs := e.Value.Get("image").Kind() == yamldoc.Scalar || e.Value.Get("build") != nil || extendsAnother(e.Value)
		if first && !(runs && (named || e.Value.Get("container_name").Kind() == yamldoc.Scalar)) {
			return nil
		}
		some = some || runs
	}
	if !some {
		return nil
	}
	return services
}

func extendsAnother(service *yamldoc.Node) bool {
	extends := service.Get("extends")
	return extends.Kind() == yamldoc.Scalar && !extends.IsNull() || extends.Get("service").Kind() == yamldoc.Scalar
}

// composeFile is a Compose file that is read, and what its services extend.
type composeFile struct {
	*reading.Input
	roots map[string]*yamldoc.Node // of it and of the files beside it, by their ways; nil where there is none
	taken int                      // bytes of services that others extend
}

// read reads each service. Compose puts variables of its own environment
// in for ${NAME}: what no .env or default says of them is not known.
// https://github.com/compose-spec/compose-spec/blob/main/spec.md
func read(in *reading.Input, root *yamldoc.Node, services []yamldoc.Entry) {
	in.Format = reading.OtherYAML
	interpolate(in, root)
	c := &composeFile{Input: in, roots: map[string]*yamldoc.Node{path.Base(in.File.Name): root}}
	for _, e := range services {
		if in.Full() {
			break
		}
		c.readService(e.Key, c.serviceOf(root, e.Value))
	}
	if len(in.Workloads) > 0 {
		in.Format = Format
	}
}

func (in *composeFile) readService(name *yamldoc.Node, s service) {
	w := workload.New(name.Value(), in.File, name.Text())
	w.Limits = workload.Limits{
		Limited: s.unknown == nil, LimitKey: composeLimit(s), Manager: workload.Docker, Container: composeContainer(s),
	}
	image, builds := in.composeBuild(s)
	if !builds && len(s.all("build")) == 0 {
		image, builds = in.OwnImage(s.get("image").Text())
	}
	if !builds {
		image.Image = s.get("image").Text()
	}
	defaults := in.BaseImage(&w, image.Image)
	in.InstalledJDK(&w, image.Installed)
	w.JDK.Why = image.WhyJDK(w.JDK)
	var faults []reading.QuantityFault
	w.Memory = composeMemory(&faults, s.get("mem_limit"), s.get("deploy", "resources", "limits", "memory"))
	w.Swap = composeMemory(new([]reading.QuantityFault), s.get("memswap_limit")) // -1: any
	w.CPUs = composeCPUs(&faults, s.get("cpus"), s.get("deploy", "resources", "limits", "cpus"))
	w.Limited = w.Limited && len(faults) == 0
	env := in.composeEnvironment(s, image.Environment)
	mounts := hostMounts(s)
	for _, m := range mounts {
		env.Files = in.HostFiles(m.host, m.at).Over(env.Files)
	}
	env.Folder = cmp.Or(s.get("working_dir").Value(), env.Folder)
	if w.IsMember {
		w.Hazelcast = in.memberConfiguration(mounts, env)
	}
	in.Closes(env, w.Image)
	start := in.composeStart(s, env, image)
	if builds {
		start.Built = name.Text()
		// An image of a JDK that starts nothing is there to be built on: whether its containers have a limit, others say.
		w.Limited = w.Limited && !(start.Empty() && images.OnlyJDK(images.Parse(image.Image.String())))
	}
	start.Mounts = w.Container.Mounts
	start.Waits = start.Waits && s.get("init").Value() != "true" && s.get("pid") == nil
	start.Own = builds || s.get("build") != nil || s.unknown != nil || !w.Container.AllMounts || slices.ContainsFunc(w.Container.Mounts, reading.BringsScript)
	test := s.get("healthcheck", "test")
	start.Probes = lists.Of(append(test.Items(), test), (*yamldoc.Node).Text)
	before, named := len(in.Workloads), len(in.Unjudged)
	in.ReadJVMs(w, env, start, defaults)
	checks := healthcheckOf(test)
	if test == nil && s.get("healthcheck", "disable").Value() != "true" { // that of the image
		checks = image.Health
	}
	in.AddHelpers(before, env, checks, false)
	if build := s.get("build"); build != nil && !builds && len(in.Workloads) == before && len(in.Unjudged) == named {
		in.Unknown = append(in.Unknown, reading.Unknown{Name: name.Value() + " (its Dockerfile is not here)"})
	}
	if len(in.Workloads) > before {
		in.ReportQuantities(faults)
	}
	in.Mark(image, before, named)
	// The files and folders beside the file that it mounts, but for a whole folder of sources.
	beside := lists.Where(mounts, func(m hostMount) bool { return strings.Trim(m.host, "./") != "" })
	if len(beside) > 0 {
		files := lists.Of(beside, func(m hostMount) string { return m.host })
		mounted := reading.BuiltImage{JDK: w.JDK, Doubt: w.Doubt, Files: files, Container: &w}
		if len(in.Unjudged) > named && len(in.Workloads) == before {
			mounted.Unread = in.Unjudged[named]
		}
		in.Mounts = append(in.Mounts, mounted)
	}
	if s.unknown != nil && (len(in.Workloads) > before || len(in.Unjudged) == named && w.Image.Len() == 0) {
		in.Note(s.unknown.Span(), "service %s is known in part only, because the service that it extends is not: %s", name.Value(), s.why)
	}
}

// composeLimit is the key that would give a service a memory limit: files of version
// 3 have it under deploy, and Compose reads either.
// https://docs.docker.com/reference/compose-file/deploy/#resources
// https://docs.docker.com/reference/compose-file/services/#mem_limit
func composeLimit(s service) string {
	if strings.HasPrefix(s.layers[0].root.Get("version").Value(), "3") || s.get("deploy") != nil {
		return "deploy.resources.limits.memory"
	}
	return "mem_limit"
}

// hostMount is a file or a folder beside the file that a service finds at a path.
type hostMount struct{ host, at string }

// hostMounts are those of a service, the ones below others last. One takes the place of what an extended service mounts
// at its path.
func hostMounts(s service) []hostMount {
	var all []hostMount
	taken := map[string]bool{}
	for _, volumes := range s.all("volumes") {
		for _, v := range volumes.node.Items() {
			from, at := volume(v)
			from = here.ReplaceAllString(from, ".")
			if strings.HasPrefix(from, ".") && !taken[at] && !reading.HasPlaceholder(from) {
				all = append(all, hostMount{volumes.beside(path.Clean(from)), at})
			}
			taken[at] = true
		}
	}
	slices.SortStableFunc(all, func(a, b hostMount) int { return cmp.Compare(len(a.at), len(b.at)) })
	return all
}

// memberConfiguration is the configuration of Hazelcast that a service gets as a file: the one that it names, or
// else one that is called like those that members look for.
func (in *composeFile) memberConfiguration(mounts []hostMount, env *reading.Environment) *hazelcast.Config {
	named := reading.ConfigurationPath(in.MemberOptions(env), env)
	for _, m := range mounts {
		if named == "" && reading.IsConfigurationName(m.at) {
			named = m.at
		}
	}
	if named == "" || env.Files == nil {
		return nil
	}
	text, _ := env.Files(path.Clean(named))
	return in.MemberConfiguration(named, text)
}

// volume reads SOURCE:TARGET, or a mapping.
func volume(v *yamldoc.Node) (from, at string) {
	if v.Kind() != yamldoc.Scalar {
		return v.Get("source").Value(), v.Get("target").Value()
	}
	parts := sides(v.Value())
	return parts[0], parts[min(1, len(parts)-1)]
}

// sides are the parts of a volume or a port between colons, of which a variable may hold some for its default, and a
// path of Windows begins with one.
func sides(written string) []string {
	if all := side.FindAllString(written, -1); all != nil {
		return all
	}
	return []string{""}
}

var side = lazyregexp.New(`(?:^[A-Za-z]:[\\/])?(?:\$\{[^}]*\}|[^:])+`)

// composeContainer is what is described of a service beside its JVM.
func composeContainer(s service) *workload.Container {
	further := s.get("volumes_from") != nil || s.get("configs") != nil || s.get("secrets") != nil
	c := &workload.Container{Folder: s.get("working_dir").Value(), AllMounts: s.unknown == nil && !further}
	for _, volumes := range s.all("volumes") {
		for _, v := range volumes.node.Items() {
			_, at := volume(v)
			c.Mounts, c.AllMounts = append(c.Mounts, at), c.AllMounts && !strings.Contains(at, "$")
		}
	}
	for _, tmpfs := range s.all("tmpfs") {
		for _, folder := range append(tmpfs.node.Items(), tmpfs.node) {
			if at, _, _ := strings.Cut(folder.Value(), ":"); at != "" {
				c.Temporary = append(c.Temporary, at)
			}
		}
	}
	c.ReadOnly = s.get("read_only").Text()
	if s.get("network_mode").Value() == "host" { // all ports are the machine's own
		return c
	}
	for _, ports := range s.all("ports") {
		for _, port := range ports.node.Items() {
			c.Published = append(c.Published, PortOfContainer(cmp.Or(port.Get("target").Value(), port.Value())))
		}
	}
	return c
}

// PortOfContainer is the container's side of a published port: "9005:5005/tcp".
func PortOfContainer(written string) string {
	written, _, _ = strings.Cut(written, "/")
	parts := sides(written)
	return parts[len(parts)-1]
}

// composeBuild is the image of a service that is built by a Dockerfile, and the
// folder that it is built in, where that can be reached from the file.
func (in *composeFile) composeBuild(s service) (image reading.Built, builds bool) {
	name, target, folder, arguments := "", "", "", &reading.Environment{}
	for _, build := range slices.Backward(s.all("build")) {
		context := build.node
		if context.Kind() == yamldoc.Mapping {
			context = context.Get("context")
		}
		if context != nil {
			folder = build.beside(here.ReplaceAllString(context.Value(), "."))
		}
		name = cmp.Or(build.node.Get("dockerfile").Value(), build.layer.node.Get("dockerfile").Value(), name, "Dockerfile") // beside it up to Compose 1.5
		target = cmp.Or(build.node.Get("target").Value(), target)
		setVariables(arguments, build.node.Get("args"))
		if build.node.Get("dockerfile_inline") != nil {
			return reading.Built{}, false
		}
	}
	return in.BuildBeside(folder, name, target, arguments)
}

// here finds the folder that Compose runs in, as most people run it: that of the file. It is always set.
var here = lazyregexp.New(`^\$(?:PWD\b|\{PWD(?::?[-?][^}]*)?\})`)

// composeEnvironment reads the variables of the image, over them those of files that
// a service names, and over them its own.
func (in *composeFile) composeEnvironment(s service, image *reading.Environment) *reading.Environment {
	env := cmp.Or(image, &reading.Environment{}).Clone()
	if s.unknown != nil {
		env.OpenTo(s.unknown.Text())
	}
	for _, files := range slices.Backward(s.all("env_file")) {
		for _, n := range append(files.node.Items(), files.node) {
			if n.Kind() == yamldoc.Mapping {
				n = n.Get("path")
			}
			if n.Kind() == yamldoc.Scalar && (reading.HasPlaceholder(n.Value()) || !in.EnvironmentFile(files.beside(n.Value()), env)) {
				env.OpenTo(n.Text())
			}
		}
	}
	for _, own := range slices.Backward(s.all("environment")) {
		setVariables(env, own.node)
	}
	return env
}

// setVariables reads a mapping, or a list of NAME=value.
func setVariables(env *reading.Environment, n *yamldoc.Node) {
	for _, e := range n.Entries() {
		env.Set(reading.Variable{Name: e.Key.Value(), At: e.Key.Text(), Value: e.Value.Text(), Known: e.Value.Kind() == yamldoc.Scalar && !e.Value.IsNull()})
	}
	for _, item := range n.Items() {
		if v := reading.VariableOf(item.Text()); v.Known || !env.Strays(v.At) {
			v.List = n.Span()
			env.Set(v)
		}
	}
}

// composeVariable is what Compose puts a value in for.
var composeVariable = lazyregexp.New(`\$(?:[A-Za-z_]\w*|\{[^}]*\})`)

// composeStart reads entrypoint and command: lists, or lines that are split as a shell does it, without a shell.
func (in *composeFile) composeStart(s service, env *reading.Environment, image reading.Built) reading.StartCommand {
	words, variables, complete := composeWords(s, env)
	start := reading.Started(words, variables, false)
	start.Replaced, start.Arguments = s.words("entrypoint") != nil, s.words("command") != nil
	start = image.In(start, words, env, false)
	start.Complete = start.Complete && complete
	return start
}

// healthcheckOf is the command of a test: a line for a shell, or a list that says whether it is one.
func healthcheckOf(test *yamldoc.Node) []reading.HelperCommand {
	words := reading.ItemsOf(test)
	switch {
	case test.Kind() == yamldoc.Scalar:
		words = inShell(test.Text())
	case len(words) > 1 && words[0].Text.String() == "CMD-SHELL":
		words = inShell(words[1].Text)
	case len(words) > 1 && words[0].Text.String() == "CMD":
		words = words[1:]
	default:
		return nil
	}
	singleDollars(words)
	return []reading.HelperCommand{{Name: "healthcheck", Words: words}}
}

// inShell are the words that let a shell run a line.
func inShell(line source.Text) []reading.Item {
	word := func(s string) reading.Item { return reading.Item{Text: source.Unlocated(s, "Compose")} }
	return []reading.Item{word("sh"), word("-c"), {Text: line}}
}

// composeWords are those of a service, with the variables that are put in there; complete: nothing else is.
func composeWords(s service, env *reading.Environment) (words []reading.Item, variables *reading.Environment, complete bool) {
	complete = true
	for _, key := range []string{"entrypoint", "command"} {
		n := s.words(key)
		if n.Kind() != yamldoc.Scalar {
			words = append(words, reading.ItemsOf(n)...)
			continue
		}
		for _, w := range shell.Split(n.Text()) {
			text := strings.ReplaceAll(w.Text.String(), "$$", "")
			complete = complete && !composeVariable.MatchString(text) // one that stands alone may be any number of words
			words = append(words, reading.Item{Text: w.Text, Written: w.Written})
		}
	}
	if doubled := singleDollars(words); !doubled && !env.StartsScript(words) { // what stands for a variable there, Compose itself puts in
		return words, env.Without(), complete
	}
	return words, env, complete
}

// singleDollars puts in a dollar for two, and reports whether there were any.
func singleDollars(words []reading.Item) (doubled bool) {
	for i, w := range words {
		if strings.Contains(w.Text.String(), "$$") {
			words[i].Text, doubled = reading.SingleDollars(w.Text), true
		}
	}
	return doubled
}

// composeMemory reads the first that is set: bytes, or a size such as 1900m, whose units are powers of 1024.
func composeMemory(faults *[]reading.QuantityFault, limits ...*yamldoc.Node) source.Value {
	return firstSet(faults, limits, "a size such as 512m or 2g", func(n *yamldoc.Node) (source.Value, bool) {
		bytes, err := units.RAMInBytes(n.Value())
		return source.Value{N: bytes, Origin: source.Configured, Text: n.Text(), Why: "limit"}, err == nil
	})
}

// composeCPUs reads the first that is set, a number such as 0.5, and rounds it up.
func composeCPUs(faults *[]reading.QuantityFault, limits ...*yamldoc.Node) source.Value {
	return firstSet(faults, limits, "a number of CPUs such as 0.5", func(n *yamldoc.Node) (source.Value, bool) {
		if number, err := strconv.ParseFloat(n.Value(), 64); err != nil || number == 0 {
			return source.Value{}, err == nil
		}
		cpus, err := workload.CPUs(n.Text(), source.Configured)
		return cpus, err == nil && cpus.N <= math.MaxInt32
	})
}

// firstSet reads the first that is set, and Compose takes none for set to 0. One that a variable holds is a fault of
// which nothing is said.
func firstSet(faults *[]reading.QuantityFault, limits []*yamldoc.Node, kind string, read func(*yamldoc.Node) (source.Value, bool)) source.Value {
	for _, n := range limits {
		if n.Kind() != yamldoc.Scalar || n.IsNull() {
			continue
		}
		if v, ok := read(n); !ok {
			*faults = append(*faults, reading.QuantityFault{At: n, Err: fmt.Errorf("%q is not %s", n.Value(), kind)})
		} else if v.N > 0 {
			return v
		}
	}
	return source.Value{}
}
