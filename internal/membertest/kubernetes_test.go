package membertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
)

// Two members find each other through an API of Kubernetes that allows what jvmlint says they ask, and are apart where
// it allows all but that.
func TestDiscoveryAgainstMembers(t *testing.T) {
	filled := func(s string) (string, bool) { return s, true }
	onEach(t, func(t *testing.T, jar string) {
		m, port := launch(t, jar, classes(t, jar)), 5760+10*int(checksum(t.Name())%20)
		for _, settings := range []string{"", "service-name: s, ", "service-label-name: l, service-label-value: v, ", "pod-label-name: l, pod-label-value: v, "} {
			for _, granted := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s%v", settings, granted), func(t *testing.T) {
					join := "hazelcast: {network: {join: {kubernetes: {enabled: true, " + settings + "%s}}}}"
					lookup, on := read(t, fmt.Sprintf(join, "namespace: n")).KubernetesLookup(nil, filled)
					assert.True(t, on)
					api := httptest.NewServer(apiOf(port, func(q hazelcast.Request) bool {
						for _, asks := range lookup.Asks() {
							if asks.Resource == q.Resource && asks.Verb == q.Verb {
								return granted
							}
						}
						return !granted
					}))
					defer api.Close()
					m.start(2, fmt.Sprintf(join, fmt.Sprintf("namespace: n, kubernetes-api-retries: 1, kubernetes-master: %q, api-token: t, ca-certificate: %q", api.URL, authority)))
					assert.Equal(t, map[bool]int64{true: 2, false: 1}[granted], m.number("members"))
					m.must("stop")
				})
			}
		}
		t.Run("no token", func(t *testing.T) {
			answer := m.ask("start", 1, encoded("hazelcast: {network: {join: {kubernetes: {enabled: true, namespace: n}}}}"))
			assert.Equal(t, "error", answer[0], answer)
		})
	})
}

// apiOf is an API of Kubernetes that knows two pods, which listen on this port and the next.
func apiOf(port int, allows func(hazelcast.Request) bool) http.HandlerFunc {
	type list = []any
	type object = map[string]any
	endpoints := func(port int) object {
		return object{"addresses": list{object{"ip": "127.0.0.1", "targetRef": object{"name": "p"}}}, "ports": list{object{"port": port}}}
	}
	pod := func(port int) object {
		return object{
			"metadata": object{"name": fmt.Sprint("p", port)},
			"spec":     object{"nodeName": "node", "containers": list{object{"ports": list{object{"containerPort": port}}}}},
			"status":   object{"podIP": "127.0.0.1", "containerStatuses": list{object{"ready": true}}},
		}
	}
	both := object{"metadata": object{"name": "s"}, "subsets": list{endpoints(port), endpoints(port + 1)}}
	return func(w http.ResponseWriter, r *http.Request) {
		_, path, _ := strings.Cut(r.URL.Path, "/namespaces/n/")
		resource, name, _ := strings.Cut(path, "/")
		verb := map[bool]string{true: "get", false: "list"}[name != ""]
		if !allows(hazelcast.Request{Verb: verb, Resource: resource}) {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		answer := object{"items": list{}}
		switch {
		case resource == "pods" && name == "":
			answer = object{"items": list{pod(port), pod(port + 1)}}
		case resource == "pods":
			answer = pod(port)
		case resource == "endpoints" && name == "":
			answer = object{"items": list{both}}
		case resource == "endpoints":
			answer = both
		case resource == "endpointslices":
			w.WriteHeader(http.StatusNotFound) // a cluster that has none
			return
		}
		_ = json.NewEncoder(w).Encode(answer)
	}
}

// authority is a certificate, which a member reads and does not need for http.
const authority = `-----BEGIN CERTIFICATE-----
MIIC+TCCAeGgAwIBAgIUKH2zV5LtO9ZaJla17KBhlZrynlAwDQYJKoZIhvcNAQEL
BQAwDDEKMAgGA1UEAwwBeDAeFw0yNjExMjkxNTEzMThaFw0zNjExMjYxNTEzMTha
MAwxCjAIBgNVBAMMAXgwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCw
BZIw1c1Jrdc1NzRNLBlwzK0KviX4oFoYCFMyvzSSMF6BBbgx39sv7F9Vju5EtJSW
hiQj+ZkH5yL6SksVHBZTCL84zMLvqHfrLnzmWiHCqGp3THkdbeDsi8x/vTtBLzzd
jq4+x1wyw9IOROi9354gimYLkiSA096g8dFqW2ZBbFXRw1FXqSpZCehqKQAhlswz
Gw4c1/wa8CAkd1PxIrNgHpt3I7I+aMmVrQ8IeMHCSnOGTgbhkvJjPuFq4HkYBKdh
Uv2PdGeNDECW+21GXhgzBwbLeVmw36+7kAFTTS9I19NQpwT+Rz+iMi966Ta8YYgk
jmZN5d+2ovLU8iTHT9CZAgMBAAGjUzBRMB0GA1UdDgQWBBT6ncdUiSNKIKtdXHJO
KsfiZDrWjzAfBgNVHSMEGDAWgBT6ncdUiSNKIKtdXHJOKsfiZDrWjzAPBgNVHRMB
Af8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQAcbnsid6+C+9Ru2IoVJxbODvXA
ctnyWlLhgBHL2byUTJZsjAe3y5GrJVAeAJqFfh7e7ZVVmy3OqnwO1DyZtARUpX+C
Huo5LVVLzS+fhWRmyNhHCoeoTEsDkWeczrjKHtmDA3+OKUxyE9sj6LZFiixyy1Rx
KpB3aeUOptGaCHaOOJlnm5PI5nJdLYd3tMSXedwTMUBgcFKqcBIN+Kc7HOKiEYHW
tLN+JMdBMLKCowHNifi/KYm0Nwj+x4ckQBJNryQ3x/jI8NwWVmWXJiIybh+hAFSg
ULXtR175q7kaJHuWeucGUzM1XhhE4ROTsCKpT0syUtzRdzreMWeyIkCEAzew
-----END CERTIFICATE-----`
