package kube

import (
	"cmp"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// podOf is what is written of the pod itself: what grants it access stands in other objects.
func (m *manifests) podOf(owner podOwner, members source.Value) *workload.Pod {
	account := cmp.Or(owner.pod.Get("serviceAccountName"), owner.pod.Get("serviceAccount")) // the older name
	return &workload.Pod{
		Namespace: m.namespace, Account: account.Text(), Token: owner.pod.Get("automountServiceAccountToken").Text(),
		Labels: textMap(owner.pod.Parent().Get("metadata", "labels")), Cluster: &m.Cluster,
		Leaving: []workload.Leaving{
			{By: "an autoscaler", Count: m.shrinks(owner), Mend: "let the autoscaler take one at a time, in behavior.scaleDown.policies"}, updates(owner, members),
		},
	}
}

// updates is how many pods of a Deployment an update takes away before others are there: a quarter by default. A
// StatefulSet takes one after the other.
//
// https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#max-unavailable
func updates(owner podOwner, pods source.Value) workload.Leaving {
	l := workload.Leaving{By: "an update", Mend: "write maxUnavailable: 1 into strategy.rollingUpdate, or run the members as a StatefulSet"}
	at := owner.strategy.Get("rollingUpdate", "maxUnavailable")
	switch {
	case owner.kind != "Deployment":
	case owner.strategy.Get("type").Value() == "Recreate":
		l.Count, l.All = pods, true
		l.Count.Text = owner.strategy.Get("type").Text()
	case at == nil:
		l.Count = pods
		l.Count.N /= 4
	default:
		l.Count, _ = workload.PartOf(at.Text(), pods.N, false)
	}
	return l
}

// addAccess adds an object that grants access to the API of Kubernetes, or that gives pods a name.
func (m *manifests) addAccess(o *yamldoc.Node, kind string) {
	c, namespace := &m.Cluster, o.Get("metadata", "namespace").Value()
	switch name := o.Get("metadata", "name"); kind {
	case "ServiceAccount":
		c.Accounts = append(c.Accounts, workload.Account{Namespace: namespace, Name: name.Value(), Token: o.Get("automountServiceAccountToken").Text()})
	case "Role", "ClusterRole":
		grants := lists.Of(o.Get("rules").Items(), func(n *yamldoc.Node) workload.Grant {
			return workload.Grant{Groups: values(n.Get("apiGroups")), Resources: values(n.Get("resources")), Verbs: values(n.Get("verbs"))}
		})
		c.Roles = append(c.Roles, workload.Role{Kind: kind, Namespace: namespace, Name: name.Value(), At: name.Text(), Grants: grants, Open: o.Get("aggregationRule") != nil})
	case "RoleBinding", "ClusterRoleBinding":
		c.Bindings = append(c.Bindings, workload.Binding{
			Kind: kind, Namespace: namespace, RoleKind: o.Get("roleRef", "kind").Value(), Role: o.Get("roleRef", "name").Text(),
			Subjects: lists.Of(o.Get("subjects").Items(), func(n *yamldoc.Node) workload.Subject {
				return workload.Subject{Kind: n.Get("kind").Value(), Namespace: n.Get("namespace").Text(), Name: n.Get("name").Text()}
			}),
		})
	case "PodDisruptionBudget":
		spec := o.Get("spec")
		c.Budgets = append(c.Budgets, workload.Budget{
			Namespace: namespace, Unavailable: spec.Get("maxUnavailable").Text(), Left: spec.Get("minAvailable").Text(), Selector: textMap(spec.Get("selector", "matchLabels")),
		})
	case "Service":
		if spec := o.Get("spec"); spec != nil { // without one it is a patch
			c.Services = append(c.Services, workload.Service{Namespace: namespace, Name: name.Text(), ClusterIP: spec.Get("clusterIP").Value(), Selector: textMap(spec.Get("selector"))})
		}
	}
}

func values(n *yamldoc.Node) []string { return lists.Of(n.Items(), (*yamldoc.Node).Value) }

func textMap(n *yamldoc.Node) map[string]string {
	return lists.Map(n.Entries(), func(e yamldoc.Entry) (string, string) { return e.Key.Value(), e.Value.Value() })
}
