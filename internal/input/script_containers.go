package input

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/compose"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// scriptContainer is a container that a command of a script starts.
type scriptContainer struct {
	name, image source.Text
	env         *reading.Environment
	files       []source.Text // of variables
	memory      source.Text
	cpus        source.Text
	replaced    bool // its program is named
	command     []reading.Item
	detached    bool       // it runs on by itself
	init        bool       // process 1 is one that passes signals on
	build       imageBuild // how the same script builds its image
	box         workload.Container
}

// scriptContainers are those of all commands of a text.
// https://docs.docker.com/reference/cli/docker/container/run/
func scriptContainers(whole source.Text) []scriptContainer {
	if s := whole.String(); !strings.Contains(s, " run ") && !strings.Contains(s, " create ") {
		return nil
	}
	script, ok := shell.Parse(whole)
	if !ok {
		return nil
	}
	var all []scriptContainer
	builds := map[string]imageBuild{}
	for _, c := range script.Commands {
		words := lists.Of(c.Words, func(w shell.Word) reading.Item { return reading.Item{Text: w.Literal(), Written: w.Text} })
		if build, is := buildOf(words); is {
			builds[build.options["tag"]] = build
		} else if found, is := containerOf(words); is && (!c.Inner || found.detached) { // of which only the name is a part of the command
			found.build = builds[found.image.String()]
			all = append(all, found)
		} else if within, is := reading.ShellScriptOf(words); is && !c.Inner {
			all = append(all, scriptContainers(within)...)
		}
	}
	return all
}

// startsContainer finds a command that starts a container, or makes one.
// https://docs.docker.com/reference/cli/docker/service/create/
var startsContainer = lazyregexp.New(`^(?:(?:sudo|exec) )?(?:\S*/)?(?:docker|podman) (?:(?:container|service) )?(?:run|create) `)

func containerOf(words []reading.Item) (scriptContainer, bool) {
	begins := lists.Of(words[:min(4, len(words))], func(w reading.Item) string { return w.Text.String() + " " })
	command := startsContainer.FindString(strings.Join(begins, ""))
	if command == "" {
		return scriptContainer{}, false
	}
	return runOf(words[min(strings.Count(command, " "), len(words)):]), true
}

// switches are the options of docker run that take no value.
var switches = []string{"--detach", "--interactive", "--tty", "--rm", "--privileged", "--init", "--publish-all", "--read-only", "--no-healthcheck", "--oom-kill-disable", "--quiet", "--no-resolve-image", "--with-registry-auth", "--replace"}

// runOf reads what stands behind docker run.
func runOf(words []reading.Item) scriptContainer {
	c := scriptContainer{env: &reading.Environment{}}
	hides := func(w reading.Item) bool {
		return reading.HasPlaceholder(w.Text.String()) || strings.HasPrefix(w.Text.String(), "--volumes-from")
	}
	open := slices.ContainsFunc(words, hides)
	words = slices.DeleteFunc(slices.Clone(words), func(w reading.Item) bool { return w.Text.String() == source.Gap }) // options that a template may put in
	for len(words) > 0 && strings.HasPrefix(words[0].Text.String(), "-") {
		option := words[0].Text
		words = words[1:]
		name, value := option.String(), source.Text{}
		switch equals := strings.IndexByte(name, '='); {
		case slices.Contains(switches, name), strings.Trim(name, "-ditPq") == "":
			c.init = c.init || name == "--init"
			if name == "--read-only" {
				c.box.ReadOnly = option
			}
			c.detached = c.detached || name == "--detach" || !strings.HasPrefix(name, "--") && strings.Contains(name, "d")
			continue
		case strings.HasPrefix(name, "--") && equals > 0:
			name, value = name[:equals], option.Slice(equals+1, option.Len())
		case !strings.HasPrefix(name, "--") && len(name) > 2: // -eNAME=value, -m2g
			name, value = name[:2], option.Slice(2, option.Len())
		case len(words) > 0:
			value, words = words[0].Text, words[1:]
		}
		switch name {
		case "-e", "--env":
			setVariable(c.env, value)
		case "--env-file":
			c.files = append(c.files, value)
		case "-v", "--volume", "--mount":
			c.box.Mounts = append(c.box.Mounts, strings.FieldsFunc(value.String(), ofMount)...)
		case "--tmpfs":
			c.box.Temporary = append(c.box.Temporary, strings.FieldsFunc(value.String(), ofMount)...)
		case "-p", "--publish":
			c.box.Published = append(c.box.Published, compose.PortOfContainer(value.String()))
		case "-m", "--memory", "--limit-memory":
			c.memory = value
		case "--cpus", "--limit-cpu":
			c.cpus = value
		case "--name":
			c.name = value
		case "--entrypoint":
			c.replaced, c.command = true, append(c.command, reading.Item{Text: value})
		}
	}
	if len(words) > 0 {
		c.image, c.command = words[0].Text, append(c.command, words[1:]...)
	}
	if c.name.Len() == 0 {
		c.name = c.image
	}
	c.box.AllMounts = !open && (c.detached || c.box.ReadOnly.Len() > 0) // else somebody only tries it
	return c
}

