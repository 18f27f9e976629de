package findings

// The part of SARIF 2.1.0 that is written.
//
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}

	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}

	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}

	sarifDriver struct {
		Name            string      `json:"name"`
		Version         string      `json:"version"`
		SemanticVersion string      `json:"semanticVersion,omitempty"`
		InformationURI  string      `json:"informationUri"`
		Rules           []sarifRule `json:"rules"`
	}

	sarifRule struct {
		ID               string              `json:"id"`
		ShortDescription sarifText           `json:"shortDescription"`
		FullDescription  sarifText           `json:"fullDescription"`
		Help             sarifText           `json:"help"`
		HelpURI          string              `json:"helpUri"`
		Default          sarifConfiguration  `json:"defaultConfiguration"`
		Properties       sarifRuleProperties `json:"properties"`
	}

	sarifConfiguration struct {
		Level string `json:"level"`
	}

	sarifRuleProperties struct {
		Precision string   `json:"precision"`
		Severity  string   `json:"problem.severity"`
		Tags      []string `json:"tags"`
	}

	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}

	// sarifInvocation says whether all could be read, and what could not be
	// judged.
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}

	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
		Rule      *sarifReference `json:"associatedRule,omitempty"`
	}

	sarifReference struct {
		ID string `json:"id"`
	}

	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Fixes        []sarifFix        `json:"fixes,omitempty"`
	}

	sarifLocation struct {
		ID       *int                   `json:"id,omitempty"`
		Physical sarifPhysicalLocation  `json:"physicalLocation"`
		Logical  []sarifLogicalLocation `json:"logicalLocations,omitempty"`
		Message  *sarifText             `json:"message,omitempty"`
	}

	sarifPhysicalLocation struct {
		Artifact sarifArtifactLocation `json:"artifactLocation"`
		Region   *sarifRegion          `json:"region,omitempty"`
		Context  *sarifContext         `json:"contextRegion,omitempty"`
	}

	// sarifContext is the line of what no viewer can open: a command line.
	sarifContext struct {
		StartLine int       `json:"startLine"`
		Snippet   sarifText `json:"snippet"`
	}

	sarifLogicalLocation struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
	}

	sarifArtifactLocation struct {
		URI string `json:"uri"`
	}

	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}

	sarifFix struct {
		Description sarifText             `json:"description"`
		Changes     []sarifArtifactChange `json:"artifactChanges"`
	}

	sarifArtifactChange struct {
		Artifact     sarifArtifactLocation `json:"artifactLocation"`
		Replacements []sarifReplacement    `json:"replacements"`
	}

	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted sarifText   `json:"insertedContent"`
	}
)
