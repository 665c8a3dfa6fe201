package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const anIngress = `{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: web, namespace: shop}`

func TestIngressAggregate(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.AggregateStatus, []hookCase{
		{"no members", "no place", `{object: ` + anIngress + `, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}, items: null}`, `{status: {loadBalancer: {}}}`, ""},
		{"one", "sorted even so", `{object: ` + anIngress + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ip: 10.0.0.2}, {ip: 10.0.0.1}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{ip: 10.0.0.1}, {ip: 10.0.0.2}]}}}`, ""},
		{"many", "the places of all, each once, with all its ports",
			`{object: ` + anIngress + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ip: 10.0.0.2}, {hostname: a, ports: [{port: 443, protocol: TCP}]}]}}}, {clusterName: b}, {clusterName: c, status: {loadBalancer: {ingress: [{hostname: a, ports: [{port: 80, protocol: TCP}]}, {ip: 10.0.0.2}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{hostname: a, ports: [{port: 80, protocol: TCP}, {port: 443, protocol: TCP}]}, {ip: 10.0.0.2}]}}}`, ""},
		{"a slash", "hostname and IP are told apart by a slash, and the last one counts",
			`{object: ` + anIngress + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{hostname: a, ip: b/}, {hostname: a/b, ports: [{port: 1, protocol: TCP}]}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{hostname: a/b, ports: [{port: 1, protocol: TCP}]}]}}}`, ""},
		{"no mode", "an Ingress has no such field", `{object: ` + anIngress + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ip: 10.0.0.1, ipMode: VIP}, {ip: 10.0.0.1}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}`, ""},
		{"port of a text", "no port", `{object: ` + anIngress + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ports: [{port: "80"}]}]}}}]}`,
			"", "status of cluster a: "},
		{"port with a point", "members write integers as integers",
			`{"object": {"apiVersion": "networking.k8s.io/v1", "kind": "Ingress"}, "items": [{"clusterName": "a", "status": {"loadBalancer": {"ingress": [{"ports": [{"port": 80.0}]}]}}}]}`,
			"", "status of cluster a: "},
		{"faulty object", "all of it is decoded", `{object: ` + anIngress + `, spec: {tls: {}}}, items: []}`, "", "/spec/tls is an object"},
	})
}

func TestIngressHealth(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.InterpretHealth, []hookCase{
		{"reached", "one place is enough", `{object: ` + anIngress + `, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}}`, `{healthy: true}`, ""},
		{"blank", "a place without an address is none", `{object: ` + anIngress + `, status: {loadBalancer: {ingress: [null, {}]}}}}`, `{healthy: false}`, ""},
		{"no status", "not yet", `{object: ` + anIngress + `}}`, `{healthy: false}`, ""},
		{"faulty", "no list of places", `{object: ` + anIngress + `, status: {loadBalancer: {ingress: {}}}}}`, "", "/status/loadBalancer/ingress is an object"},
	})
}

func TestIngressDependency(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.InterpretDependency, []hookCase{
		{"certificates", "sorted; what is there twice is told twice",
			`{object: ` + anIngress + `, spec: {tls: [{secretName: b}, {secretName: a, hosts: [x]}, {secretName: b}]}}}`,
			`[{apiVersion: v1, kind: Secret, namespace: shop, name: a}, {apiVersion: v1, kind: Secret, namespace: shop, name: b}, {apiVersion: v1, kind: Secret, namespace: shop, name: b}]`, ""},
		{"none", "the services behind are no dependencies", `{object: ` + anIngress + `, spec: {defaultBackend: {service: {name: web}}}}}`, `null`, ""},
		{"no secret", "it cannot be named", `{object: ` + anIngress + `, spec: {tls: [{secretName: a}, {hosts: [x]}]}}}`,
			"", "InterpretDependency: Ingress shop/web: /spec/tls/1/secretName is empty"},
		{"null", "an empty entry names no secret either", `{object: ` + anIngress + `, spec: {tls: [null]}}}`, "", "/spec/tls/0/secretName is empty"},
		{"faulty", "all of the object is decoded", `{object: ` + anIngress + `, status: 5}}`, "", "/status is the number 5"},
	})
}
