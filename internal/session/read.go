package session

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/wildcard"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Files are what was read.
type Files struct {
	Inputs   []*input.Input
	Failures []error // files that could not be read; the others were
	Unasked  []error // the same of what nobody named: notes
	Left     Skipped
	OfNoKind []string // files that by their names should be read, hold options of a JVM, and that no reader takes

	found []found // before configurations leave any of it out
}

// Given are inputs that were not found in files.
func Given(inputs ...*input.Input) *Files { return &Files{Inputs: inputs} }

// Read finds files and reads them, several at a time; the order stays that of the paths. Its error says why nothing
// was read; where that is ErrFaults, Faults tell.
func (s *Session) Read(paths []string) (*Files, error) {
	r := &Files{}
	r.found, r.Left = find(s.files, paths, func(err error, named bool) { r.fail(err, named || s.strict(s.Here())) })
	files := s.toRead(r.found, &r.Left)
	if err := s.readable(); err != nil {
		return r, err
	}
	if err := s.checkCharts(files); err != nil {
		r.Failures = append(r.Failures, err)
	}
	s.readAll(r, files)
	return r, nil
}

// toRead are the files that configurations do not leave out, and those that go with them.
func (s *Session) toRead(all []found, left *Skipped) []found {
	files := s.withPairs(s.withCharts(s.configure(all, left)))
	s.configs.faults = append(s.configs.faults, s.openBaselines()...)
	return files
}

// configure finds what configuration holds for each file, and leaves out those
// that it excludes. The configurations themselves are no inputs.
func (s *Session) configure(files []found, left *Skipped) []found {
	var kept []found
	for _, f := range files {
		folder, name := filepath.Dir(f.path), f.path
		switch {
		case f.chart:
			folder = f.path
		case f.path == StdinName:
			folder, name = filepath.Dir(s.options.Stdin.Name), s.options.Stdin.Name
		}
		f.config = s.configs.of(folder)
		switch {
		case filepath.Base(f.path) == config.Name:
		case (f.config.Excludes(name) || s.excludes(name)) && f.searched:
		case f.config.Excludes(name) || s.excludes(name):
			left.Excluded++
		default:
			kept = append(kept, f)
		}
	}
	return kept
}

// excludes reports whether the options of a session leave a path out.
func (s *Session) excludes(name string) bool {
	name = filepath.ToSlash(filepath.Clean(name))
	return slices.ContainsFunc(s.options.Exclude, func(pattern string) bool {
		pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
		return wildcard.Match(pattern, name) || wildcard.Match(pattern+"/**", name)
	})
}

func (s *Session) readAll(r *Files, files []found) {
	step, end := s.options.Progress("reading files and charts:", len(files))
	defer end()
	charts := slices.DeleteFunc(slices.Clone(files), func(f found) bool { return !f.chart })
	files = slices.DeleteFunc(files, func(f found) bool { return f.chart })
	s.own = s.ownImages(files)
	inputs := make([]*input.Input, len(files))
	faults := make([]error, len(files))
	s.room = mostKustomized
	apart := func(i int) bool { return kube.IsKustomization(filepath.ToSlash(files[i].path)) } // each may deploy all of the others' objects
	one := func(i int) {
		inputs[i], faults[i] = s.readOne(files[i], nil)
		step(1)
	}
	parallel.Each(len(files), func(i int) {
		if !apart(i) {
			one(i)
		}
	})
	for i := range files {
		if apart(i) {
			one(i)
		}
	}
	s.shareObjects(files, inputs)
	var read []*input.Input
	for i := range files {
		switch {
		case errors.Is(faults[i], errBinary):
			r.Left.Binary++
		case errors.Is(faults[i], errNothing):
		case faults[i] == nil && logRead(read, inputs[i]):
		case faults[i] != nil:
			r.fail(faults[i], files[i].named || s.strict(files[i].config))
		default:
			read = append(read, inputs[i])
			if inputs[i].Unrecognised && !files[i].named && input.HoldsOptions(inputs[i].File.Data) {
				r.OfNoKind = append(r.OfNoKind, inputs[i].File.Name)
			}
		}
	}
	leaveToKustomizations(read)
	s.starters = startJava(read)
	withoutBeside(read)
	s.copies = copiesOf(read)
	s.copies.runInImages(read)
	r.Failures = append(r.Failures, s.checkPairs(read)...)
	var rendered []*input.Input
	run, known := budget.NewRun(), map[string]*source.File{}
	for _, in := range read {
		known[in.File.Name] = in.File
	}
	for _, f := range charts {
		of, err := s.readChart(f, maps.Clone(known), run)
		if err != nil {
			r.Failures = append(r.Failures, err)
		}
		rendered = append(rendered, of...)
		step(1)
	}
	r.Inputs = append(withoutValues(read, rendered), rendered...)
	noteUnrendered(read, rendered)
	s.leaveUnread(r.Inputs)
}

