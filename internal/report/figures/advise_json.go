package figures

import (
	"io"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/report"
)

type jsonAdvices struct {
	Schema int                 `json:"schema"`
	Advice []shown[jsonAdvice] `json:"advice"`
}

type jsonAdvice struct {
	Name      string             `json:"name"`
	File      string             `json:"file"`
	JDK       int                `json:"jdk"`
	Profile   jsonProfile        `json:"profile"`
	Notes     []string           `json:"notes"`
	Options   []jsonAdvised      `json:"options"`
	Dropped   []jsonAdvised      `json:"dropped"`
	LeftAlone []jsonLeftAlone    `json:"left_alone"`
	Now       jsonPrediction     `json:"now"`
	Advised   jsonPrediction     `json:"advised"`
	Limit     *int64             `json:"limit_needed"` // bytes; null: what there is does
	Remaining []jsonAdviceRemain `json:"remaining"`
}

type jsonProfile struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

type jsonAdvised struct {
	Option string `json:"option"`
	Why    string `json:"why"`
	From   string `json:"from,omitempty"`
	Kept   bool   `json:"kept,omitempty"`

	Assumed bool `json:"assumed,omitempty"` // a bound that nobody measured: not to be copied
}

type jsonLeftAlone struct {
	Flag string `json:"flag"`
	Why  string `json:"why"`
}

type jsonAdviceRemain struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
}

// AdviseJSON writes the advice for machines.
func AdviseJSON(w io.Writer, all []*advise.Advice) error {
	out := jsonAdvices{Schema: report.Schema, Advice: []shown[jsonAdvice]{}}
	for _, a := range all {
		out.Advice = append(out.Advice, shown[jsonAdvice]{a.Workload, adviceJSON(a)})
	}
	return report.Encode(w, out)
}

func adviceJSON(a *advise.Advice) jsonAdvice {
	out := jsonAdvice{
		Name: a.Workload.Name, File: a.Workload.File.Name, JDK: a.JDK, Profile: jsonProfile{string(a.Profile), a.ProfileWhy},
		Notes: append([]string{}, a.Notes()...), Options: advised(a.Options), Dropped: advised(a.Dropped), LeftAlone: []jsonLeftAlone{},
		Now: Prediction{a.Before}.json(), Advised: Prediction{a.After}.json(), Remaining: []jsonAdviceRemain{},
	}
	if a.Limit > 0 {
		out.Limit = &a.Limit
	}
	for _, o := range a.LeftAlone {
		out.LeftAlone = append(out.LeftAlone, jsonLeftAlone{o.Text, o.Reason})
	}
	for _, f := range a.Remaining {
		out.Remaining = append(out.Remaining, jsonAdviceRemain{f.Rule.ID, f.Severity.String(), report.Show(f.Message)})
	}
	return out
}

func advised(options []advise.Option) []jsonAdvised {
	all := make([]jsonAdvised, len(options))
	for i, o := range options {
		all[i] = jsonAdvised{Option: report.Show(o.Text), Why: report.Show(o.Reason), From: o.Source, Kept: o.Kept, Assumed: o.Assumed}
	}
	return all
}
