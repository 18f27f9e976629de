package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/secret"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Finding is a finding as outputs show it. All that it says is masked: no
// format can forget to, for none gets at what the rule said.
type Finding struct {
	Rule       *lint.Rule
	Severity   lint.Severity
	Confidence lint.Confidence
	Fails      bool // a build fails for it

	Message  Masked
	Workload *Workload
	Also     []*Workload // others that share what stands there
	JDKs     []int
	On       int    // the JDK that it was judged under
	Holds    string // on which JDKs, where it is not on all
	At       Place
	Related  []Place
	Memory   *Memory // nil where the finding is not about it
	Notes    []Masked
	Brief    int      // of the notes, those that are not for those alone who ask for all
	Then     []Masked // what comes up once it is mended
	Fixes    []Fix
	Context  Masked // what it was judged under
	Crowded  bool   // its file has several JVMs
}

// Fix is a fix as outputs show it. It has no edits where they would show a secret, or cannot be shown as they are.
type Fix struct {
	Title  Masked
	Safety lint.Safety
	Edits  []Edit
}

// Edit puts new text in a place.
type Edit struct {
	At  Place
	New string
}

// FindingOf is a finding to be shown alone.
func FindingOf(f *lint.Finding) Finding { return findingOf(f, workloadOf) }

func findingOf(f *lint.Finding, of func(*workload.Workload) *Workload) Finding {
	w := of(f.Workload)
	files := lists.Of(f.Related, func(r lint.Related) *source.File { return r.Span.File })
	hidden := w.hidden().with(SecretsOf(append(files, f.Span.File)...))
	shown := Finding{
		Rule: f.Rule, Severity: f.Severity, Confidence: f.Confidence, Message: hidden.Mask(f.Message),
		Workload: w, JDKs: f.JDKs, On: f.On, Holds: partly(f), At: PlaceOf(f.Span), Context: hidden.Mask(f.Context), Crowded: f.Crowded,
		Related: lists.Of(f.Related, func(r lint.Related) Place { return Place{hidden.Mask(r.Message), r.Span} }),
		Notes:   lists.Of(f.Notes, hidden.Mask), Then: lists.Of(f.Then, hidden.Mask), Fixes: lists.Of(f.Fixes, hidden.fix),
	}
	if f.Budget != nil {
		shown.Memory = hidden.memory(*f.Budget, f.Workload.Memory)
	}
	shown.addOthers(f, of)
	shown.Brief = len(shown.Notes)
	shown.Notes = append(shown.Notes, lists.Of(f.Details, hidden.Mask)...)
	return shown
}

// mostNamed bounds how many further workloads a finding names in its notes.
const mostNamed = 10

// addOthers names the other workloads that share what stands there, and says what
// it comes to in them where that is something else.
func (f *Finding) addOthers(from *lint.Finding, of func(*workload.Workload) *Workload) {
	others := from.Others()
	if len(others) == 0 {
		return
	}
	f.Message.text += fmt.Sprintf(" (and %s)", plural.Of(len(others), "more JVM"))
	var alike []string
	var different []Masked
	named := map[string]bool{f.Workload.Name.text: true}
	for i, x := range others {
		w := of(x.Workload)
		f.Also = append(f.Also, w)
		name := w.Name.text
		if named[name] {
			name = w.String() // of another file
		}
		named[name] = true
		switch {
		case i >= mostNamed:
		case x.Message == from.Message:
			alike = append(alike, name)
		default:
			different = append(different, Masked{name + ": " + w.hidden().with(SecretsOf(x.Span.File)).Mask(x.Message).text})
		}
	}
	if len(alike) > 0 {
		f.Notes = append(f.Notes, Masked{"the same in " + lint.And(alike)})
	}
	f.Notes = append(f.Notes, different...)
	if n := len(others) - mostNamed; n > 0 {
		f.Notes = append(f.Notes, Masked{fmt.Sprintf("and in %d further JVMs", n)})
	}
}

func (s Secrets) fix(fix lint.Fix) Fix {
	shown := Fix{Title: s.Mask(fix.Title), Safety: fix.Safety}
	unfit := func(e source.Edit) bool { return s.hide(e.New) != e.New || !utf8.ValidString(e.New) }
	if !slices.ContainsFunc(fix.Edits, unfit) {
		shown.Edits = lists.Of(fix.Edits, func(e source.Edit) Edit { return Edit{PlaceOf(e.Span), e.New} })
	}
	return shown
}

// Places are all that a finding is about, its own first.
func (f Finding) Places() []Place { return append([]Place{f.At}, f.Related...) }

func (f Fix) String() string { return f.Lead() + f.Title.String() }

