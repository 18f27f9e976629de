package findings

// JSON are the documents that commands write for machines, empty, for their schema.
func JSON() map[string]any { return map[string]any{"check": jsonReport{}, "diff": jsonDifference{}} }
