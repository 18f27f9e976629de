package project

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/wildcard"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Find lists the files below some paths, without those that configurations leave out, and with those that go with them.
func (p *Project) Find(paths []string) *Files {
	r := &Files{}
	r.found, r.Left = find(p.files, paths, func(err error, named bool) {
		r.fail(err, named || p.strict(p.options.Configuration(".")))
	})
	p.choose(r)
	return r
}

// FindTyped is a file that somebody is typing, with the chart that it belongs to.
func (p *Project) FindTyped(path string) *Files {
	r := &Files{found: []found{{path: path, typed: true}}}
	p.choose(r)
	return r
}

// choose takes of the files that were found those to read.
func (p *Project) choose(r *Files) {
	r.read = p.withPairs(p.withCharts(p.configure(r.found, &r.Left)), r)
}

// configure finds what configuration holds for each file, and leaves out those
// that it excludes. The configurations themselves are no inputs.
func (p *Project) configure(files []found, left *Skipped) []found {
	var kept []found
	for _, f := range files {
		folder, name := filepath.Dir(f.path), f.path
		switch {
		case f.chart:
			folder = f.path
		case f.path == StdinName:
			folder, name = filepath.Dir(p.options.Stdin.Name), p.options.Stdin.Name
		}
		f.config = p.options.Configuration(folder)
		switch {
		case filepath.Base(f.path) == config.Name:
		case (f.config.Excludes(name) || p.excludes(name)) && f.searched:
		case f.config.Excludes(name) || p.excludes(name):
			left.Excluded++
		default:
			kept = append(kept, f)
		}
	}
	return kept
}

// excludes reports whether the options leave a path out.
func (p *Project) excludes(name string) bool {
	name = filepath.ToSlash(filepath.Clean(name))
	return slices.ContainsFunc(p.options.Exclude, func(pattern string) bool {
		pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
		return wildcard.Match(pattern, name) || wildcard.Match(pattern+"/**", name)
	})
}

// Read reads the files that were found, several at a time, and resolves the links between them. The order stays that
// of the paths.
func (p *Project) Read(r *Files) {
	step, end := p.options.Progress("reading files and charts:", len(r.read))
	defer end()
	p.run, p.advice, p.kept = budget.NewRun(), nil, reading.NewKept()
	charts := lists.Where(r.read, func(f found) bool { return f.chart })
	files := lists.Where(r.read, func(f found) bool { return !f.chart })
	p.walked = !slices.ContainsFunc(files, func(f found) bool { return f.named || f.typed })
	plain := p.readFiles(r, files, step)
	p.contents = indexImageContents(plain)
	rendered, failures := p.renderCharts(charts, plain, step)
	all := &linked{plain: plain, charts: rendered}
	p.resolve(all, false)
	r.Failures = slices.Concat(r.Failures, all.failures, failures)
	r.Inputs = all.all()
}

// fewFiles is how many may keep their YAML, some 50 KB each: changes of more are proved by what is parsed again.
const fewFiles = 500

// readFiles reads files that are no charts, each with what its links lead to.
func (p *Project) readFiles(r *Files, files []found, step func(int)) (read []*Input) {
	p.own = p.ownImages(files)
	inputs := make([]*reading.Input, len(files))
	faults := make([]error, len(files))
	// Each kustomization may deploy all of the others' objects: they are read one by one, behind the rest.
	var order, apart []int
	for i := range files {
		if kube.IsKustomization(filepath.ToSlash(files[i].path)) {
			apart = append(apart, i)
		} else {
			order = append(order, i)
		}
	}
	together := len(order)
	order = append(order, apart...)
	queue := p.run.Queue(len(order))
	one := func(n int) {
		if i := order[n]; queue.Affords(n) {
			inputs[i], faults[i] = p.readOne(&files[i], nil)
			queue.Took(n, files[i].bytes, stepsOf(inputs[i]))
			if inputs[i] != nil && len(files) > fewFiles {
				inputs[i].Documents = nil
			}
		}
		step(1)
	}
	parallel.Each(together, one)
	for n := together; n < len(order); n++ {
		one(n)
	}
	if beyond, why := queue.Beyond(); beyond > 0 {
		left := order[len(order)-beyond:]
		r.Failures = append(r.Failures, source.Unreadable(files[left[0]].path,
			fmt.Errorf("%w: it is not read, nor are the %d files behind it; name folders alone", why, beyond-1)))
		for _, i := range left {
			inputs[i], faults[i] = nil, errNothing
		}
	}
	p.shareObjects(files, inputs)
	for i, in := range inputs {
		switch {
		case errors.Is(faults[i], errBinary):
			r.Left.Binary++
		case errors.Is(faults[i], errNothing):
		case faults[i] == nil && logRead(read, in):
		case faults[i] != nil:
			r.fail(faults[i], p.asked(files[i]))
		default:
			read = append(read, &Input{Input: in})
			if in.Unrecognised && !files[i].named && input.HoldsOptions(in.File.Data) {
				r.OfNoKind = append(r.OfNoKind, in.File.Name)
			}
		}
	}
	return read
}