// Lines are the lines that the edits change, as the fix leaves them. They are empty where
// it has no edits, or where they lie in several files or cannot be shown as they are.
func (f Fix) Lines() string {
	if len(f.Edits) == 0 {
		return ""
	}
	file, first, last := f.Edits[0].At.span.File, f.Edits[0].At.Start().Line, 0
	var edits []source.Edit
	for _, e := range f.Edits {
		if e.At.span.File != file {
			return ""
		}
		first, last = min(first, e.At.Start().Line), max(last, e.At.End().Line)
		edits = append(edits, source.Edit{Span: e.At.span, New: e.New})
	}
	from, to := file.Line(first).Start, file.Line(last).End
	if last-first >= mostLines || HoldsSecret(file.Span(from, to)) {
		return ""
	}
	after, err := file.Apply(edits)
	if err != nil {
		return ""
	}
	lines := strings.ReplaceAll(string(after[from:to+len(after)-len(file.Data)]), "\r\n", "\n")
	for line := range strings.Lines(lines) {
		if line = strings.TrimSuffix(line, "\n"); Show(line) != line { // it would not be what is copied
			return ""
		}
	}
	return lines
}

// Words are those that the edits change, as the fix leaves them. They are empty where it has no edits, only
// removes, or where they cannot be shown as they are.
func (f Fix) Words() string {
	var words []string
	for _, e := range f.Edits {
		from, to := e.At.word()
		switch file := e.At.span.File; {
		case HoldsSecret(file.Span(from, to)):
			return ""
		case strings.TrimSpace(e.New) != "":
			words = append(words, string(file.Data[from:e.At.span.Start])+e.New+string(file.Data[e.At.span.End:to]))
		}
	}
	if changed := strings.Join(words, " "); Show(changed) == changed {
		return changed
	}
	return ""
}

// mostLines bounds how many lines a fix shows.
const mostLines = 20

// Lead is what stands before the title of a fix.
func (f Fix) Lead() string { return fmt.Sprintf("fix (%s): ", f.Safety) }

// Details are what a finding says behind its message, each of one line or
// more: its notes, its fixes, and what it was judged under.
func (f Finding) Details() []string {
	notes := lists.Of(f.Notes, func(n Masked) string { return strings.Join(n.Lines(), "\n") })
	return slices.Concat(notes, lists.Of(f.Fixes, Fix.String), lists.Of(f.Then, Masked.String), f.Under())
}

// Under is what a finding was judged under, and on which JDKs it holds.
func (f Finding) Under() []string {
	return slices.DeleteFunc([]string{f.Context.String(), f.Holds}, func(line string) bool { return line == "" })
}

// partly names the JDKs that a finding holds on, where it does not hold on all that come into question.
func partly(f *lint.Finding) string {
	candidates := f.Workload.JDK.Candidates
	return lint.If(len(f.JDKs) != len(candidates),
		fmt.Sprintf("applies to JDK %s of %s", lint.Releases(f.JDKs), lint.Releases(candidates)))
}

// Subject is what a finding is about: its rule, its file, a workload, and the characters at fault.
func (r Report) Subject(f Finding, workload string) string {
	return strings.Join([]string{f.Rule.ID, r.Path(f.At), workload, Masked{secret.Text(f.At.span)}.String()}, "\x00")
}

// Fingerprints name each finding by what it is about, so that a build server knows it again after lines have moved. The
// second of the same is told from the first.
func (r Report) Fingerprints() []string {
	seen := map[string]int{}
	return lists.Of(r.Findings, func(f Finding) string {
		about := r.Subject(f, f.Workload.Name.String())
		seen[about]++
		return Hash(fmt.Sprintf("%s\x00%d", about, seen[about]-1))
	})
}

// Hash is a short name for a text.
func Hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// hashedCharacters are how many characters GitHub hashes from the beginning of a line, without blanks.
const hashedCharacters = 100

// withoutBlanks is a text without blanks, and with \n for line ends.
var withoutBlanks = strings.NewReplacer("\r\n", "\n", "\r", "\n", " ", "", "\t", "")

// lineHashes are the hashes by which GitHub knows the lines of a file again:
// upload-sarif computes them, and warns of others.
//
// https://github.com/github/codeql-action/blob/main/src/fingerprints.ts, hash
func lineHashes(f *source.File) []string {
	text := withoutBlanks.Replace(string(f.Data))
	units := append(utf16.Encode([]rune(text)), 0xffff) // the end
	starts := []int{0}                                  // of lines
	for i, unit := range units {
		if unit == '\n' {
			starts = append(starts, i+1)
		}
	}
	units = append(units, make([]uint16, hashedCharacters)...)
	hashes, seen := make([]string, len(starts)), map[uint64]int{}
	for i, start := range starts {
		sum := uint64(0)
		for _, unit := range units[start : start+hashedCharacters] {
			sum = sum*37 + uint64(unit)
		}
		seen[sum]++
		hashes[i] = fmt.Sprintf("%x:%d", sum, seen[sum])
	}
	return hashes
}

// LineHashes are the hashes of the files that were asked for.
type LineHashes map[*source.File][]string

// Of is the hash of the line that a place begins on. A file with a secret gets
// none: the hash of a short text gives it away.
func (h LineHashes) Of(p Place) string {
	file := p.span.File
	if _, have := h[file]; !have {
		h[file] = nil
		if len(secret.In(file)) == 0 {
			h[file] = lineHashes(file)
		}
	}
	if line := p.Start().Line; line <= len(h[file]) {
		return h[file][line-1]
	}
	return ""
}