// imageBuild is how a command builds an image.
type imageBuild struct {
	options   map[string]string
	arguments *reading.Environment
}

// buildOf reads how a command builds which image, where it does.
func buildOf(words []reading.Item) (build imageBuild, is bool) {
	last := len(words) - 1
	if last < 3 || !slices.Contains([]string{"docker", "podman"}, words[0].Text.String()) || words[1].Text.String() != "build" {
		return build, false
	}
	given, arguments := map[string]string{"folder": words[last].Text.String()}, &reading.Environment{}
	for i, w := range words[2:last] {
		name, _, inOne := strings.Cut(strings.TrimLeft(w.Text.String(), "-"), "=")
		value := words[i+3].Text
		if inOne {
			value = w.Text.Slice(strings.IndexByte(w.Text.String(), '=')+1, w.Text.Len())
		}
		if given[name] = value.String(); name == "build-arg" {
			setVariable(arguments, value)
		}
	}
	given["tag"], given["file"] = cmp.Or(given["t"], given["tag"]), cmp.Or(given["f"], given["file"], "Dockerfile")
	return imageBuild{given, arguments}, true
}

// ofMount tells what divides the paths of a mount.
func ofMount(r rune) bool { return strings.ContainsRune(":,=", r) }

// setVariable sets NAME=value. What is put in later is not known, and neither is
// the value of a name alone, which the shell has.
func setVariable(env *reading.Environment, t source.Text) {
	v := reading.VariableOf(t)
	v.Known = v.Known && (!reading.HasPlaceholder(v.Value.String()) || strings.HasPrefix(v.Value.String(), "-"))
	env.Set(v)
}

// hasJVM reports whether a container is known to run a JVM.
func (c scriptContainer) hasJVM(table images.Table) bool {
	reference := images.Parse(c.image.String())
	_, known := table.Find(reference)
	return known || table.BringsJVM(reference) || c.env.Any(func(v reading.Variable) bool {
		_, own := reading.ChannelOf(v.Name)
		return own && v.Known || v.HoldsOptions() || reading.IsOfFramework(v.Name)
	})
}

// mayRunJVMs reports whether a text starts containers with JVMs or, if it is a script, of
// images that a Dockerfile beside it may build.
func mayRunJVMs(f *source.File, whole source.Text) bool {
	named := path.Ext(f.Name) == ".sh" || IsScript(f.Data)
	return slices.ContainsFunc(scriptContainers(whole), func(c scriptContainer) bool {
		reference := images.Parse(c.image.String())
		return c.hasJVM(images.Table{}) || named && c.image.Len() > 0 && !reading.HasPlaceholder(c.image.String()) && !images.Table{}.RunsNoJVM(reference)
	})
}

// readContainers adds the JVMs of the containers that a script starts.
func readContainers(in *reading.Input, whole source.Text) {
	for _, c := range scriptContainers(whole) {
		built, own := in.BuildBeside(c.build.options["folder"], c.build.options["file"], c.build.options["target"], c.build.arguments)
		if built.Like, built.Named = c.image, true; !own {
			built, own = in.OwnImage(c.image)
		}
		if !own && !c.hasJVM(in.Options.Images) || in.Full() {
			continue
		}
		w := workload.New(cmp.Or(c.name.String(), "container"), in.File, c.name)
		w.Limits = workload.Limits{Container: &c.box, Limited: true, LimitKey: "--memory", Manager: workload.Docker}
		for _, file := range c.files {
			if reading.HasPlaceholder(file.String()) || !in.EnvironmentFile(file.String(), c.env) {
				c.env.OpenTo(file)
			}
		}
		w.Memory = unitMemory(c.memory)
		w.CPUs, _ = workload.CPUs(c.cpus, source.Configured)
		w.Limited = c.memory.Len() == 0 || w.Memory.Known()
		defaults, env := source.Text{}, c.env
		if own {
			c.image = built.Image
			env = built.Environment.Clone()
			env.Open, env.From = c.env.Open, c.env.From
			for v := range c.env.All() {
				env.Set(v)
			}
		}
		if c.image.Len() > 0 && !reading.HasPlaceholder(strings.SplitN(c.image.String(), ":", 2)[0]) {
			defaults = in.BaseImage(&w, c.image)
		}
		in.InstalledJDK(&w, built.Installed)
		w.JDK.Why = built.WhyJDK(w.JDK)
		start := reading.Started(c.command, env, false)
		start.Replaced, start.Arguments = c.replaced, len(c.command) > 0
		start = built.In(start, c.command, env, false)
		start.Built, start.Mounts = built.Like, c.box.Mounts
		start.Own = own || slices.ContainsFunc(c.box.Mounts, reading.BringsScript)
		start.Waits = start.Waits && !c.init
		before, named := len(in.Workloads), len(in.Unjudged)
		in.ReadJVMs(w, env, start, defaults)
		in.AddHelpers(before, env, built.Health, false)
		in.Mark(built, before, named)
	}
}
