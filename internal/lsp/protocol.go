package lsp

// The types of the protocol, as far as they are used.

// object is what is written and never read.
type object map[string]any

// Position is a place: line and character from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is from a place up to another.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// change is an edit of an open text; without a range it is all of the new one.
type change struct {
	Range *Range `json:"range"`
	Text  string `json:"text"`
}

// capabilities are what a client can do, as far as it matters.
type capabilities struct {
	General struct {
		PositionEncodings []Encoding `json:"positionEncodings"`
	} `json:"general"`
	TextDocument struct {
		PublishDiagnostics struct {
			RelatedInformation bool `json:"relatedInformation"`
			TagSupport         any  `json:"tagSupport"`
		} `json:"publishDiagnostics"`
	} `json:"textDocument"`
	Workspace struct {
		Configuration bool `json:"configuration"`
		WorkspaceEdit struct {
			DocumentChanges bool `json:"documentChanges"`
		} `json:"workspaceEdit"`
		DidChangeConfiguration dynamic `json:"didChangeConfiguration"`
		DidChangeWatchedFiles  dynamic `json:"didChangeWatchedFiles"`
	} `json:"workspace"`
}

type dynamic struct {
	DynamicRegistration bool `json:"dynamicRegistration"`
}

// incremental is how edits are to be sent: as they are made.
const incremental = 2

// propertyKind is what the protocol calls the kind of a flag.
const propertyKind = 10

type versionedDocument struct {
	URI     string `json:"uri"`
	Version *int   `json:"version"`
}

// documentParams are what messages about a document say, each some of it.
type documentParams struct {
	Document struct {
		versionedDocument
		Text string `json:"text"`
	} `json:"textDocument"`
	Position Position `json:"position"`
	Range    Range    `json:"range"`
	Changes  []change `json:"contentChanges"`
	Context  struct {
		Only []string `json:"only"`
	} `json:"context"`
}

type publishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Diagnostic is a finding, or what keeps a text from being judged.
type Diagnostic struct {
	Range    Range    `json:"range"`
	Severity int      `json:"severity"`
	Code     string   `json:"code,omitempty"`
	About    object   `json:"codeDescription,omitempty"`
	Source   string   `json:"source"`
	Message  string   `json:"message"`
	Tags     []int    `json:"tags,omitempty"`
	Related  []object `json:"relatedInformation,omitempty"`
}

type location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// Severities and tags of diagnostics.
const (
	severityError       = 1
	severityWarning     = 2
	severityInformation = 3
	severityHint        = 4

	tagUnnecessary = 1
	tagDeprecated  = 2
)

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []Diagnostic  `json:"diagnostics,omitempty"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        workspaceEdit `json:"edit"`
}

// workspaceEdit is what an action changes: by document and version, or, for clients that know no versions, by document.
type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []documentEdit        `json:"documentChanges,omitempty"`
}

type documentEdit struct {
	Document versionedDocument `json:"textDocument"`
	Edits    []textEdit        `json:"edits"`
}

type textEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}
