package mcs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/testdata/casetest"
)

const serviceImport = "{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, metadata: {namespace: shop, name: web, labels: {a: b}}, spec: "

func TestDeriveService(t *testing.T) {
	t.Parallel()
	const derived = "apiVersion: v1, kind: Service"
	for name, c := range map[string]struct{ spec, stored, want, reason string }{
		"ports": {
			"{type: ClusterSetIP, ips: [10.0.0.2, 10.0.0.1], ports: [{name: http, protocol: TCP, port: 80, appProtocol: h2c}, {port: 81, name: ''}, null], sessionAffinity: ClientIP}", "",
			"{" + derived + ", metadata: {namespace: shop, name: derived-web}, spec: {type: ClusterIP, ports: [{name: http, protocol: TCP, port: 80, targetPort: 0, appProtocol: h2c}, {port: 81, targetPort: 0}, {port: 0, targetPort: 0}]}, " +
				"status: {loadBalancer: {ingress: [{ip: 10.0.0.2}, {ip: 10.0.0.1}]}}}",
			"only name, protocol, port and appProtocol are copied, and addresses keep their order",
		},
		"nothing": {"{type: ClusterSetIP}", "", "{" + derived + ", metadata: {namespace: shop, name: derived-web}, spec: {type: ClusterIP}, status: {loadBalancer: {}}}", "no ports and no addresses"},
		"stored": {
			"{type: ClusterSetIP, ports: [], ips: []}",
			"{" + derived + ", metadata: {namespace: shop, name: derived-web, uid: u, resourceVersion: '7', labels: {a: b}, annotations: {clusterpropagationpolicy.karmada.io/name: cpp}, finalizers: [f]}, " +
				"spec: {type: LoadBalancer, clusterIP: 10.96.0.1, clusterIPs: [10.96.0.1], selector: {a: b}, ports: [{port: 80}]}, status: {loadBalancer: {ingress: [{ip: 1.1.1.1}]}}}",
			"{" + derived + ", metadata: {namespace: shop, name: derived-web, resourceVersion: '7'}, spec: {type: ClusterIP, clusterIP: 10.96.0.1}, status: {loadBalancer: {}}}",
			"only the resource version and the cluster IP are kept",
		},
		"stored without an address": {
			"{type: ClusterSetIP}", "{metadata: {namespace: shop, name: derived-web}, spec: {clusterIP: ''}}",
			"{" + derived + ", metadata: {namespace: shop, name: derived-web}, spec: {type: ClusterIP}, status: {loadBalancer: {}}}", "an empty field is not kept",
		},
		"headless":        {"{type: Headless, ports: [{port: 80}]}", "", "", "it has no address of its own"},
		"headless stored": {"{type: Headless}", "{metadata: {namespace: shop, name: derived-web}}", "", "the Service that was derived before stays"},
		"lower case":      {"{type: clustersetip}", "", "", "the type is matched exactly"},
		"no spec":         {"null", "", "", "there is no type"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := mcs.DeriveInput{Name: named("shop", "web"), Import: casetest.Object(t, serviceImport+c.spec+"}")}
			if c.stored != "" {
				in.Stored = casetest.Object(t, c.stored)
			}
			before := casetest.Frozen(t, in)
			made, err := mcs.DeriveService(in)
			require.NoError(t, err)
			require.Equal(t, before, casetest.Frozen(t, in))
			require.Nil(t, made.Delete)
			require.NotEmpty(t, made.Reason)
			if c.want == "" {
				require.Nil(t, made.Write, c.reason)
				return
			}
			require.Equal(t, casetest.Object(t, c.want).Object, made.Write.Object, c.reason)
			in.Stored = made.Write
			again, err := mcs.DeriveService(in)
			require.NoError(t, err)
			require.Equal(t, made.Write, again.Write, "deriving again changes nothing")
		})
	}
}

func TestDeriveEnds(t *testing.T) {
	t.Parallel()
	stored := casetest.Object(t, "{metadata: {namespace: shop, name: derived-web}}")
	made, err := mcs.DeriveService(mcs.DeriveInput{Name: named("shop", "web"), Stored: stored})
	require.NoError(t, err)
	require.Equal(t, mcs.Derivation{Reason: "the ServiceImport shop/web is gone", Delete: &override.Ref{APIVersion: "v1", Kind: "Service", Namespace: "shop", Name: "derived-web"}}, made)
	made, err = mcs.DeriveService(mcs.DeriveInput{Name: named("shop", "web")})
	require.NoError(t, err)
	require.Nil(t, made.Delete, "nothing is stored")
	deleting := casetest.Object(t, serviceImport+"{type: ClusterSetIP}}")
	require.NoError(t, setDeleting(deleting))
	made, err = mcs.DeriveService(mcs.DeriveInput{Name: named("shop", "web"), Import: deleting, Stored: stored})
	require.NoError(t, err)
	require.Equal(t, mcs.Derivation{Reason: "ServiceImport shop/web is being deleted"}, made, "the Service stays until the ServiceImport is gone")
}

func TestDeriveErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ name, spec, stored, want string }{
		"another Service": {"web", "{}", "{metadata: {namespace: shop, name: web}}", "found the Service shop/web, expected shop/derived-web"},
		"another import":  {"api", "{}", "", "found the ServiceImport shop/web, expected shop/api"},
		"port":            {"web", "{type: ClusterSetIP, ports: [{port: '80'}]}", "", `ServiceImport shop/web: /spec/ports/0/port is the string "80", expected an integer of 32 bits`},
		"timeout":         {"web", "{sessionAffinityConfig: {clientIP: {timeoutSeconds: 3000000000}}}", "", "ServiceImport shop/web: /spec/sessionAffinityConfig/clientIP/timeoutSeconds is the number 3000000000, expected an integer of 32 bits"},
		"spec":            {"web", "[]", "", "ServiceImport shop/web: /spec is a list, expected an object"},
		"cluster IP":      {"web", "{}", "{metadata: {namespace: shop, name: derived-web}, spec: {clusterIP: 1}}", "Service shop/derived-web: /spec/clusterIP is the number 1, expected a string"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := mcs.DeriveInput{Name: named("shop", c.name), Import: casetest.Object(t, serviceImport+c.spec+"}")}
			if c.stored != "" {
				in.Stored = casetest.Object(t, c.stored)
			}
			made, err := mcs.DeriveService(in)
			require.EqualError(t, err, c.want)
			require.Zero(t, made)
		})
	}
}
