package verdict

import "github.com/jvmlint/jvmlint/internal/hazelcast/schema"

func (d *document) process(root *schema.Value) []Refusal { return nil }
