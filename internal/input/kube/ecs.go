package kube

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// TaskDefinition is one of ECS, by itself or in a template of CloudFormation.
const TaskDefinition reading.Format = "task definition of ECS without JVM options"

// task is a mapping of a task definition. Templates of CloudFormation begin its keys with a capital letter.
type task struct{ *yamldoc.Node }

func (t task) get(key string) *yamldoc.Node {
	if n := t.Node.Get(key); n != nil {
		return n
	}
	return t.Node.Get(strings.ToUpper(key[:1]) + key[1:])
}

// taskDefinitions are those of a document: as they are registered or described, or as a
// template of CloudFormation declares them.
//
//	https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_RegisterTaskDefinition.html
//	https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-ecs-taskdefinition.html
func taskDefinitions(root *yamldoc.Node) []task {
	var all []task
	add := func(n *yamldoc.Node) {
		if n != nil && len((task{n}).get("containerDefinitions").Items()) > 0 {
			all = append(all, task{n})
		}
	}
	add(root)
	add(root.Get("taskDefinition"))
	for _, resource := range root.Get("Resources").Entries() {
		if resource.Value.Get("Type").Value() == "AWS::ECS::TaskDefinition" {
			add(resource.Value.Get("Properties"))
		}
	}
	return all
}

func (in file) readTasks(all []task) {
	in.Format = TaskDefinition
	for _, t := range all {
		containers := t.get("containerDefinitions").Items()
		for _, c := range containers {
			if in.Full() {
				return
			}
			in.readTaskContainer(task{c}, t, len(containers) == 1)
		}
	}
}

// readTaskContainer reads a container of a task. The memory of the task is that of its only
// container, where that has no limit.
func (in file) readTaskContainer(c, t task, alone bool) {
	name, image := c.get("name"), c.get("image")
	w := workload.Workload{
		Name: reading.JoinNames(t.get("family").Value(), name.Value()), File: in.File, At: name.Text(), Known: workload.AllOptions,
		JDK: workload.OpenJDK(), Limited: true, LimitKey: "memory", Mebibytes: true, Container: &workload.Container{Folder: c.get("workingDirectory").Value()},
	}
	built, own := in.ownImage(image)
	var defaults source.Text
	if own {
		defaults = in.named(&w, built.Image)
		in.InstalledJDK(&w, built.Installed)
		w.JDK.Why = built.WhyJDK(w.JDK)
	} else {
		defaults = in.imageOf(&w, image)
	}
	var known bool
	if w.Memory, known = taskMemory(c.get("memory"), "limit"); !w.Memory.Known() && alone && known {
		w.Memory, known = taskMemory(t.get("memory"), "memory of the task")
	}
	w.Limited = known
	w.Request, _ = taskMemory(c.get("memoryReservation"), "memoryReservation")
	env := taskEnvironment(c, built.Environment)
	start := reading.Started(slices.Concat(itemsOf(c.get("entryPoint")), itemsOf(c.get("command"))), env, false)
	start.Replaced, start.Arguments = c.get("entryPoint") != nil, c.get("entryPoint") != nil || c.get("command") != nil
	start = built.In(start, itemsOf(c.get("command")), env, false)
	start.Built, start.Own = built.Like, true // what it mounts may bring a script
	test := (task{c.get("healthCheck")}).get("command")
	for _, n := range test.Items() {
		start.Probes = append(start.Probes, n.Text())
	}
	before, unjudged := len(in.Workloads), len(in.Unjudged)
	in.ReadJVMs(w, env, start, defaults)
	in.AddHelpers(before, env, healthcheckOf(test), false)
	in.Mark(built, before, unjudged)
}

// taskMemory is a number of mebibytes, or a size such as 1GB. It tells false where it is set
// to something that is not known.
func taskMemory(n *yamldoc.Node, why string) (source.Value, bool) {
	if n == nil || n.IsNull() {
		return source.Value{}, true
	}
	m := mebibytes.FindStringSubmatch(n.Value())
	if n.Kind() != yamldoc.Scalar || n.WrittenTag() != "" || m == nil {
		return source.Value{}, false
	}
	size, err := strconv.ParseFloat(m[1], 64)
	if m[2] != "" {
		size *= 1 << 10
	}
	if err != nil || size < 1 || size >= 1<<30 {
		return source.Value{}, false
	}
	return source.Value{N: int64(size) << 20, Origin: source.Configured, Text: n.Text(), Why: why}, true
}

var mebibytes = lazyregexp.New(`^\s*(\d*\.?\d+)\s*((?i:GB))?\s*$`)

// taskEnvironment reads the variables of a container over those of its image.
func taskEnvironment(c task, image *reading.Environment) *reading.Environment {
	env := &reading.Environment{}
	if image != nil {
		env = image.Clone()
	}
	for _, f := range c.get("environmentFiles").Items() {
		env.OpenTo((task{f}).get("value").Text())
	}
	for _, v := range c.get("environment").Items() {
		name, value := (task{v}).get("name"), (task{v}).get("value")
		if name.Kind() == yamldoc.Scalar {
			known := value.Kind() == yamldoc.Scalar && !value.IsNull() && value.WrittenTag() == ""
			env.Set(reading.Variable{Name: name.Value(), At: name.Text(), Value: value.Text(), Known: known, Raw: value.Value()})
		}
	}
	for _, s := range c.get("secrets").Items() {
		if name := (task{s}).get("name"); name.Kind() == yamldoc.Scalar {
			env.Set(reading.Variable{Name: name.Value(), At: name.Text()})
		}
	}
	return env
}
