package verdict

import "github.com/jvmlint/jvmlint/internal/hazelcast/schema"

func (d Document) process(root *schema.Value) []Refusal { return nil }
