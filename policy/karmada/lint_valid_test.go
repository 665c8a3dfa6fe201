package karmada_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada"
)

// soundSpecs are valid specs: those of Karmada's documentation and of articles about it, and those
// at the edge of a rule.
var soundSpecs = []struct{ name, reason, spec string }{
	{"resources", "a selector may have a name and labels", `{resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: nginx, namespace: team, labelSelector: {matchLabels: {app: nginx}}}], overrideRules: []}`},
	{"any labels", "an empty label selector selects everything", `resourceSelectors: [{apiVersion: v1, kind: Pod, labelSelector: {}}]`},
	{"clusters by label", "documented", `overrideRules: [{targetCluster: {labelSelector: {matchLabels: {cluster: member1}}}, overriders: {}}]`},
	{"clusters by region", "documented", `overrideRules: [{targetCluster: {fieldSelector: {matchExpressions: [{key: region, operator: In, values: [cn-north-1]}]}}, overriders: {}}]`},
	{"clusters by provider", "documented", `overrideRules: [{targetCluster: {fieldSelector: {matchExpressions: [{key: provider, operator: In, values: [aws]}]}}, overriders: {}}]`},
	{"clusters by zone", "documented", `overrideRules: [{targetCluster: {fieldSelector: {matchExpressions: [{key: zone, operator: In, values: [us]}]}}, overriders: {}}]`},
	{"clusters by name", "documented", `overrideRules: [{targetCluster: {clusterNames: [member1]}, overriders: {}}]`},
	{"clusters by exclusion", "documented", `overrideRules: [{targetCluster: {exclude: [member1]}, overriders: {}}]`},
	{"every cluster", "an empty targetCluster selects everything", `overrideRules: [{targetCluster: {labelSelector: {}, fieldSelector: {}}, overriders: {}}]`},

	{"add a registry", "documented; the added value need not be a registry by itself", `overrideRules: [{overriders: {imageOverrider: [{component: Registry, operator: add, value: test-repo}]}}]`},
	{"replace a repository", "documented", `overrideRules: [{overriders: {imageOverrider: [{component: Repository, operator: replace, value: myapp2}]}}]`},
	{"remove a tag", "documented; a value is not required", `overrideRules: [{overriders: {imageOverrider: [{component: Tag, operator: remove}]}}]`},
	{"remove with a value", "documented as ignored", `overrideRules: [{overriders: {imageOverrider: [{component: Tag, operator: remove, value: "any text"}]}}]`},
	{"a digest for a tag", "documented: the component is the tag or the digest", `overrideRules: [{overriders: {imageOverrider: [{component: Tag, operator: replace, value: "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}]}}]`},
	{"a piece of a tag", "it must be a tag only together with the old one", `overrideRules: [{overriders: {imageOverrider: [{component: Tag, operator: add, value: -alpine}]}}]`},
	{"a registry with a path", "as mirrors have it", `overrideRules: [{overriders: {imageOverrider: [{component: Registry, operator: replace, value: "mirror.io:5000/cache"}]}}]`},
	{"no registry", "replace can remove it, too", `overrideRules: [{overriders: {imageOverrider: [{component: Registry, operator: replace}]}}]`},
	{"one image", "documented", `overrideRules: [{overriders: {imageOverrider: [{component: Registry, operator: replace, value: k8s.gcr.io, predicate: {path: /spec/template/spec/containers/0/image}}]}}]`},

	{"commands", "documented", `overrideRules: [{overriders: {commandOverrider: [{containerName: myapp, operator: add, value: [--cluster=member1]}, {containerName: myapp, operator: remove, value: [--parameter1=foo]}]}}]`},
	{"arguments", "documented; a value may be any string", `overrideRules: [{overriders: {argsOverrider: [{containerName: myapp, operator: add, value: [""]}, {containerName: myapp, operator: remove, value: ["a b"]}]}}]`},
	{"labels", "documented", `overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {bar: bar}}, {operator: replace, value: {foo: exist}}, {operator: remove, value: {baz: ""}}]}}]`},
	{"annotations", "documented", `overrideRules: [{overriders: {annotationsOverrider: [{operator: add, value: {example.com/note: "two words"}}]}}]`},
	{"plaintext", "documented; a value of any type", `overrideRules: [{overriders: {plaintext: [{path: /data/example, operator: replace, value: 2}, {path: /spec/a~1b/-, operator: add, value: {c: [1.5, true]}}, {path: /spec/x/-1, operator: remove}]}}]`},
	{"null", "a value like any other", `overrideRules: [{overriders: {plaintext: [{path: /data, operator: replace, value: null}]}}]`},
	{"the whole object", "it may be replaced", `overrideRules: [{overriders: {plaintext: [{path: "", operator: replace, value: {apiVersion: v1, kind: ConfigMap}}]}}]`},
	{"fields", "one format each", `overrideRules: [{overriders: {fieldOverrider: [{fieldPath: /data/a.json, json: [{subPath: /b, operator: add, value: 1}]}, {fieldPath: /data/a.yaml, yaml: [{subPath: /b/0, operator: remove}]}]}}]`},
	{"older form", "documented, as long as there are no overrideRules", `{targetCluster: {clusterNames: [member2]}, overriders: {plaintext: [{path: /spec/template/spec/containers/0/image, operator: replace, value: "nginx:1.20.2"}]}}`},
}

// TestLintValid checks that Lint accepts valid specs.
func TestLintValid(t *testing.T) {
	t.Parallel()
	for _, c := range soundSpecs {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Empty(t, karmada.Lint(policyOf(t, c.spec)), c.reason)
		})
	}
}
