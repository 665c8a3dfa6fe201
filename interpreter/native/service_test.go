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
		{"allocated", "allocated fields stay, except for node ports and the list of IPs",
			`{desired: ` + aService + `, spec: {ports: [{port: 80}]}}, observed: ` + aService + `, spec: {clusterIP: 10.0.0.7, clusterIPs: [10.0.0.7], healthCheckNodePort: 32000, ports: [{port: 80, nodePort: 30080}]}}}`,
			`{object: ` + aService + `, spec: {ports: [{port: 80}], clusterIP: 10.0.0.7, healthCheckNodePort: 32000}}}`, ""},
		{"both", "allocated fields cannot be changed, so the member decides",
			`{desired: ` + aService + `, spec: {clusterIP: 10.0.0.1, healthCheckNodePort: 1}}, observed: ` + aService + `, spec: {clusterIP: None, healthCheckNodePort: 2}}}`,
			`{object: ` + aService + `, spec: {clusterIP: None, healthCheckNodePort: 2}}}`, ""},
		{"not allocated", "zero and empty are not kept",
			`{desired: ` + aService + `, spec: {clusterIP: 10.0.0.1, healthCheckNodePort: 1}}, observed: ` + aService + `, spec: {clusterIP: "", healthCheckNodePort: 0}}}`,
			`{object: ` + aService + `, spec: {clusterIP: 10.0.0.1, healthCheckNodePort: 1}}}`, ""},
		{"negative port", "it is not a port",
			`{desired: ` + aService + `}, observed: ` + aService + `, spec: {healthCheckNodePort: -1}}}`,
			`{object: ` + aService + `}}`, ""},
		{"no observed spec", "there is nothing to keep",
			`{desired: ` + aService + `}, observed: ` + aService + `, spec: null}}`,
			`{object: ` + aService + `}}`, ""},
		{"no desired spec", "it is created",
			`{desired: ` + aService + `}, observed: ` + aService + `, spec: {clusterIP: 10.0.0.7}}}`,
			`{object: ` + aService + `, spec: {clusterIP: 10.0.0.7}}}`, ""},
		{"null desired", "null cannot hold a field",
			`{desired: ` + aService + `, spec: null}, observed: ` + aService + `, spec: {clusterIP: 10.0.0.7}}}`,
			"", "Retain: Service shop/web: /spec is null, expected an object"},
		{"spec of a string", "the observed object is not trusted",
			`{desired: ` + aService + `}, observed: ` + aService + `, spec: none}}`,
			"", `/spec of the observed object is the string "none", expected an object`},
		{"port of a string", "it is not a port",
			`{desired: ` + aService + `}, observed: ` + aService + `, spec: {healthCheckNodePort: "32000"}}}`,
			"", `/spec/healthCheckNodePort of the observed object is the string "32000", expected an integer`},
		{"port 80.0", "it is not an integer",
			`{"desired": {"apiVersion": "v1", "kind": "Service"}, "observed": {"spec": {"healthCheckNodePort": 3.0}}}`,
			"", `expected an integer`},
		{"null IP", "it is not a string",
			`{desired: ` + aService + `}, observed: ` + aService + `, spec: {clusterIP: null}}}`,
			"", `/spec/clusterIP of the observed object is null, expected a string`},
	})
}

func TestServiceStatus(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.InterpretStatus, []hookCase{
		{"balancer", "its points in the order of the member; conditions and unknown fields are not reported",
			`{object: ` + aBalancer + `, status: {conditions: [], loadBalancer: {ingress: [{ip: 10.0.0.2, x: 1}, {ip: 10.0.0.1, ports: [{protocol: TCP}]}]}}}}`,
			`{loadBalancer: {ingress: [{ip: 10.0.0.2}, {ip: 10.0.0.1, ports: [{port: 0, protocol: TCP}]}]}}`, ""},
		{"no points", "an empty load balancer is reported", `{object: ` + aBalancer + `, status: {}}}`, `{loadBalancer: {}}`, ""},
		{"no status", "nothing is known", `{object: ` + aBalancer + `}}`, `null`, ""},
		{"other type", "it has no load balancer, whatever its status", `{object: ` + aService + `, spec: {type: NodePort}, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}}`, `null`, ""},
		{"no type", "it has no load balancer", `{object: ` + aService + `, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}}`, `null`, ""},
		{"type of a number", "it has no load balancer", `{object: ` + aService + `, spec: {type: 3}, status: 5}}`, `null`, ""},
		{"spec of a string", "it has no load balancer", `{object: ` + aService + `, spec: LoadBalancer, status: 5}}`, `null`, ""},
		{"other faults", "the rest of the object is not decoded", `{object: ` + aService + `, spec: {type: LoadBalancer, ports: 5}, status: {}}}`, `{loadBalancer: {}}`, ""},
		{"null status", "null is not a status", `{object: ` + aBalancer + `, status: null}}`, "", "InterpretStatus: Service shop/web: /status is null, expected an object"},
		{"status of a list", "it is not a status", `{object: ` + aBalancer + `, status: [1]}}`, "", "/status is a list, expected an object"},
		{"faulty conditions", "the whole status is decoded", `{object: ` + aBalancer + `, status: {conditions: 5}}}`, "", "/conditions"},
		{"huge port", "it does not fit int32",
			`{object: ` + aBalancer + `, status: {loadBalancer: {ingress: [{ports: [{port: 4294967376}]}]}}}}`, "", "4294967376"},
	})
}

