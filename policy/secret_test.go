package policy_test

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy"
)

// TestSecretMessages has the messages of the dialects that once quoted a value of a Secret, here "hunter".
func TestSecretMessages(t *testing.T) {
	t.Parallel()
	const (
		karmada     = "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: d}\nspec: {overrideRules: [{overriders: {%}}]}\n"
		kubeadmiral = "apiVersion: core.kubeadmiral.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: d}\nspec: {overrideRules: [{overriders: {%}}]}\n"
		secret      = "---\napiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: d, labels: {kubeadmiral.io/override-policy-name: p}}\n"
	)
	for _, c := range []struct {
		name, reason, policy, overriders, content string
		shown                                     string // in the messages if nothing is hidden, in parts
		want                                      []string
	}{
		{"an image predicate on an invalid reference", "the error had the value twice", karmada,
			"imageOverrider: [{predicate: {path: /data/a}, component: Tag, operator: replace, value: v1}]", "data: {a: 'hunter hunter'}", "hunter",
			[]string{"/data/a is ***, expected an image reference"}},
		{"an image predicate through a string", "the value is in the way", karmada,
			"imageOverrider: [{predicate: {path: /data/0/a}, component: Tag, operator: replace, value: v1}]", "data: [hunter]", "hunter",
			[]string{"/data/0 is ***, expected an object on the path of the predicate", "crashes"}},
		{"an invalid tag", "the policy's value is meant for the Secret", karmada,
			"imageOverrider: [{predicate: {path: /data/a}, component: Tag, operator: replace, value: 'hunter!'}]", "data: {a: web}", "hunter",
			[]string{"Invalid value: the value is not shown, because it may become a value of a Secret", "/data/a is unchanged: ***"}},
		{"a broken reference", "as for a tag", karmada,
			"imageOverrider: [{predicate: {path: /data/a}, component: Repository, operator: replace, value: 'hunter!'}]", "data: {a: web}", "hunter",
			[]string{"Invalid value: the value is not shown", "/data/a: the reason is not shown", "leaves the broken reference in the object"}},
		{"YAML in stringData", "the divergence quoted the text", karmada,
			"fieldOverrider: [{fieldPath: /stringData/a, yaml: [{subPath: /b, operator: replace, value: 1}]}]", `stringData: {a: "b: 2\nhunter: 0777\n"}`, "hunter|0777",
			[]string{"upstream encodes the YAML again; here only what the operations touch changes"}},
		{"YAML that is broken", "the parser quotes an alias", karmada,
			"fieldOverrider: [{fieldPath: /stringData/a, yaml: [{subPath: /b, operator: replace, value: 1}]}]", `stringData: {a: "b: *hunter"}`, "hunter",
			[]string{"/stringData/a is ***, expected YAML to which the operations apply"}},
		{"YAML in base64 that is broken", "the same in base64", karmada,
			"fieldOverrider: [{fieldPath: /data/a, yaml: [{subPath: /b, operator: replace, value: 1}]}]",
			"data: {a: " + base64.StdEncoding.EncodeToString([]byte("b: *hunter")) + "}", "hunter",
			[]string{"/data/a is ***, expected YAML to which the operations apply"}},
		{"a copy of the object", "kubectl apply writes it", karmada,
			"annotationsOverrider: [{operator: add, value: {kubectl.kubernetes.io/last-applied-configuration: hunter1}}]", "data: {}", "hunter",
			[]string{`+ /metadata/annotations: {"kubectl.kubernetes.io/last-applied-configuration":"***"}|+ /metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration: "***"`}},
		{"an image path", "the parser quotes the value", kubeadmiral,
			"image: [{imagePath: /data/a, operations: [{imageComponent: Tag, operator: addIfAbsent, value: v1}]}]", "data: {a: 'web:hunter'}", "hunter",
			[]string{"/data/a is ***, expected an image to which this operation applies"}},
		{"a value with quotes", "the note quoted the policy's value", kubeadmiral,
			`image: [{imagePath: /data/a, operations: [{imageComponent: Tag, operator: overwrite, value: '"hunter'}]}]`, "data: {a: web}", "hunter",
			[]string{"Invalid value: the value is not shown", "/data/a is ***, expected an image to which this operation applies"}},
		{"jsonpatch test", "both values are in the error", kubeadmiral,
			"jsonpatch: [{path: /data/a, operator: test, value: hunter1}]", "data: {a: hunter2}", "hunter",
			[]string{"test /data/a: /data/a is ***, expected another value"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			stream := strings.Replace(c.policy, "%", c.overriders, 1) + secret + c.content + "\n---\napiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: m}\n"
			text := textsOf(t, stream, nil)
			require.NotContains(t, text, "hunter", c.reason)
			for _, want := range c.want {
				one, other, _ := strings.Cut(want, "|")
				require.True(t, strings.Contains(text, one) || other != "" && strings.Contains(text, other), "%s\nexpected %s in\n%s", c.reason, want, text)
			}
			for part := range strings.SplitSeq(c.shown, "|") {
				require.Contains(t, textsOf(t, stream, redact.Nothing)+textsOf(t, strings.Replace(stream, "kind: Secret", "kind: ConfigMap", 1), nil), part, "there is a value to hide")
			}
		})
	}
}

// textsOf returns all messages about the one object of a stream.
func textsOf(t *testing.T, stream string, hide redact.Places) string {
	t.Helper()
	bundle, err := policy.Decoder{Hide: hide}.Decode(strings.NewReader(stream))
	require.NoError(t, err)
	var b strings.Builder
	for _, fault := range bundle.Policies[0].Faults() {
		b.WriteString(fault.Error() + "\n")
	}
	selection := override.NewSet(bundle.Policies...).Hiding(hide).Select(bundle.Objects[0])
	b.WriteString(selection.Explain(bundle.Clusters[0]).String())
	_, err = selection.Apply(bundle.Clusters[0])
	if failed := (*override.Error)(nil); errors.As(err, &failed) && failed.Divergence != nil {
		b.WriteString(failed.Divergence.String())
	}
	return b.String()
}
