package rules

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var hazelcastMembersApart = lint.Rule{
	ID: "hazelcast-members-apart", Severity: lint.Error, Confidence: lint.Certain, Groups: ofMemberStart,
	Title: "members do not find each other in Kubernetes: each is a cluster of its own",
	Check: func(p *lint.Pass) {
		pod := p.Workload.Pod
		if pod == nil || p.Workload.Members.N == 1 {
			return
		}
		_, reading := p.HazelcastReading()
		lookup, on := p.Workload.Hazelcast.KubernetesLookup(p.Overrides(), reading.Filled)
		switch {
		case !on || lookup.Namespace != "" && pod.Namespace != "" && lookup.Namespace != pod.Namespace:
		case lookup.DNS.Value != "":
			name, of := nameInCluster(lookup.DNS.Value)
			if name == "" || of != "" && pod.Namespace != "" && of != pod.Namespace {
				return
			}
			if s, found := reportService(p, lookup.DNS.At, name); found && s.ClusterIP == "" {
				f := p.Report(lint.Places{lookup.DNS.At}, "service %s is not headless: service-dns resolves to the address of the service, behind which a member may find itself alone", name)
				f.Severity = lint.Warning
				f.Because(s.Name, "has no clusterIP: None")
				f.Suggest(lint.Manual, "write clusterIP: None into the spec of the service, which is made anew for it")
			}
		case !lookup.OwnToken && reportToken(p, lookup):
		default:
			if reportAccess(p, lookup); lookup.Service.Value != "" {
				reportService(p, lookup.Service.At, lookup.Service.Value)
			}
		}
	},
}

// nameInCluster is the service that a name of Kubernetes' DNS stands for, and its namespace where the name has one.
func nameInCluster(dns string) (service, namespace string) {
	parts := strings.Split(dns, ".")
	if len(parts) == 1 {
		return parts[0], ""
	}
	if len(parts) > 2 && parts[2] != "svc" {
		return "", ""
	}
	return parts[0], parts[1]
}

// reportToken tells of a pod that gets no token: the member does not start.
func reportToken(p *lint.Pass, lookup hazelcast.KubernetesLookup) bool {
	token, c := p.Workload.Pod.WithoutToken(), p.Workload.Container
	if token.Len() == 0 || c != nil && c.Mounted("/var/run/secrets/kubernetes.io/serviceaccount/token") {
		return false
	}
	f := p.Report(lint.Places{token}, "the member does not start: it asks the API of Kubernetes for the others, and the token of its service account is not mounted")
	f.Because(lookup.Enabled, "asks the API")
	f.Suggest(lint.Unsafe, "mount the token", lint.Replace(token, "true"))
	return true
}

// reportAccess tells of an account that may not ask for the others, as far as files say.
func reportAccess(p *lint.Pass, lookup hazelcast.KubernetesLookup) {
	pod := p.Workload.Pod
	requests := lookup.Asks()
	if lookup.OwnToken || pod.Allowed(requests) {
		return
	}
	roles, strays, _ := pod.Bound(pod.Cluster, requests)
	meant, found := lists.First(roles, func(r workload.Role) bool {
		return r.IsAbout("pods", "endpoints", "endpointslices", "services")
	})
	account, may := pod.AccountName(), requests[0].Verb+" "+requests[0].Resource
	at := lookup.Enabled
	const alone = ": each member starts alone"
	var f *lint.Finding
	switch {
	case found:
		f = p.Report(lint.Places{meant.At}, "%s %s does not let the members %s, which they find each other by"+alone, meant.Kind, meant.Name, may)
	case len(strays) > 0 && pod.Complete:
		if at = strays[0].Namespace; at.Len() == 0 {
			at = strays[0].Name
		}
		f = p.Report(lint.Places{at}, "the role is not given in namespace %s, where the members run as service account %s"+alone, pod.Namespace, account)
	case pod.Complete && pod.Defines():
		f = p.Report(lint.Places{at}, "no role lets service account %s %s, which the members find each other by"+alone, account, may)
		f.Confidence = lint.Likely
	case pod.Complete:
		f = p.Report(lint.Places{at}, "no role here lets service account %s %s, which the members find each other by: unless something else does, each member starts alone", account, may)
		f.Severity, f.Confidence = lint.Info, lint.Likely
	default:
		return
	}
	f.Severity = min(f.Severity, lint.Warning)
	f.Because(lookup.Enabled, "asks the API")
	if account != "default" {
		f.Because(pod.Account, "runs with it")
	}
	f.Suggest(lint.Manual, "bind a Role to the account, with get and list of pods and endpoints")
}

// reportService gives the service of that name, and tells of a name that no service has where others select the pods.
func reportService(p *lint.Pass, at source.Text, name string) (workload.Service, bool) {
	pod := p.Workload.Pod
	s, found := pod.Service(name)
	others := lists.Where(pod.Services(), func(s workload.Service) bool { return s.Name.String() != name })
	if found || len(others) == 0 || !pod.Complete {
		return s, found
	}
	f := p.Report(lint.Places{at}, "no service here is called %s: each member starts alone", name)
	f.Severity = lint.Warning
	f.Because(others[0].Name, "selects the members")
	return s, false
}
