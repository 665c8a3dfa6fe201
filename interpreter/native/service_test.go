package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const (
	aService  = `{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop}`
	aBalancer = aService + `, spec: {type: LoadBalancer}`
)

func TestServiceRetain(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.Retain, []hookCase{
		{"allocated", "what the member allocated stays; node ports and the list of IPs do not",
			`{desired: ` + aService + `, spec: {ports: [{port: 80}]}}, observed: ` + aService + `, spec: {clusterIP: 10.0.0.7, clusterIPs: [10.0.0.7], healthCheckNodePort: 32000, ports: [{port: 80, nodePort: 30080}]}}}`,
			`{object: ` + aService + `, spec: {ports: [{port: 80}], clusterIP: 10.0.0.7, healthCheckNodePort: 32000}}}`, ""},
		{"both", "what was allocated cannot be changed, hence the member wins",
			`{desired: ` + aService + `, spec: {clusterIP: 10.0.0.1, healthCheckNodePort: 1}}, observed: ` + aService + `, spec: {clusterIP: None, healthCheckNodePort: 2}}}`,
			`{object: ` + aService + `, spec: {clusterIP: None, healthCheckNodePort: 2}}}`, ""},
		{"not allocated", "zero and empty are not worth keeping",
			`{desired: ` + aService + `, spec: {clusterIP: 10.0.0.1, healthCheckNodePort: 1}}, observed: ` + aService + `, spec: {clusterIP: "", healthCheckNodePort: 0}}}`,
			`{object: ` + aService + `, spec: {clusterIP: 10.0.0.1, healthCheckNodePort: 1}}}`, ""},
		{"negative port", "no port either",
			`{desired: ` + aService + `}, observed: ` + aService + `, spec: {healthCheckNodePort: -1}}}`,
			`{object: ` + aService + `}}`, ""},
		{"nothing there", "a member without a spec has decided nothing",
			`{desired: ` + aService + `}, observed: ` + aService + `, spec: null}}`,
			`{object: ` + aService + `}}`, ""},
		{"no spec desired", "one is made",
			`{desired: ` + aService + `}, observed: ` + aService + `, spec: {clusterIP: 10.0.0.7}}}`,
			`{object: ` + aService + `, spec: {clusterIP: 10.0.0.7}}}`, ""},
		{"null desired", "what is null holds nothing",
			`{desired: ` + aService + `, spec: null}, observed: ` + aService + `, spec: {clusterIP: 10.0.0.7}}}`,
			"", "Retain: Service shop/web: /spec is null, expected an object"},
		{"spec of a text", "the member's object is as strange as it likes",
			`{desired: ` + aService + `}, observed: ` + aService + `, spec: none}}`,
			"", `/spec of the observed object is the string "none", expected an object`},
		{"port of a text", "no port to keep",
			`{desired: ` + aService + `}, observed: ` + aService + `, spec: {healthCheckNodePort: "32000"}}}`,
			"", `/spec/healthCheckNodePort of the observed object is the string "32000", expected an integer`},
		{"port with a point", "no integer",
			`{"desired": {"apiVersion": "v1", "kind": "Service"}, "observed": {"spec": {"healthCheckNodePort": 3.0}}}`,
			"", `expected an integer`},
		{"null IP", "no string",
			`{desired: ` + aService + `}, observed: ` + aService + `, spec: {clusterIP: null}}}`,
			"", `/spec/clusterIP of the observed object is null, expected a string`},
	})
}

func TestServiceStatus(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.InterpretStatus, []hookCase{
		{"balancer", "where it is reached, in the order of the member; conditions are not reported, nor what nobody knows",
			`{object: ` + aBalancer + `, status: {conditions: [], loadBalancer: {ingress: [{ip: 10.0.0.2, x: 1}, {ip: 10.0.0.1, ports: [{protocol: TCP}]}]}}}}`,
			`{loadBalancer: {ingress: [{ip: 10.0.0.2}, {ip: 10.0.0.1, ports: [{port: 0, protocol: TCP}]}]}}`, ""},
		{"nothing yet", "the balancer is there, empty", `{object: ` + aBalancer + `, status: {}}}`, `{loadBalancer: {}}`, ""},
		{"no status", "nothing is known", `{object: ` + aBalancer + `}}`, `null`, ""},
		{"other type", "it has no balancer, whatever it says", `{object: ` + aService + `, spec: {type: NodePort}, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}}`, `null`, ""},
		{"no type", "the same", `{object: ` + aService + `, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}}`, `null`, ""},
		{"type of a number", "the same", `{object: ` + aService + `, spec: {type: 3}, status: 5}}`, `null`, ""},
		{"spec of a text", "the same", `{object: ` + aService + `, spec: LoadBalancer, status: 5}}`, `null`, ""},
		{"other faults", "the rest of the object is not looked at", `{object: ` + aService + `, spec: {type: LoadBalancer, ports: 5}, status: {}}}`, `{loadBalancer: {}}`, ""},
		{"null status", "null is no status", `{object: ` + aBalancer + `, status: null}}`, "", "InterpretStatus: Service shop/web: /status is null, expected an object"},
		{"status of a list", "a list is none", `{object: ` + aBalancer + `, status: [1]}}`, "", "/status is a list, expected an object"},
		{"faulty conditions", "all of the status is decoded", `{object: ` + aBalancer + `, status: {conditions: 5}}}`, "", "/conditions"},
		{"huge port", "a port that would wrap is no port",
			`{object: ` + aBalancer + `, status: {loadBalancer: {ingress: [{ports: [{port: 4294967376}]}]}}}}`, "", "4294967376"},
	})
}

