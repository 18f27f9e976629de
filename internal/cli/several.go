package cli

import (
	"encoding/csv"
	"strings"
)

// several is the value of an option that may be given several times. pflag's own kinds write their default as CSV when
// the option is declared, through a buffer of 4 KiB for each: 2 % of a short run.
type several struct {
	values *[]string
	comma  bool // a comma separates values, unless they stand in quotes
	given  bool // the default is gone
}

func (s *several) Set(text string) error {
	added := []string{text}
	switch {
	case s.comma && text == "":
		added = []string{}
	case s.comma:
		var err error
		if added, err = csv.NewReader(strings.NewReader(text)).Read(); err != nil {
			return err
		}
	}
	if s.given {
		added = append(*s.values, added...)
	}
	*s.values, s.given = added, true
	return nil
}

func (s *several) Append(value string) error     { *s.values = append(*s.values, value); return nil }
func (s *several) Replace(values []string) error { *s.values = values; return nil }
func (s *several) GetSlice() []string            { return *s.values }
func (s *several) Type() string                  { return "strings" }

// String is how help shows a default; empty where there is none.
func (s *several) String() string {
	if len(*s.values) == 0 {
		return ""
	}
	return "[" + strings.Join(*s.values, ",") + "]"
}
