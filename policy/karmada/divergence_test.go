package karmada_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// within returns the divergences D11 at places below a pointer.
func within(at string, places ...string) (text string) {
	for _, place := range places {
		text += ", D11 " + at + place
	}
	return text
}

// TestDivergences has each divergence, and similar cases that are not divergences. Divergences
// are given as code and place; those of an error begin with "error".
func TestDivergences(t *testing.T) {
	t.Parallel()
	const (
		digest = "@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
		pod    = `{apiVersion: v1, kind: Pod, metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "nginx:1"}]}}`
		both   = `{apiVersion: v1, kind: Pod, spec: {containers: [{name: web, image: "nginx:1` + digest + `"}]}}`
		text   = `{apiVersion: v1, kind: ConfigMap, data: {a: "{}", empty: ""}}`
		blanks = `{apiVersion: v1, kind: ConfigMap, data: {a: '{"a": 1}'}}`
		yaml   = `{apiVersion: v1, kind: ConfigMap, data: {a: "b: 1 # why", "on": "on: 1", anchor: "a: &a 1\nb: *a", plain: "a: 1\n"}}`
		secret = `{apiVersion: v1, kind: Secret, data: {a: e30=, empty: ""}, stringData: {a: "{}"}}`
		odd    = `{apiVersion: v1, kind: Pod, metadata: {labels: {num: 1}, annotations: [a]}, spec: {containers: [{name: web, image: "nginx:1", command: [a, 5], args: a}]}}`
	)
	cases := []struct{ name, reason, object, overriders, want string }{
		{"D1 index", "the index is out of range", pod, `imageOverrider: [{component: Tag, operator: remove, predicate: {path: /spec/containers/1/image}}]`, "error D1 /spec/containers/1"},
		{"D1 entry", "args are not a list", odd, `argsOverrider: [{containerName: web, operator: add, value: [b]}]`, "error D1 /spec/containers/0/args"},
		{"D1 null", "an index of null", pod, `plaintext: [{path: "", operator: replace, value: null}, {path: /0, operator: add, value: 1}]`, "error D1 /0"},
		{"D1 text", "an index of null, in a string", text, `fieldOverrider: [{fieldPath: /data/a, json: [{subPath: "", operator: replace, value: null}, {subPath: /0, operator: add, value: 1}]}]`, "error D1 /data/a"},
		{"no D1", "a key of null is an error in Karmada, too", pod, `plaintext: [{path: "", operator: replace, value: null}, {path: /a, operator: add, value: 1}]`, "error"},
		{"no D1 on the way", "a missing object on the path is an error in Karmada, too", pod, `imageOverrider: [{component: Tag, operator: remove, predicate: {path: /spec/image/0}}]`, "error"},

		{"D3", "the registry changes, and tag and digest stay", both, `imageOverrider: [{component: Registry, operator: replace, value: m.io}]`, "D3 /spec/containers/0/image"},
		{"D3 by predicate", "the same at one place", both, `imageOverrider: [{component: Repository, operator: add, value: x, predicate: {path: /spec/containers/0/image}}]`, "D3 /spec/containers/0/image"},
		{"no D3", "a new tag replaces both", both, `imageOverrider: [{component: Tag, operator: replace, value: "2"}]`, ""},
		{"no D3 for one", "there is only a tag", pod, `imageOverrider: [{component: Registry, operator: replace, value: m.io}]`, ""},

		{"D5", "an image needs a repository", pod, `imageOverrider: [{component: Repository, operator: remove}]`, "error D5 /spec/containers/0/image"},
		{"D5 in the rule", "another overrider of the rule repairs it", pod, `{imageOverrider: [{component: Repository, operator: remove}], plaintext: [{path: /spec/containers/0/image, operator: replace, value: nginx}]}`, ""},
		{"no D5", "an image that was broken before fails in Karmada, too", `{apiVersion: v1, kind: Pod, spec: {containers: [{name: web, image: ":"}]}}`, `imageOverrider: [{component: Tag, operator: replace, value: "2"}]`, "error"},

		{"D6", "Karmada loses the comment", yaml, `fieldOverrider: [{fieldPath: /data/a, yaml: [{subPath: /b, operator: replace, value: 2}]}]`, "D6 /data/a"},
		{"D6 as written", "Karmada finds on under /true only", yaml, `fieldOverrider: [{fieldPath: /data/on, yaml: [{subPath: /on, operator: replace, value: 2}]}]`, "D6 /data/on"},
		{"D6 anchor", "both read the same, but Karmada adds a line break", yaml, `fieldOverrider: [{fieldPath: /data/anchor, yaml: [{subPath: /a, operator: replace, value: 2}]}]`, "D6 /data/anchor"},
		{"no D6", "Karmada would write the same", yaml, `fieldOverrider: [{fieldPath: /data/plain, yaml: [{subPath: /a, operator: replace, value: 2}]}]`, ""},
		{"no D6 for an error", "Karmada fails, too", yaml, `fieldOverrider: [{fieldPath: /data/plain, yaml: [{subPath: /b, operator: replace, value: 2}]}]`, "error"},

		{"D7 label", "Karmada writes another key", pod, `labelsOverrider: [{operator: add, value: {a~1b: c}}]`, "D7 /metadata/labels/a~01b"},
		{"D7 annotation", "or a key with a tilde", pod, `annotationsOverrider: [{operator: add, value: {a~0b: c, d: e}}]`, "D7 /metadata/annotations/a~00b"},
		{"no D7", "a tilde before another character is not an escape", pod, `labelsOverrider: [{operator: add, value: {a~b: c, a/b: c, a~2: c}}]`, ""},
		{"D7 predicate", "Karmada looks for the key a~1b", `{apiVersion: v1, kind: X, a/b: {image: nginx}}`, `imageOverrider: [{component: Tag, operator: replace, value: "2", predicate: {path: /a~1b/image}}]`, "D7 /a~1b/image"},
		{"no D7 in a patch", "json-patch reads escapes", `{apiVersion: v1, kind: X, a/b: c}`, `plaintext: [{path: /a~1b, operator: replace, value: d}]`, ""},

		{"D8", "Karmada writes an empty string", text, `fieldOverrider: [{fieldPath: /data/a}]`, "D8 /data/a"},
		{"no D8", "the string is empty", text, `fieldOverrider: [{fieldPath: /data/empty}]`, ""},
		{"D9 number", "labels hold a number", odd, `labelsOverrider: [{operator: add, value: {a: b}}]`, "error D9 /metadata/labels/num"},
		{"D9 list", "annotations are a list", odd, `annotationsOverrider: [{operator: add, value: {a: b}}]`, "error D9 /metadata/annotations"},
		{"no D9", "replace and remove leave such a map alone in Karmada, too", odd, `{labelsOverrider: [{operator: remove, value: {num: ""}}], annotationsOverrider: [{operator: replace, value: {a: b}}]}`, ""},
		{"D10", "a number in a command", odd, `commandOverrider: [{containerName: web, operator: add, value: [b]}]`, "error D10 /spec/containers/0/command/1"},
		{"no D10", "a container of another name is not read", odd, `{commandOverrider: [{containerName: other, operator: add, value: [b]}], argsOverrider: [{containerName: other, operator: add, value: [b]}]}`, ""},
		{"D11", "Karmada cannot read the Pod", `{apiVersion: v1, kind: Pod, spec: {nodeName: 5, containers: [{name: web, image: "nginx:1", env: {}}]}}`, `imageOverrider: [{component: Tag, operator: replace, value: "2"}]`, "D11 /spec/containers/0/env, D11 /spec/nodeName"},
		{"D11 in lists", "Karmada reads all elements, and wraps integers",
			`{apiVersion: apps/v1, kind: StatefulSet, metadata: {ownerReferences: [{uid: 5}]}, spec: {volumeClaimTemplates: [{spec: {accessModes: [1]}}], template: {spec: {` +
				`tolerations: [{key: 1, tolerationSeconds: 3000000000000}, null, x], imagePullSecrets: [{name: {}}], hostAliases: [{hostnames: x}], ` +
				`volumes: [{name: [], configMap: {name: a, items: [{key: k, mode: 1.5}], unknown: {a: b}}}, {secret: true}, {emptyDir: {sizeLimit: lots}}], ` +
				`containers: [{name: web, image: "nginx:1", ports: [{containerPort: "80", hostPort: 3000000000, name: 5, hostIP: {}, protocol: [], other: 1}, 80], env: [{name: 5, value: 6, valueFrom: []}], ` +
				`envFrom: [{prefix: 1, configMapRef: x}], volumeMounts: [{readOnly: "yes", mountPath: 7}]}]}}}}`,
			`imageOverrider: [{component: Tag, operator: replace, value: "2"}]`,
			"D11 /metadata/ownerReferences/0/uid" + within("/spec/template/spec", "/containers/0/env/0/name", "/containers/0/env/0/value",
				"/containers/0/env/0/valueFrom", "/containers/0/envFrom/0/configMapRef", "/containers/0/envFrom/0/prefix",
				"/containers/0/ports/0/containerPort", "/containers/0/ports/0/hostIP", "/containers/0/ports/0/name", "/containers/0/ports/0/protocol", "/containers/0/ports/1",
				"/containers/0/volumeMounts/0/mountPath", "/containers/0/volumeMounts/0/readOnly", "/hostAliases/0/hostnames", "/imagePullSecrets/0/name",
				"/tolerations/0/key", "/tolerations/2", "/volumes/0/configMap/items/0/mode", "/volumes/0/name", "/volumes/1/secret", "/volumes/2/emptyDir/sizeLimit") +
				", D11 /spec/volumeClaimTemplates/0/spec/accessModes/0"},
		{"D11 range", "only a number that may also be a string must fit into 32 bits; Karmada wraps the others", `{apiVersion: apps/v1, kind: Deployment, spec: {replicas: 3000000000, strategy: {rollingUpdate: {maxSurge: 3000000000, maxUnavailable: 25%}}, template: {spec: {containers: [{name: web, image: "nginx:1", livenessProbe: {httpGet: {port: 80}, tcpSocket: {port: 1.5}}, lifecycle: {preStop: {httpGet: {port: http}}}}]}}}}`, `imageOverrider: [{component: Tag, operator: replace, value: "2"}]`, "D11 /spec/strategy/rollingUpdate/maxSurge, D11 /spec/template/spec/containers/0/livenessProbe/tcpSocket/port"},
		{"no D11", "with a predicate Karmada reads one place", `{apiVersion: v1, kind: Pod, spec: {nodeName: 5, containers: [{name: web, image: "nginx:1"}]}}`, `imageOverrider: [{component: Tag, operator: replace, value: "2", predicate: {path: /spec/containers/0/image}}]`, ""},
		{"D17", "Karmada drops what is before the first slash", pod, `plaintext: [{path: spec/nodeName, operator: add, value: a}]`, "error D17"},
		{"D17 in a field", "the same", text, `fieldOverrider: [{fieldPath: /data/a, json: [{subPath: x/b, operator: add, value: 1}]}]`, "error D17"},
		{"no D17", "no slash at all fails in Karmada, too", pod, `plaintext: [{path: spec, operator: remove}]`, "error"},
		{"D20", "Karmada does not decode it", secret, `fieldOverrider: [{fieldPath: /data/a, json: [{subPath: /b, operator: add, value: 1}]}]`, "D20 /data/a"},
		{"no D20", "an empty string stays empty in Karmada, too, and stringData is plain", secret, `fieldOverrider: [{fieldPath: /data/empty, json: [{subPath: /b, operator: add, value: 1}]}, {fieldPath: /stringData/a, json: [{subPath: /b, operator: add, value: 1}]}]`, ""},
		{"D21", "Karmada drops the blanks", blanks, `fieldOverrider: [{fieldPath: /data/a, json: [{subPath: /b, operator: add, value: 1}]}]`, "D21 /data/a"},
		{"D21 without effect", "also if the operations change nothing", blanks, `fieldOverrider: [{fieldPath: /data/a, json: [{subPath: /a, operator: add, value: 1}]}]`, "D21 /data/a"},
		{"no D21", "there are no blanks", text, `fieldOverrider: [{fieldPath: /data/a, json: [{subPath: /b, operator: add, value: 1}]}]`, ""},
	}
	cases = append(cases, []struct{ name, reason, object, overriders, want string }{
		{"no D3, erased", "the image is written by a later patch", both, `{imageOverrider: [{component: Registry, operator: replace, value: m.io}], plaintext: [{path: /spec/containers/0/image, operator: replace, value: nginx}]}`, ""},
		{"no D3, a tag follows", "a new tag replaces both", both, `imageOverrider: [{component: Registry, operator: replace, value: m.io}, {component: Tag, operator: replace, value: "2"}]`, ""},
		{"D3 that moves", "a container is put in front", both, `{imageOverrider: [{component: Registry, operator: replace, value: m.io}], plaintext: [{path: /spec/containers/0, operator: add, value: {name: first}}]}`, "D3 /spec/containers/1/image"},
		{"no D3, no containers", "the ancestor is removed", both, `{imageOverrider: [{component: Registry, operator: replace, value: m.io}], plaintext: [{path: /spec, operator: remove}]}`, ""},
		{"no D6, erased", "the string is written by a later patch", yaml, `{fieldOverrider: [{fieldPath: /data/a, yaml: [{subPath: /b, operator: replace, value: 2}]}], plaintext: [{path: /data/a, operator: replace, value: x}]}`, ""},
		{"D6 twice", "the second entry does not erase what the first one loses", yaml, `fieldOverrider: [{fieldPath: /data/a, yaml: [{subPath: /b, operator: replace, value: 2}]}, {fieldPath: /data/a, yaml: [{subPath: /c, operator: add, value: 2}]}]`, "D6 /data/a, D6 /data/a"},
		{"D6 and another string", "one of two is erased", yaml, `{fieldOverrider: [{fieldPath: /data/a, yaml: [{subPath: /b, operator: replace, value: 2}]}, {fieldPath: /data/on, yaml: [{subPath: /x, operator: add, value: 2}]}], plaintext: [{path: /data/a, operator: remove}]}`, "D6 /data/on"},
		{"no D7, all labels erased", "the labels are written as a whole", pod, `{labelsOverrider: [{operator: add, value: {a~1b: c}}], plaintext: [{path: /metadata/labels, operator: add, value: {}}]}`, ""},
		{"D7, half erased", "Karmada's key stays", pod, `{labelsOverrider: [{operator: add, value: {a~1b: c}}], plaintext: [{path: /metadata/labels/a~01b, operator: add, value: x}, {path: /metadata/labels/a~01b, operator: remove}]}`, "D7 /metadata/labels/a~01b"},
		{"D7, added and removed", "Karmada keeps the other key, because it looks for the key as it is written", pod, `labelsOverrider: [{operator: add, value: {a~1b: c}}, {operator: remove, value: {a~1b: ""}}]`, "D7 /metadata/labels/a~01b"},
		{"D7, Karmada fails", "it finds no key to remove", `{apiVersion: v1, kind: Pod, metadata: {labels: {a~1b: c}}}`, `{labelsOverrider: [{operator: remove, value: {a~1b: ""}}], plaintext: [{path: /metadata/labels, operator: remove}]}`, "D7 /metadata/labels/a~01b"},
		{"D7, both keys", "it removes the other one", `{apiVersion: v1, kind: Pod, metadata: {labels: {a~1b: c, a/b: d}}}`, `labelsOverrider: [{operator: remove, value: {a~1b: ""}}]`, "D7 /metadata/labels/a~01b"},
		{"no D8, erased", "the string is written by a later patch", text, `{fieldOverrider: [{fieldPath: /data/a}], plaintext: [{path: /data/a, operator: replace, value: x}]}`, ""},
		{"D20, erased", "Karmada fails before", secret, `{fieldOverrider: [{fieldPath: /data/a, json: [{subPath: /b, operator: add, value: 1}]}], plaintext: [{path: /data/a, operator: remove}]}`, "D20 /data/a"},
		{"no D21, erased", "the string is written by a later patch", blanks, `{fieldOverrider: [{fieldPath: /data/a, json: [{subPath: /b, operator: add, value: 1}]}], plaintext: [{path: /data, operator: add, value: {}}]}`, ""},
	}...)
	var wanted []string
	for _, c := range cases {
		for _, code := range regexp.MustCompile(`D\d+`).FindAllString(c.want, -1) {
			if !slices.Contains(wanted, code) {
				wanted = append(wanted, code)
			}
		}
	}
	var defined []string
	for _, d := range karmada.Divergences() {
		if d.Code != karmada.CodeHalfChanged {
			defined = append(defined, d.Code)
		}
	}
	require.ElementsMatch(t, defined, wanted, "each code has a case")
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			spec := specOf(policyOf(t, "overrideRules: [{overriders: "+flow(c.overriders)+"}]"))
			p := &api.ClusterOverridePolicy{Spec: *spec}
			p.Name = "p"
			compiled, err := karmada.Compile(p)
			require.NoError(t, err, c.reason)
			result, err := override.Apply(dialecttest.Object(t, c.object), (&api.Cluster{}).Facts(), compiled)
			var said []string
			if err != nil {
				var e *override.Error
				require.True(t, errors.As(err, &e), c.reason)
				said = []string{"error"}
				if d := e.Divergence; d != nil {
					said = []string{strings.TrimSpace("error " + d.Code + " " + d.Pointer.String())}
				}
			} else {
				for _, d := range result.Divergences() {
					require.NotEmpty(t, d.Upstream, c.reason)
					require.NotEmpty(t, d.Here, c.reason)
					said = append(said, strings.TrimSpace(d.Code+" "+d.Pointer.String()))
				}
			}
			require.Equal(t, c.want, strings.Join(said, ", "), c.reason)
		})
	}
}

// flow puts braces around overriders that stand alone.
func flow(overriders string) string {
	if strings.HasPrefix(overriders, "{") {
		return overriders
	}
	return "{" + overriders + "}"
}