// renderCharts renders charts, which share the files that were read already.
func (p *Project) renderCharts(charts []found, plain []*Input, step func(int)) (rendered []*Input, failures []error) {
	known := lists.Map(plain, func(in *Input) (string, *source.File) { return in.File.Name, in.File })
	for _, f := range charts {
		of, err := p.readChart(f, maps.Clone(known))
		if err != nil {
			failures = append(failures, err)
		}
		rendered = append(rendered, of...)
		step(1)
	}
	return rendered, failures
}

// What a run pays for, in steps: a nanosecond here is one to two. JVMs that kustomizations and charts deploy are mostly
// alike.
const (
	stepsOfLook   = 25_000  // at a file that holds nothing to read
	stepsOfFile   = 60_000  // that is read
	stepsOfJVM    = 240_000 // that is predicted and judged
	stepsOfJDK    = 120_000 // on each JDK that may run it
	stepsOfAlike  = 200_000 // one that a kustomization or a chart deploys, on all its JDKs
	stepsOfAdvice = 700_000 // each time that options are chosen
	stepsOfTrial  = 300_000 // of fixes of a file, beside its JVMs
	stepsPerTried = 200     // for each byte of the file
)

// stepsOf is what a run pays for a file; nil: nothing was read of it.
func stepsOf(in *reading.Input) int {
	if in == nil {
		return stepsOfLook
	}
	return stepsOfFile + stepsOfJVMs(in, in.Kustomized != nil) + in.Steps()
}

func stepsOfJVMs(in *reading.Input, alike bool) int {
	return lists.Sum(in.Workloads, func(w *workload.Workload) int {
		if alike {
			return stepsOfAlike
		}
		return stepsOfJVM + stepsOfJDK*len(w.JDK.Candidates)
	})
}

// AffordsAdvice pays for advice that has chosen options so often, and reports whether more may follow.
func (p *Project) AffordsAdvice(settled int) bool {
	if p.advice == nil {
		p.advice = p.Rest()
	}
	return p.run == nil || p.advice.Pay(stepsOfAdvice*settled)
}

// Rest is what reading has left of the run: advice may take as much, and so may the trials of each judging.
func (p *Project) Rest() *budget.Run {
	if p.run == nil {
		return budget.NewRun()
	}
	left := *p.run
	return &left
}

// StepsOfTrial is what it takes to change files, and to read again the inputs that are read from these.
func StepsOfTrial(files []*source.File, of []*Input) int {
	changes := lists.Sum(files, func(f *source.File) int { return stepsOfTrial + stepsPerTried*len(f.Data) })
	return changes + lists.Sum(of, func(in *Input) int {
		return stepsOfJVMs(in.Input, in.Chart != nil || in.Kustomized != nil) + in.Steps()
	})
}

// fail adds why something could not be read. Of what nobody asked for it is a note,
// unless jvmlint itself is why.
func (r *Files) fail(err error, asked bool) {
	if asked || errors.Is(err, errInternal) {
		r.Failures = append(r.Failures, err)
		return
	}
	r.Unasked = append(r.Unasked, err)
}

// asked reports whether what is beyond a bound there is a problem: a person means it, or asks for strictness.
func (p *Project) asked(f found) bool { return f.named || f.typed || f.meant || p.strict(f.config) }

// strict reports whether what cannot be read is a problem even where nobody asked for it.
func (p *Project) strict(c *config.Config) bool {
	if p.options.Strict != nil {
		return *p.options.Strict
	}
	return c.Strict.Value == "true"
}

// errBinary is why a file that nobody named is left out.
var errBinary = errors.New("binary")

// errNothing is why a file is left out whose name promises nothing: no reader takes it.
var errNothing = errors.New("nothing")

// runsForCertain tells a workload of which more than its look says that a JVM reads its options: data in
// JSON may hold options that nobody gives one.
func runsForCertain(w *workload.Workload) bool { return w.Evidence() > jvmflag.LooksLike }

// errInternal is the cause of what jvmlint itself got wrong.
var errInternal = errors.New("internal error, please report it")

// caught makes an error of a panic; nil where there was none.
func caught(panicked any, path string, err *error) {
	if panicked != nil {
		*err = source.Unreadable(path, fmt.Errorf("%w: %v", errInternal, panicked))
	}
}

