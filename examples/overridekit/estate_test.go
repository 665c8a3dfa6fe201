package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// estate is a random set of templates, clusters and policies, as documents. Some of them are wrong.
type estate struct {
	rand      *rand.Rand
	templates int
	clusters  int
	namespace int // how many
	sound     bool
}

// write writes the documents to a folder, each kind to a file.
func (e *estate) write(t testing.TB, dir string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(dir, 0o700))
	for name, text := range map[string]string{"clusters": e.allClusters(), "objects": e.allObjects(), "policies": e.allPolicies()} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".yaml"), []byte(text), 0o600))
	}
}

func (e *estate) pick(words ...string) string { return words[e.rand.IntN(len(words))] }

func (e *estate) rarely() bool { return !e.sound && e.rand.IntN(12) == 0 }

func (e *estate) allClusters() string {
	var b strings.Builder
	for i := range e.clusters {
		fmt.Fprintf(&b, "---\n{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m%d, labels: {env: %s}}, spec: {region: %s, syncMode: Push}}\n",
			i, e.pick("dev", "prod"), e.pick("eu", "us", "asia"))
	}
	return b.String()
}

func (e *estate) allObjects() string {
	var b strings.Builder
	for i := range e.templates {
		space, tier := fmt.Sprintf("ns%d", e.rand.IntN(e.namespace)), e.pick("front", "back")
		switch i % 5 {
		case 0:
			fmt.Fprintf(&b, "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: c%d, namespace: %s, labels: {tier: %s}}, data: {level: %s, url: http://web}}\n", i, space, tier, e.pick("info", "debug"))
		case 1:
			fmt.Fprintf(&b, "---\n{apiVersion: v1, kind: Secret, metadata: {name: s%d, namespace: %s, labels: {tier: %s}}, stringData: {password: hidden%d}}\n", i, space, tier, e.rand.IntN(3))
		default:
			fmt.Fprintf(&b, `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: w%d, namespace: %s, labels: {tier: %s}}
spec:
  replicas: %d
  selector: {matchLabels: {app: w%d}}
  template:
    metadata: {labels: {app: w%d}}
    spec:
      containers:
      - {name: main, image: "docker.io/library/web:%d.0", args: [--level=info], env: [{name: A, value: b}], resources: {limits: {cpu: 100m, memory: 64Mi}}}
      - {name: proxy, image: "docker.io/library/proxy:1.0", ports: [{containerPort: 80}], volumeMounts: [{name: data, mountPath: /data}]}
      volumes: [{name: data, emptyDir: {}}]
`, i, space, tier, 1+e.rand.IntN(5), i, i, e.rand.IntN(3))
		}
		if e.rarely() {
			fmt.Fprintf(&b, "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: k%d, namespace: %s, labels: {kubeadmiral.io/override-policy-name: absent%d}}}\n", i, space, e.rand.IntN(2))
		}
	}
	return b.String()
}

func (e *estate) allPolicies() string {
	var b strings.Builder
	b.WriteString(`---
{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: registry}, spec: {resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}],
 overrideRules: [{targetCluster: {labelSelector: {matchLabels: {env: dev}}}, overriders: {imageOverrider: [{component: Registry, operator: replace, value: mirror.example}]}}]}}
`)
	for i := range e.namespace {
		kind := e.pick("Deployment", "Deployment", "ConfigMap", "Secret")
		version := map[bool]string{true: "apps/v1", false: "v1"}[kind == "Deployment"]
		fmt.Fprintf(&b, "---\n{apiVersion: policy.karmada.io/v1alpha1, kind: PropagationPolicy, metadata: {name: p%d, namespace: ns%d}, spec: {resourceSelectors: [{apiVersion: %s, kind: %s}], propagateDeps: %t,\n placement: {clusterAffinity: {clusterNames: [m0, m%d]}%s}}}\n",
			i, i, version, kind, e.rand.IntN(3) == 0, e.rand.IntN(e.clusters+1), e.pick("", ", replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Aggregated}"))
		selector := e.pick("", ", name: w"+fmt.Sprint(e.rand.IntN(max(1, e.templates))), ", labelSelector: {matchLabels: {tier: front}}")
		target := e.pick("{clusterNames: [m1]}", "{labelSelector: {matchLabels: {env: prod}}}", "{fieldSelector: {matchExpressions: [{key: region, operator: In, values: [eu]}]}}")
		if e.rarely() {
			target = "{clusterNames: [absent]}"
		}
		overrider := fmt.Sprintf("labelsOverrider: [{operator: add, value: {by: o%d}}]", e.rand.IntN(3))
		switch {
		case kind == "Deployment":
			overrider = e.pick(overrider, "argsOverrider: [{containerName: main, operator: add, value: [--level=debug]}]", `plaintext: [{path: /spec/replicas, operator: replace, value: 2}]`)
		case kind == "Secret":
			overrider = fmt.Sprintf("plaintext: [{path: /stringData/password, operator: replace, value: other%d}]", e.rand.IntN(3))
		}
		if e.rarely() {
			overrider = e.pick(`plaintext: [{path: /spec/absent/deep, operator: add, value: 2}]`, "labelsOverrider: [{operator: remove, value: {absent: x}}]", "argsOverrider: [{containerName: absent, operator: add, value: [x]}]",
				"labelsOverrider: [{operator: replace, value: {tier: front}}]")
		}
		fmt.Fprintf(&b, "---\n{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: o%d, namespace: ns%d}, spec: {resourceSelectors: [{apiVersion: %s, kind: %s%s}],\n overrideRules: [{targetCluster: %s, overriders: {%s}}]}}\n",
			i, i, version, kind, selector, target, overrider)
		if e.rarely() {
			fmt.Fprintf(&b, "---\n{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: x%d, annotations: {overridekit.dev/lint-ignore: 'no-effect: known'}}, spec: {resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, namespace: ns%d}],\n overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {by: x, tier: %s}}]}}]}}\n", i, i, e.pick("front", "back"))
		}
	}
	return b.String()
}
