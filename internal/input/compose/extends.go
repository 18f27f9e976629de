package compose

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// service is one of a Compose file, with those that it extends: itself first, and then what counts less and less.
type service struct {
	layers  []layer
	unknown *yamldoc.Node // names one that is not known; nil where all are
	why     string        // in words
}

// layer is a service as one file writes it.
type layer struct {
	node   *yamldoc.Node
	root   *yamldoc.Node // of its file
	folder string        // of its file, from that of the file that is read
}

const (
	mostExtended      = 20       // services of which each extends the next
	mostExtendedBytes = 16 << 20 // of those that the services of a file extend
)

// beside is the way to what the layer's file names, from the file that is read.
func (l layer) beside(name string) string {
	if path.IsAbs(name) {
		return name
	}
	return path.Join(l.folder, name)
}

// serviceOf follows what a service extends; beyond a bound its own part counts alone. Compose refuses one that extends
// itself.
// https://docs.docker.com/reference/compose-file/services/#extends
// https://github.com/compose-spec/compose-go/blob/v2.4.0/loader/extends.go
func (in *composeFile) serviceOf(root, node *yamldoc.Node) service {
	s := service{layers: []layer{{node: node, root: root}}}
	for {
		last := s.layers[len(s.layers)-1]
		extends := last.node.Get("extends")
		if extends == nil || extends.IsNull() || reset(extends) {
			return s
		}
		next, why := in.extended(last, extends)
		switch {
		case why != "":
		case slices.ContainsFunc(s.layers, func(l layer) bool { return l.node == next.node }):
			why = "it extends itself, which Compose refuses"
		case len(s.layers) == mostExtended:
			why, s.layers = "it extends too many services", s.layers[:1]
		case !in.takes(next.node):
			why, s.layers = "the services that it extends are too large", s.layers[:1]
		}
		if why != "" {
			s.unknown, s.why = named(extends), why
			return s
		}
		s.layers = append(s.layers, next)
	}
}

// named is what says of which service or file nothing is known.
func named(extends *yamldoc.Node) *yamldoc.Node {
	for _, key := range []string{"file", "service"} {
		if n := extends.Get(key); n.Kind() == yamldoc.Scalar {
			return n
		}
	}
	return extends
}

// extended is what a layer extends: a service of its own file, or of another; else it says why there is none.
func (in *composeFile) extended(from layer, extends *yamldoc.Node) (layer, string) {
	name, next := extends, layer{root: from.root, folder: from.folder}
	if extends.Kind() == yamldoc.Mapping {
		name = extends.Get("service")
	}
	if file := extends.Get("file"); file != nil && !file.IsNull() {
		at := from.beside(file.Value())
		if reading.HasPlaceholder(at) {
			return layer{}, "a variable names its file"
		}
		next.root, next.folder = in.rootOf(path.Clean(at)), path.Dir(at)
		if next.root == nil {
			return layer{}, "there is no such Compose file here"
		}
	}
	next.node = cmp.Or(next.root.Get("services"), next.root).Get(name.Value())
	if next.node.Kind() != yamldoc.Mapping {
		return layer{}, "that service does not exist"
	}
	return next, ""
}

// rootOf is what a Compose file beside the one that is read holds; nil where there is none.
func (in *composeFile) rootOf(name string) *yamldoc.Node {
	if root, known := in.roots[name]; known {
		return root
	}
	var root *yamldoc.Node
	if file := in.ReadBeside(name); file != nil {
		if documents, err := yamldoc.Parse(file); err == nil && len(documents) == 1 {
			root = documents[0].Root
			interpolate(in.Input, root)
		}
	}
	in.roots[name] = root
	return root
}

// takes counts what is extended: each service may extend the same.
func (in *composeFile) takes(node *yamldoc.Node) bool {
	span := node.Span()
	env := node.Get("environment")
	in.taken += span.End - span.Start + 16*(len(env.Entries())+len(env.Items()))
	return in.taken <= mostExtendedBytes
}

// reset tells a value that Compose takes away, with all that others say of it.
// https://docs.docker.com/reference/compose-file/merge/#reset-value
func reset(n *yamldoc.Node) bool { return n.WrittenTag() == "!reset" }

// all are the values of a key, the one that counts first, as far as they are merged.
func (s service) all(keys ...string) []layered {
	var all []layered
	for _, l := range s.layers {
		n, alone := l.node, false
		for _, key := range keys {
			if n = n.Get(key); reset(n) {
				return all
			}
			alone = alone || n.WrittenTag() == "!override"
		}
		if n != nil && !n.IsNull() {
			all = append(all, layered{n, l})
		}
		if alone {
			break
		}
	}
	return all
}

// layered is a value and where it stands.
type layered struct {
	node *yamldoc.Node
	layer
}

// get is the value of a key that counts; nil where none is set.
func (s service) get(keys ...string) *yamldoc.Node {
	if all := s.all(keys...); len(all) > 0 {
		return all[0].node
	}
	return nil
}

// words is the value of a key of words; a null sets what the image says.
func (s service) words(key string) *yamldoc.Node {
	for _, l := range s.layers {
		if n := l.node.Get(key); n != nil {
			if n.IsNull() || reset(n) {
				return nil
			}
			return n
		}
	}
	return nil
}

// interpolated is $$, which is a dollar, or ${NAME:-default}, ${NAME-default}, ${NAME:?what to say}, ${NAME?what to say},
// ${NAME} and $NAME.
// https://docs.docker.com/reference/compose-file/interpolation/
var interpolated = lazyregexp.New(`\$\$|\$\{(\w+)(?:(:?[-?])([^${}]*))?\}|\$([A-Za-z_]\w*)`)

// interpolate puts in what Compose does where a file says it: values of the .env beside, and defaults, but for what
// its name calls a secret. What the environment of a shell sets in their place is not known.
func interpolate(in *reading.Input, root *yamldoc.Node) {
	if !strings.Contains(string(root.Span().File.Data), "$") {
		return
	}
	env, before := &reading.Environment{}, len(in.Links)
	if in.EnvironmentFile(".env", env) && len(in.Links) > before { // what it does not take is judged by itself
		in.Links[before].Kind = reading.Shares
	}
	s := reading.NewInterpolation(in, env, interpolated)
	for _, e := range root.Entries() {
		s.Into(e.Value)
	}
}
