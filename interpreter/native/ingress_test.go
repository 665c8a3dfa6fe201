package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const anIngress = `{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: web, namespace: shop}`

func TestIngressAggregate(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.AggregateStatus, []hookCase{
		{"no members", "no points", `{object: ` + anIngress + `, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}, items: null}`, `{status: {loadBalancer: {}}}`, ""},
		{"one", "its points are sorted", `{object: ` + anIngress + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ip: 10.0.0.2}, {ip: 10.0.0.1}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{ip: 10.0.0.1}, {ip: 10.0.0.2}]}}}`, ""},
		{"many", "the points of all, without duplicates, with all their ports",
			`{object: ` + anIngress + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ip: 10.0.0.2}, {hostname: a, ports: [{port: 443, protocol: TCP}]}]}}}, {clusterName: b}, {clusterName: c, status: {loadBalancer: {ingress: [{hostname: a, ports: [{port: 80, protocol: TCP}]}, {ip: 10.0.0.2}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{hostname: a, ports: [{port: 80, protocol: TCP}, {port: 443, protocol: TCP}]}, {ip: 10.0.0.2}]}}}`, ""},
		{"a slash", "the key is hostname/IP, and the last of equal points is used",
			`{object: ` + anIngress + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{hostname: a, ip: b/}, {hostname: a/b, ports: [{port: 1, protocol: TCP}]}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{hostname: a/b, ports: [{port: 1, protocol: TCP}]}]}}}`, ""},
		{"no mode", "an Ingress has no such field", `{object: ` + anIngress + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ip: 10.0.0.1, ipMode: VIP}, {ip: 10.0.0.1}]}}}]}`,
			`{status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}`, ""},
		{"port of a string", "it is not a port", `{object: ` + anIngress + `}, items: [{clusterName: a, status: {loadBalancer: {ingress: [{ports: [{port: "80"}]}]}}}]}`,
			"", "status of cluster a: "},
		{"port 80.0", "it is not an integer in JSON",
			`{"object": {"apiVersion": "networking.k8s.io/v1", "kind": "Ingress"}, "items": [{"clusterName": "a", "status": {"loadBalancer": {"ingress": [{"ports": [{"port": 80.0}]}]}}}]}`,
			"", "status of cluster a: "},
		{"faulty object", "the whole object is decoded", `{object: ` + anIngress + `, spec: {tls: {}}}, items: []}`, "", "/spec/tls is an object"},
	})
}

func TestIngressHealth(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.InterpretHealth, []hookCase{
		{"reachable", "one point is enough", `{object: ` + anIngress + `, status: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}}}`, `{healthy: true}`, ""},
		{"empty points", "a point needs an address", `{object: ` + anIngress + `, status: {loadBalancer: {ingress: [null, {}]}}}}`, `{healthy: false}`, ""},
		{"no status", "no point is known", `{object: ` + anIngress + `}}`, `{healthy: false}`, ""},
		{"faulty", "it is not a list of points", `{object: ` + anIngress + `, status: {loadBalancer: {ingress: {}}}}}`, "", "/status/loadBalancer/ingress is an object"},
	})
}

func TestIngressDependency(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.InterpretDependency, []hookCase{
		{"certificates", "sorted, with duplicates",
			`{object: ` + anIngress + `, spec: {tls: [{secretName: b}, {secretName: a, hosts: [x]}, {secretName: b}]}}}`,
			`[{apiVersion: v1, kind: Secret, namespace: shop, name: a}, {apiVersion: v1, kind: Secret, namespace: shop, name: b}, {apiVersion: v1, kind: Secret, namespace: shop, name: b}]`, ""},
		{"none", "backend services are not dependencies", `{object: ` + anIngress + `, spec: {defaultBackend: {service: {name: web}}}}}`, `null`, ""},
		{"no secret", "the name is required", `{object: ` + anIngress + `, spec: {tls: [{secretName: a}, {hosts: [x]}]}}}`,
			"", "InterpretDependency: Ingress shop/web: /spec/tls/1/secretName is empty"},
		{"null", "an empty entry has no name", `{object: ` + anIngress + `, spec: {tls: [null]}}}`, "", "/spec/tls/0/secretName is empty"},
		{"faulty", "the whole object is decoded", `{object: ` + anIngress + `, status: 5}}`, "", "/status is the number 5"},
	})
}