func TestServiceAggregate(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.AggregateStatus, []hookCase{
		{"no members", "a load balancer without points", `{object: ` + aBalancer + `}, items: []}`, `{status: {loadBalancer: {}}}`, ""},
		{"null members", "the same as no members", `{object: ` + aBalancer + `, status: {conditions: [{type: X, status: "True", reason: r, message: "", lastTransitionTime: "2026-01-02T03:04:05Z"}]}}, items: null}`, `{status: {loadBalancer: {}}}`, ""},
		{"members without status", "they add nothing", `{object: ` + aBalancer + `}, items: [{clusterName: a}, {clusterName: b, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}`, ""},
		{"order", "hostnames first, then IPs as strings; then modes, absent ones last",
			`{object: ` + aBalancer + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ip: 9.9.9.9}, {ip: 10.0.0.1}, {ip: 10.0.0.1, ipMode: VIP}, {hostname: z}, {hostname: a, ip: 1.1.1.1}]}}}, {clusterName: b, status: {loadBalancer: {ingress: [{hostname: a}, {ip: 10.0.0.1, ipMode: Proxy}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{hostname: a}, {hostname: a, ip: 1.1.1.1}, {hostname: z}, {ip: 10.0.0.1, ipMode: Proxy}, {ip: 10.0.0.1, ipMode: VIP}, {ip: 10.0.0.1}, {ip: 9.9.9.9}]}}}`, ""},
		{"ports", "all ports of a point, without duplicates, by number, protocol and error",
			`{object: ` + aBalancer + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ip: 10.0.0.1, ports: [{port: 443, protocol: UDP}, {port: 80, protocol: TCP, error: B}]}]}}}, {clusterName: b, status: {loadBalancer: {ingress: [{ip: 10.0.0.1, ports: [{port: 80, protocol: TCP, error: A}, {port: 443, protocol: UDP}, {port: 443, protocol: TCP}, {port: 80, protocol: TCP}]}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{ip: 10.0.0.1, ports: [{port: 80, protocol: TCP}, {port: 80, protocol: TCP, error: A}, {port: 80, protocol: TCP, error: B}, {port: 443, protocol: TCP}, {port: 443, protocol: UDP}]}]}}}`, ""},
		{"a slash", "two points stay two, unlike those of an Ingress",
			`{object: ` + aBalancer + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{hostname: a/b}, {hostname: a, ip: b/}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{hostname: a, ip: b/}, {hostname: a/b}]}}}`, ""},
		{"no change", "the status keeps its unknown fields",
			`{object: ` + aBalancer + `, status: {x: 1, loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}]}`,
			`{status: {x: 1, loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}`, ""},
		{"no change of an empty list", "the status keeps its unknown fields", `{object: ` + aBalancer + `, status: {x: 1, loadBalancer: {ingress: []}}}, items: []}`,
			`{status: {x: 1, loadBalancer: {ingress: []}}}`, ""},
		{"empty conditions", "they are not absent", `{object: ` + aBalancer + `, status: {x: 1, conditions: [], loadBalancer: {ingress: []}}}, items: []}`,
			`{status: {loadBalancer: {}}}`, ""},
		{"absent before", "an absent list is not an empty one", `{object: ` + aBalancer + `, status: {x: 1, loadBalancer: {}}}, items: []}`,
			`{status: {loadBalancer: {}}}`, ""},
		{"other type", "members are not read", `{object: ` + aService + `, spec: {type: ClusterIP}, status: {x: 1}}, items: [{clusterName: a, status: 5}]}`,
			`{status: {x: 1}}`, ""},
		{"any case", "names in a status are read in any case",
			`{object: ` + aBalancer + `}, items: [{clusterName: a, status: {LoadBalancer: {INGRESS: [{IP: 10.0.0.1}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}`, ""},
		{"nulls", "a null point is an empty one", `{object: ` + aBalancer + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [null, {}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{}]}}}`, ""},
		{"status of a string", "it is not a status", `{object: ` + aBalancer + `}, items: [{clusterName: a, status: up}]}`, "", "AggregateStatus: Service shop/web: status of cluster a: "},
		{"faulty object", "the whole object is decoded", `{object: ` + aService + `, spec: {type: LoadBalancer, ports: 5}}, items: []}`, "", "/spec/ports is the number 5"},
	})
}

func TestServiceHealth(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.InterpretHealth, []hookCase{
		{"an IP", "one point is enough", `{object: ` + aBalancer + `, status: {loadBalancer: {ingress: [{}, {ip: 10.0.0.1}]}}}}`, `{healthy: true}`, ""},
		{"a hostname", "it is an address", `{object: ` + aBalancer + `, status: {loadBalancer: {ingress: [{hostname: a}]}}}}`, `{healthy: true}`, ""},
		{"an empty point", "it has no address", `{object: ` + aBalancer + `, status: {loadBalancer: {ingress: [{ports: []}]}}}}`, `{healthy: false}`, ""},
		{"no status", "it has no point", `{object: ` + aBalancer + `}}`, `{healthy: false}`, ""},
		{"other type", "it needs no address", `{object: ` + aService + `}}`, `{healthy: true}`, ""},
		{"faulty object", "the whole object is decoded, whatever its type", `{object: ` + aService + `, status: {conditions: {}}}}`, "", "InterpretHealth: Service shop/web: "},
	})
}
