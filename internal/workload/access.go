package workload

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Pod is what decides which other pods a member finds in Kubernetes: its place, its labels, and what its service account
// may ask the API.
type Pod struct {
	Namespace string            // empty: whoever applies it decides
	Account   source.Text       // serviceAccountName; empty: it is default
	Token     source.Text       // automountServiceAccountToken where it is written here
	Labels    map[string]string // of the pod

	Leaving []Leaving // what takes pods away, several at once

	Cluster    *Cluster // what is known beside it: in its file, its folder or its chart
	Everywhere *Cluster // what all files of the run say, where these are folders; nil until it is joined to others
	Complete   bool     // no other file brings more of it
	Moved      bool     // something changes the namespaces that are written
}

// Cluster are objects of Kubernetes that grant pods access, give them names, and say how many of them may go.
type Cluster struct {
	Accounts []Account
	Roles    []Role
	Bindings []Binding
	Services []Service
	Budgets  []Budget
}

// Leaving is how many pods something takes away at once, before others are there.
type Leaving struct {
	By    string // an autoscaler
	Count source.Value
	All   bool   // none is left
	Mend  string // what a person can write
}

// Budget is a PodDisruptionBudget: how many pods may leave where a node is emptied.
type Budget struct {
	Namespace         string
	Unavailable, Left source.Text // maxUnavailable, minAvailable
	Selector          map[string]string
}

// Account is a ServiceAccount.
type Account struct {
	Namespace, Name string
	Token           source.Text // automountServiceAccountToken; empty: it is true
}

// Role is a Role or a ClusterRole.
type Role struct {
	Kind, Namespace, Name string
	At                    source.Text // its name
	Grants                []Grant
	Open                  bool // it takes further rules over from other roles
}

// Grant is a rule of a role: all of these verbs on all of these resources.
type Grant struct{ Groups, Resources, Verbs []string }

// Binding gives a role to accounts: in its namespace, or in all.
type Binding struct {
	Kind, Namespace string
	Role            source.Text
	RoleKind        string
	Subjects        []Subject
}

// Subject is who gets a role.
type Subject struct {
	Kind            string
	Namespace, Name source.Text
}

// Service gives pods a name.
type Service struct {
	Namespace string
	Name      source.Text
	ClusterIP string
	Selector  map[string]string
}

// AccountName is the service account that the pod runs with.
func (p *Pod) AccountName() string {
	return cmp.Or(p.Account.String(), "default")
}

// WithoutToken is what keeps the token of its account from the pod; empty where nothing does. What the pod says goes
// before what the account says.
func (p *Pod) WithoutToken() source.Text {
	token := p.Token
	for _, a := range p.Cluster.Accounts {
		if token.Len() == 0 && a.Name == p.AccountName() && p.same(a.Namespace) {
			token = a.Token
		}
	}
	if token.String() != "false" {
		return source.Text{}
	}
	return token
}

// Defines reports whether its account stands among the files.
func (p *Pod) Defines() bool {
	return slices.ContainsFunc(p.Cluster.Accounts, func(a Account) bool { return a.Name == p.AccountName() && p.same(a.Namespace) })
}

// same reports whether a namespace may be that of the pod.
func (p *Pod) same(namespace string) bool {
	return p.Moved || p.Namespace == "" || namespace == "" || namespace == p.Namespace
}

// Bound lists the roles that its account has, as far as these objects say, and the subjects that are an account of this
// name in another namespace, with a role that allows one of the requests. It is not sure of a role that none of the
// objects defines.
func (p *Pod) Bound(by *Cluster, any []hazelcast.Request) (roles []Role, strays []Subject, sure bool) {
	sure = true
	for _, b := range by.Bindings {
		found := by.roles(b)
		for _, s := range b.Subjects {
			switch {
			case s.Kind == "Group": // of all accounts, or of some
				sure = false
			case s.Kind != "ServiceAccount" || s.Name.String() != p.AccountName():
			case p.same(s.Namespace.String()) && (b.Kind != "RoleBinding" || p.same(b.Namespace)):
				roles, sure = append(roles, found...), sure && len(found) > 0
			case slices.ContainsFunc(found, func(r Role) bool { return r.Allows(any) }):
				strays = append(strays, s)
			}
		}
	}
	return roles, strays, sure
}