// readOne reads a file; shared are objects of others that it refers to.
func (p *Project) readOne(f *found, shared reading.Objects) (in *reading.Input, err error) {
	defer func() { caught(recover(), f.path, &err) }()
	if in, err := p.logAlone(*f); in != nil || err != nil {
		return in, err
	}
	var file *source.File
	switch {
	case f.path == StdinName:
		file, err = fileOf(p.options.Stdin.Name)(filesystem.ReadAtMost(p.options.Stdin, 0, yamldoc.MaxBytes))
	case f.named:
		file, err = p.one(f.path, ReadFile)
	case f.searched:
		file, err = p.search(f)
	default:
		file, err = p.one(f.path, ReadFound)
	}
	if err != nil {
		return nil, err
	}
	if !f.named && isBinary(file.Data) {
		return nil, errBinary
	}
	f.bytes = len(file.Data)
	options := input.Options{Images: f.config.Images, Own: p.own, Named: f.named, Kept: p.kept}
	in = input.ReadBeside(file, options, p.besideOf(*f), shared)
	in.Beside = f.beside
	if f.root == "" && f.path != StdinName && in.Format == kube.KubernetesManifest {
		p.leavePatch(in)
	}
	data := filepath.Ext(f.path) == ".json" && len(in.Unjudged) == 0 && !slices.ContainsFunc(in.Workloads, runsForCertain)
	if f.searched && (in.Unrecognised || data) {
		return nil, errNothing
	}
	if !f.named && in.Unrecognised {
		in.Format, in.Problems = input.OtherText, nil // it was found by a name that others have, too
	}
	leaves := !f.named && !p.strict(f.config) && (f.searched || !in.Configures())
	if in.Exceeded && !p.asked(*f) || !in.Exceeded && leaves {
		in.LeaveAsNotes()
	}
	if in.Format == kube.HelmTemplate && f.named && len(in.Workloads) == 0 {
		in.Note(source.Span{}, "not judged: a template that belongs to no chart here")
	}
	return in, nil
}

// mostSearched is how large a file may be that is wanted only for what it holds, in
// bytes: people write none that large.
const mostSearched = 1 << 20

// search reads a file whose name promises nothing, where what it holds does.
func (p *Project) search(f *found) (*source.File, error) {
	file, err := fileOf(f.path)(filesystem.ReadFile(p.files, f.path, mostSearched))
	if file != nil {
		f.bytes = len(file.Data)
	}
	if err != nil || isBinary(file.Data) || !input.Promises(file) {
		return nil, errNothing
	}
	return file, nil
}

// besideOf reads files that stand beside one; nil: nothing stands beside standard input. What stands outside of the
// repository is not read, whatever names it.
func (p *Project) besideOf(f found) func(name string) *source.File {
	if f.path == StdinName {
		return nil
	}
	return func(name string) *source.File {
		beside := filepath.Join(filepath.Dir(f.path), name)
		if p.leadsOut(beside) || strings.HasPrefix(filepath.Clean(name), "..") && !p.within(f, beside) {
			return nil
		}
		file, _ := p.one(beside, ReadFound)
		return file
	}
}

// within reports whether a path is in the repository of a file that names it; where there is none, in the folder that
// was asked for, or where jvmlint was started.
func (p *Project) within(f found, path string) bool {
	from, to := p.folderOf(f.path), p.folderOf(path).real
	roots := []string{from.root}
	if !from.tracked {
		roots = append(roots, p.folderOf("file").real, f.root)
	}
	return to != "" && slices.ContainsFunc(roots, func(root string) bool { return root != "" && filesystem.Within(root, to) })
}

// one is the file of a path: the same whoever reads or names it; nil with an error.
func (p *Project) one(path string, read func(filesystem.System, string) (*source.File, error)) (*source.File, error) {
	path = filepath.Clean(path)
	if before, found := p.once.Load(path); found {
		return before.(*source.File), nil
	}
	file, err := read(p.files, path)
	if err != nil {
		return nil, err
	}
	first, _ := p.once.LoadOrStore(path, file)
	return first.(*source.File), nil
}

// leadsOut reports whether a file is a link out of the repository that it stands in, which only a person can mean.
func (p *Project) leadsOut(path string) bool {
	folder := p.folderOf(path)
	return folder.real != "" && filesystem.LeadsOut(p.files, path, folder.root)
}

// folder is where a folder really lies: empty where that cannot be told.
type folder struct {
	real, root string
	tracked    bool // root is a repository
}

// folderOf is the folder of a file. It is looked up once: many files stand in it.
func (p *Project) folderOf(path string) folder {
	return p.folders.Of(filepath.Dir(path), func(path string) folder {
		real, _ := realOf(p.files, path)
		root := filesystem.Root(p.files, real)
		_, err := p.files.Lstat(filepath.Join(root, ".git"))
		return folder{real, root, err == nil}
	})
}

// realOf is a whole path without links; empty with an error.
func realOf(files filesystem.System, path string) (string, error) {
	real, err := files.Real(path)
	if err != nil {
		return "", err
	}
	return files.Abs(real)
}
