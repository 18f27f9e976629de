package workload

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
)

func TestBound(t *testing.T) {
	named := func(name string) source.Text { return source.Unlocated(name, "") }
	bind := func(kind, namespace, role, subject, account, of string) Binding {
		return Binding{Kind: kind, Namespace: namespace, RoleKind: "ClusterRole", Role: named(role), Subjects: []Subject{{subject, named(of), named(account)}}}
	}
	cases := map[string]struct {
		binding       Binding
		roles, strays int
		sure          bool
	}{
		"in its namespace":            {bind("RoleBinding", "n", "read", "ServiceAccount", "a", "n"), 1, 0, true},
		"whoever applies it decides":  {bind("RoleBinding", "", "read", "ServiceAccount", "a", ""), 1, 0, true},
		"everywhere":                  {bind("ClusterRoleBinding", "", "read", "ServiceAccount", "a", "n"), 1, 0, true},
		"an account of another one":   {bind("ClusterRoleBinding", "", "read", "ServiceAccount", "a", "m"), 0, 1, true},
		"a binding of another one":    {bind("RoleBinding", "m", "read", "ServiceAccount", "a", "n"), 0, 1, true},
		"another role of another one": {bind("RoleBinding", "m", "other", "ServiceAccount", "a", "n"), 0, 0, true},
		"another account":             {bind("RoleBinding", "n", "read", "ServiceAccount", "b", "n"), 0, 0, true},
		"a role that no file defines": {bind("RoleBinding", "n", "view", "ServiceAccount", "a", "n"), 0, 0, false},
		"a group":                     {bind("ClusterRoleBinding", "", "read", "Group", "system:serviceaccounts", ""), 0, 0, false},
		"a person":                    {bind("ClusterRoleBinding", "", "read", "User", "a", ""), 0, 0, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			pod := Pod{Namespace: "n", Account: named("a"), Cluster: &Cluster{
				Roles: []Role{{Kind: "ClusterRole", Name: "read", Open: true}, {Kind: "ClusterRole", Name: "other"}}, Bindings: []Binding{c.binding},
			}}
			roles, strays, sure := pod.Bound(pod.Cluster, []hazelcast.Request{{Verb: "list", Resource: "pods"}})
			assert.Equal(t, []any{c.roles, c.strays, c.sure}, []any{len(roles), len(strays), sure})
		})
	}
}

func TestAllows(t *testing.T) {
	asks := []hazelcast.Request{{Verb: "get", Resource: "endpoints"}, {Verb: "list", Group: "discovery.k8s.io", Resource: "endpointslices"}}
	cases := map[string]struct {
		role Role
		want bool
	}{
		"the first":          {Role{Grants: []Grant{{[]string{""}, []string{"pods", "endpoints"}, []string{"get"}}}}, true},
		"the other":          {Role{Grants: []Grant{{[]string{"discovery.k8s.io"}, []string{"endpointslices"}, []string{"list"}}}}, true},
		"all":                {Role{Grants: []Grant{{[]string{"*"}, []string{"*"}, []string{"*"}}}}, true},
		"another verb":       {Role{Grants: []Grant{{[]string{""}, []string{"endpoints"}, []string{"list"}}}}, false},
		"of another group":   {Role{Grants: []Grant{{[]string{"apps"}, []string{"endpoints"}, []string{"get"}}}}, false},
		"in two rules":       {Role{Grants: []Grant{{[]string{""}, []string{"pods"}, []string{"get"}}, {[]string{""}, []string{"endpoints"}, []string{"list"}}}}, false},
		"what others bring":  {Role{Open: true}, true},
		"nothing is allowed": {Role{}, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, c.role.Allows(asks)) })
	}
}