// Allowed reports whether a role may let the pod ask one of these, as far as all files say.
func (p *Pod) Allowed(any []hazelcast.Request) bool {
	roles, _, sure := p.Bound(cmp.Or(p.Everywhere, p.Cluster), any)
	return !sure || slices.ContainsFunc(roles, func(r Role) bool { return r.Allows(any) })
}

func (c *Cluster) roles(b Binding) []Role {
	return lists.Where(c.Roles, func(r Role) bool {
		anywhere := r.Kind == "ClusterRole" || b.Namespace == "" || r.Namespace == ""
		return r.Kind == b.RoleKind && r.Name == b.Role.String() && (anywhere || r.Namespace == b.Namespace)
	})
}

// Allows reports whether a role lets its accounts ask one of these.
func (r *Role) Allows(any []hazelcast.Request) bool {
	has := func(all []string, one string) bool { return slices.Contains(all, one) || slices.Contains(all, "*") }
	return r.Open || slices.ContainsFunc(r.Grants, func(g Grant) bool {
		return slices.ContainsFunc(any, func(q hazelcast.Request) bool {
			return has(g.Groups, q.Group) && has(g.Resources, q.Resource) && has(g.Verbs, q.Verb)
		})
	})
}

// IsAbout reports whether a role grants anything on one of these resources.
func (r *Role) IsAbout(resources ...string) bool {
	return slices.ContainsFunc(r.Grants, func(g Grant) bool {
		return slices.ContainsFunc(resources, func(name string) bool { return slices.Contains(g.Resources, name) })
	})
}

// Service is that of a name in the namespace of the pod: of several the one beside it is meant, but where a
// kustomization has patches there.
func (p *Pod) Service(name string) (Service, bool) {
	is := func(s Service) bool { return s.Name.String() == name && p.same(s.Namespace) }
	if s, found := lists.First(p.Cluster.Services, is); found && !p.Moved || p.Everywhere == nil {
		return s, found
	}
	return lists.First(p.Everywhere.Services, is)
}

// Services are those that select the pod.
func (p *Pod) Services() []Service {
	return lists.Where(p.Cluster.Services, func(s Service) bool {
		return p.same(s.Namespace) && selects(s.Selector, p.Labels)
	})
}

// Leaves is what takes most of so many pods away at once.
func (p *Pod) Leaves(members int64) (most Leaving) {
	all := slices.Clone(p.Leaving)
	for _, b := range p.Cluster.Budgets {
		if !p.same(b.Namespace) || !selects(b.Selector, p.Labels) {
			continue
		}
		n, err := PartOf(b.Unavailable, members, true)
		if err != nil {
			n, err = PartOf(b.Left, members, true)
			n.N = members - n.N
		}
		if err == nil && members > 0 {
			n.N = min(n.N, members)
			all = append(all, Leaving{"a drain of nodes", n, n.N == members, "write maxUnavailable: 1 into the budget"})
		}
	}
	for _, l := range all {
		if l.Count.N > most.Count.N {
			most = l
		}
	}
	return most
}

// PartOf reads a number of pods, or a percentage of so many, which is rounded up or down.
func PartOf(t source.Text, pods int64, up bool) (source.Value, error) {
	share, percent := strings.CutSuffix(t.String(), "%")
	if !percent {
		return Count(t, source.Configured)
	}
	n, err := Count(source.Unlocated(share, ""), source.Configured)
	if n.N *= pods; up {
		n.N += 99
	}
	n.N, n.Text = n.N/100, t
	return n, err
}

func selects(selector, labels map[string]string) bool {
	for name, value := range selector {
		if labels[name] != value {
			return false
		}
	}
	return len(selector) > 0
}

// Add adds the objects of another file.
func (c *Cluster) Add(other *Cluster) {
	c.Accounts = append(c.Accounts, other.Accounts...)
	c.Roles = append(c.Roles, other.Roles...)
	c.Bindings = append(c.Bindings, other.Bindings...)
	c.Services = append(c.Services, other.Services...)
	c.Budgets = append(c.Budgets, other.Budgets...)
}