func TestServiceAggregate(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.AggregateStatus, []hookCase{
		{"no members", "a balancer without any place", `{object: ` + aBalancer + `}, items: []}`, `{status: {loadBalancer: {}}}`, ""},
		{"null members", "as good as none", `{object: ` + aBalancer + `, status: {conditions: [{type: X, status: "True", reason: r, message: "", lastTransitionTime: "2026-01-02T03:04:05Z"}]}}, items: null}`, `{status: {loadBalancer: {}}}`, ""},
		{"members without status", "they add nothing", `{object: ` + aBalancer + `}, items: [{clusterName: a}, {clusterName: b, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}`, ""},
		{"order", "hostnames first, then IPs as texts; then modes, none last",
			`{object: ` + aBalancer + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ip: 9.9.9.9}, {ip: 10.0.0.1}, {ip: 10.0.0.1, ipMode: VIP}, {hostname: z}, {hostname: a, ip: 1.1.1.1}]}}}, {clusterName: b, status: {loadBalancer: {ingress: [{hostname: a}, {ip: 10.0.0.1, ipMode: Proxy}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{hostname: a}, {hostname: a, ip: 1.1.1.1}, {hostname: z}, {ip: 10.0.0.1, ipMode: Proxy}, {ip: 10.0.0.1, ipMode: VIP}, {ip: 10.0.0.1}, {ip: 9.9.9.9}]}}}`, ""},
		{"ports", "of one place all, each once, by number, protocol and failure",
			`{object: ` + aBalancer + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ip: 10.0.0.1, ports: [{port: 443, protocol: UDP}, {port: 80, protocol: TCP, error: B}]}]}}}, {clusterName: b, status: {loadBalancer: {ingress: [{ip: 10.0.0.1, ports: [{port: 80, protocol: TCP, error: A}, {port: 443, protocol: UDP}, {port: 443, protocol: TCP}, {port: 80, protocol: TCP}]}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{ip: 10.0.0.1, ports: [{port: 80, protocol: TCP}, {port: 80, protocol: TCP, error: A}, {port: 80, protocol: TCP, error: B}, {port: 443, protocol: TCP}, {port: 443, protocol: UDP}]}]}}}`, ""},
		{"a slash", "two places stay two, unlike those of an Ingress",
			`{object: ` + aBalancer + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{hostname: a/b}, {hostname: a, ip: b/}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{hostname: a, ip: b/}, {hostname: a/b}]}}}`, ""},
		{"same again", "the status stays as it is, what nobody knows in it as well",
			`{object: ` + aBalancer + `, status: {x: 1, loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}]}`,
			`{status: {x: 1, loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}`, ""},
		{"empty again", "an empty list is the same as before", `{object: ` + aBalancer + `, status: {x: 1, loadBalancer: {ingress: []}}}, items: []}`,
			`{status: {x: 1, loadBalancer: {ingress: []}}}`, ""},
		{"empty conditions", "are not the same as none", `{object: ` + aBalancer + `, status: {x: 1, conditions: [], loadBalancer: {ingress: []}}}, items: []}`,
			`{status: {loadBalancer: {}}}`, ""},
		{"none before", "a list that is absent is not", `{object: ` + aBalancer + `, status: {x: 1, loadBalancer: {}}}, items: []}`,
			`{status: {loadBalancer: {}}}`, ""},
		{"other type", "members are not even read", `{object: ` + aService + `, spec: {type: ClusterIP}, status: {x: 1}}, items: [{clusterName: a, status: 5}]}`,
			`{status: {x: 1}}`, ""},
		{"any case", "members may write names as they like",
			`{object: ` + aBalancer + `}, items: [{clusterName: a, status: {LoadBalancer: {INGRESS: [{IP: 10.0.0.1}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}`, ""},
		{"nulls", "a null among the places is an empty one", `{object: ` + aBalancer + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [null, {}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{}]}}}`, ""},
		{"status of a text", "no status", `{object: ` + aBalancer + `}, items: [{clusterName: a, status: up}]}`, "", "AggregateStatus: Service shop/web: status of cluster a: "},
		{"faulty object", "all of it is decoded", `{object: ` + aService + `, spec: {type: LoadBalancer, ports: 5}}, items: []}`, "", "/spec/ports is the number 5"},
	})
}

func TestServiceHealth(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.InterpretHealth, []hookCase{
		{"reached by IP", "one place is enough", `{object: ` + aBalancer + `, status: {loadBalancer: {ingress: [{}, {ip: 10.0.0.1}]}}}}`, `{healthy: true}`, ""},
		{"reached by name", "of whatever kind", `{object: ` + aBalancer + `, status: {loadBalancer: {ingress: [{hostname: a}]}}}}`, `{healthy: true}`, ""},
		{"a blank place", "is none", `{object: ` + aBalancer + `, status: {loadBalancer: {ingress: [{ports: []}]}}}}`, `{healthy: false}`, ""},
		{"not yet", "no status, no place", `{object: ` + aBalancer + `}}`, `{healthy: false}`, ""},
		{"other type", "there is nothing to wait for", `{object: ` + aService + `}}`, `{healthy: true}`, ""},
		{"faulty object", "all of it is decoded, whatever its type", `{object: ` + aService + `, status: {conditions: {}}}}`, "", "InterpretHealth: Service shop/web: "},
	})
}
