package report

import "io"

func HTML(w io.Writer, r Report) error { return nil }
