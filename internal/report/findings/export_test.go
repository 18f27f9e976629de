package findings

// JSON is the document that check writes for machines, empty, for its schema.
func JSON() any { return jsonReport{} }