// mostKustomized is how many JVMs all kustomizations of a run may deploy together, the last one's beside them.
const mostKustomized = 10_000

// fail adds why something could not be read. Of what nobody asked for it is a note,
// unless a bound is why, or jvmlint itself.
func (r *Files) fail(err error, asked bool) {
	var large filesystem.TooLargeError
	if asked || errors.As(err, &large) || errors.Is(err, errInternal) {
		r.Failures = append(r.Failures, err)
		return
	}
	r.Unasked = append(r.Unasked, err)
}

// strict reports whether what cannot be read is a problem even where nobody asked for it.
func (s *Session) strict(c *config.Config) bool {
	if s.options.Strict != nil {
		return *s.options.Strict
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
func (s *Session) readOne(f found, shared reading.Objects) (in *input.Input, err error) {
	defer func() { caught(recover(), f.path, &err) }()
	if in, err := s.logAlone(f); in != nil || err != nil {
		return in, err
	}
	var file *source.File
	switch {
	case f.path == StdinName:
		file, err = fileOf(s.options.Stdin.Name)(filesystem.ReadAtMost(s.options.Stdin, 0, yamldoc.MaxBytes))
	case f.named:
		file, err = s.one(f.path, ReadFile)
	case f.searched:
		file, err = s.search(f)
	default:
		file, err = s.one(f.path, readFound)
	}
	if err != nil {
		return nil, err
	}
	if !f.named && isBinary(file.Data) {
		return nil, errBinary
	}
	options := input.Options{Images: f.config.Images, Own: s.own, Named: f.named}
	if shared == nil {
		options.Room = &s.room
	}
	in = input.ReadBeside(file, options, s.besideOf(f), shared)
	in.Beside = f.beside
	if f.root == "" && f.path != StdinName && in.Format == kube.KubernetesManifest {
		s.leavePatch(in)
	}
	if f.searched && (in.Unrecognised || filepath.Ext(f.path) == ".json" && len(in.Unjudged) == 0 && !slices.ContainsFunc(in.Workloads, runsForCertain)) {
		return nil, errNothing
	}
	if !f.named && in.Unrecognised {
		in.Format, in.Problems = input.OtherText, nil // it was found by a name that others have, too
	}
	if !f.named && !s.strict(f.config) && (f.searched || !in.Configures()) {
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
func (s *Session) search(f found) (*source.File, error) {
	file, err := fileOf(f.path)(filesystem.ReadFile(s.files, f.path, mostSearched))
	if err != nil || isBinary(file.Data) || !input.Promises(file) {
		return nil, errNothing
	}
	return file, nil
}

// besideOf reads files that stand beside one; nil: nothing stands beside standard input.
func (s *Session) besideOf(f found) func(name string) *source.File {
	if f.path == StdinName {
		return nil
	}
	return func(name string) *source.File {
		beside := filepath.Join(filepath.Dir(f.path), name)
		if s.leadsOut(beside) || kube.IsKustomization(filepath.ToSlash(f.path)) && !s.within(f, beside) {
			return nil
		}
		if file, err := s.one(beside, readFound); err == nil {
			return file
		}
		return nil
	}
}

// within reports whether a path is in the repository of a file that names it; where
// there is none, in the folder that was asked for, or where jvmlint was started.
func (s *Session) within(f found, path string) bool {
	whole := func(path string) string {
		real, _ := realOf(s.files, path)
		return real
	}
	from, to := whole(filepath.Dir(f.path)), whole(filepath.Dir(path))
	roots := []string{filesystem.Root(s.files, from)}
	if roots[0] == from { // there may be no repository
		roots = append(roots, whole("."), f.root)
	}
	return to != "" && slices.ContainsFunc(roots, func(root string) bool {
		below, err := filepath.Rel(root, to)
		return root != "" && err == nil && filepath.IsLocal(below)
	})
}

// one is the file of a path: the same whoever reads or names it.
func (s *Session) one(path string, read func(filesystem.System, string) (*source.File, error)) (*source.File, error) {
	path = filepath.Clean(path)
	if before, found := s.once.Load(path); found {
		return before.(*source.File), nil
	}
	file, err := read(s.files, path)
	if err != nil {
		return nil, err
	}
	first, _ := s.once.LoadOrStore(path, file)
	return first.(*source.File), nil
}

// leadsOut reports whether a file is a link out of the repository that it stands in, which only a person can mean.
func (s *Session) leadsOut(path string) bool {
	folder, err := realOf(s.files, filepath.Dir(path))
	return err == nil && filesystem.LeadsOut(s.files, path, filesystem.Root(s.files, folder))
}

// realOf is a whole path without links; empty with an error.
func realOf(files filesystem.System, path string) (string, error) {
	real, err := files.Real(path)
	if err != nil {
		return "", err
	}
	return files.Abs(real)
}
