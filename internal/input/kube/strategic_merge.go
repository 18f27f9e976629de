package kube

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// mergeKeys are the lists of pods that are merged by a key of their items. Others are replaced.
// https://github.com/kubernetes/api/blob/v0.34.0/core/v1/types.go, patchMergeKey
var mergeKeys = map[string]string{
	"containers": "name", "initContainers": "name", "ephemeralContainers": "name", "env": "name", "volumes": "name", "imagePullSecrets": "name",
	"ports": "containerPort", "volumeMounts": "mountPath", "volumeDevices": "devicePath", "hostAliases": "ip",
}

// merger merges patches into objects.
type merger struct {
	lists   bool // lists have keys: those of resources that operators read have none
	unknown bool // something is asked for that is not done here
}

// merge is what a strategic merge patch makes of a value under a key; nil where it takes it away.
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md
func (m *merger) merge(base, patch *yamldoc.Node, key string) *yamldoc.Node {
	switch {
	case patch.IsNull():
		return nil
	case patch.Kind() == yamldoc.Mapping:
		return m.mapping(base, patch)
	case patch.Kind() == yamldoc.Sequence && base.Kind() == yamldoc.Sequence && m.lists && mergeKeys[key] != "":
		return m.list(base, patch, mergeKeys[key])
	}
	return borrow(patch)
}

func (m *merger) mapping(base, patch *yamldoc.Node) *yamldoc.Node {
	switch patch.Get("$patch").Value() {
	case "delete":
		return nil
	case "replace":
		base = nil
	}
	at := patch.Span()
	if base.Kind() == yamldoc.Mapping {
		at = base.Span()
	}
	merged := yamldoc.ForeignMapping(at, yamldoc.Writing{})
	for _, e := range base.Entries() {
		value := borrow(e.Value)
		if with, changed := patch.Entry(e.Key.Value()); changed {
			value = m.merge(e.Value, with.Value, e.Key.Value())
		}
		if value != nil {
			merged.AddEntry(e.Key.Borrow(), value)
		}
	}
	for _, e := range patch.Entries() {
		key := e.Key.Value()
		if strings.HasPrefix(key, "$") {
			m.unknown = m.unknown || key != "$patch" && !strings.HasPrefix(key, "$setElementOrder/")
			continue
		}
		if base.Get(key) != nil {
			continue
		}
		if value := m.merge(nil, e.Value, key); value != nil {
			merged.AddEntry(e.Key.Borrow(), value)
		}
	}
	return merged
}

// list merges items by a key. Those that are new go first, as Kustomize has it.
// https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.4.2/api/resource/resource.go, ApplySmPatch
func (m *merger) list(base, patch *yamldoc.Node, by string) *yamldoc.Node {
	patches := map[string]*yamldoc.Node{}
	for _, item := range patch.Items() {
		if name := item.Get(by).Value(); name != "" {
			patches[name] = item
		} else {
			m.unknown = m.unknown || item.Get("$patch").Value() != "replace"
			base = nil
		}
	}
	kept := lists.Set(lists.Of(base.Items(), func(item *yamldoc.Node) string { return item.Get(by).Value() }))
	merged := yamldoc.ForeignSequence(patch.Span())
	add := func(item *yamldoc.Node) {
		if item != nil {
			merged.AddItem(item)
		}
	}
	for _, item := range patch.Items() {
		if name := item.Get(by).Value(); name != "" && !kept[name] {
			add(m.merge(nil, item, ""))
		}
	}
	for _, item := range base.Items() {
		if with := patches[item.Get(by).Value()]; with != nil {
			add(m.merge(item, with, ""))
		} else {
			add(borrow(item))
		}
	}
	return merged
}

// borrow takes a value over into what is merged. The items of a list know what
// they stand in: a container looks for the volumes of its pod.
func borrow(n *yamldoc.Node) *yamldoc.Node {
	if n.Kind() != yamldoc.Sequence || !slices.ContainsFunc(n.Items(), func(item *yamldoc.Node) bool { return item.Kind() == yamldoc.Mapping }) {
		return n.Borrow()
	}
	list := yamldoc.ForeignSequence(n.Span())
	for _, item := range n.Items() {
		list.AddItem(item.Borrow())
	}
	return list
}

// put is a value with another at a path of it; nil takes it away. It tells false where the path leads nowhere. Insert
// reports whether an item of a list is to go before the one that is there, and a key may be new.
// https://datatracker.ietf.org/doc/html/rfc6902#section-4
func put(n *yamldoc.Node, path []string, value *yamldoc.Node, insert bool) (*yamldoc.Node, bool) {
	if len(path) == 0 {
		return value, true
	}
	switch n.Kind() {
	case yamldoc.Mapping:
		return putEntry(n, path, value, insert)
	case yamldoc.Sequence:
		return putItem(n, path, value, insert)
	}
	return nil, false
}

func putEntry(n *yamldoc.Node, path []string, value *yamldoc.Node, insert bool) (*yamldoc.Node, bool) {
	merged, found := yamldoc.ForeignMapping(n.Span(), yamldoc.Writing{}), false
	for _, e := range n.Entries() {
		of := borrow(e.Value)
		if e.Key.Value() == path[0] {
			if of, found = put(e.Value, path[1:], value, insert); !found {
				return nil, false
			}
		}
		if of != nil {
			merged.AddEntry(e.Key.Borrow(), of)
		}
	}
	if !found && insert && len(path) == 1 && value != nil {
		merged.AddEntry(yamldoc.ForeignScalar(source.Unlocated(path[0], "a patch"), yamldoc.Writing{}), value)
		found = true
	}
	return merged, found
}

func putItem(n *yamldoc.Node, path []string, value *yamldoc.Node, insert bool) (*yamldoc.Node, bool) {
	items := n.Items()
	at, err := strconv.Atoi(path[0])
	if path[0] == "-" && len(path) == 1 && insert {
		at, err = len(items), nil
	}
	last := len(path) == 1
	if err != nil || at < 0 || at > len(items) || at == len(items) && (!last || !insert) {
		return nil, false
	}
	merged := yamldoc.ForeignSequence(n.Span())
	for i, item := range items {
		of := item.Borrow()
		if i == at && last && insert {
			merged.AddItem(value)
		} else if i == at {
			var found bool
			if of, found = put(item, path[1:], value, insert); !found {
				return nil, false
			}
		}
		if of != nil {
			merged.AddItem(of)
		}
	}
	if at == len(items) {
		merged.AddItem(value)
	}
	return merged, true
}
