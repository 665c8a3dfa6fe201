package policy_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/leaktest"
)

// TestDecodeQuiet has a document that cannot be read where a parser quotes its value.
func TestDecodeQuiet(t *testing.T) {
	t.Parallel()
	const hidden = "the document cannot be read; the reason is not shown, because it may hold a secret value"
	for _, c := range []struct{ name, reason, text, want string }{
		{"an alias", "a password that begins with a star", "apiVersion: v1\nkind: Secret\nstringData:\n  p: *hunter2\n", hidden},
		{"a tag", "the value is not of the type", "apiVersion: v1\nkind: Secret\nstringData:\n  p: !!int hunter2\n", hidden},
		{"a key that is a list", "the error has the value", "apiVersion: v1\nkind: Secret\nstringData: {[1]: hunter2}\n", hidden},
		{"a number", "it is too large", "apiVersion: v1\nkind: Secret\nstringData:\n  p: 1e999\n", "line 4: the number *** fits no float64"},
		{"a number in JSON", "the same", `{"apiVersion":"v1","kind":"Secret","data":{"p":1e999}}`, "the document is no JSON that an object can hold: json: cannot unmarshal number *** into Go value of type float64"},
		{"a key twice", "values may have been taken for keys", "apiVersion: v1\nkind: Secret\nstringData: {hunter2: 1, hunter2: 2}\n", "line 3: a key is there twice"},
		{"a key twice in JSON", "the same", `{"apiVersion":"v1","kind":"Secret","data":{"hunter2":1,"hunter2":2}}`, "a field is there twice"},
		{"a syntax error", "what quotes nothing stays", "apiVersion: v1\nkind: Secret\nstringData: {p: hunter2\n", "line 3: did not find expected ',' or '}'"},
		{"no document", "nothing says what it is", "hunter2\n", "the document is ***, expected an object with apiVersion and kind"},
		{"a list of Secrets", "its kind says so", "apiVersion: v1\nkind: List\nitems: [{kind: Secret, data: {p: *hunter2}}]\n", hidden},
		{"a kind behind an anchor", "it is found", "apiVersion: v1\nkind: &k Secret\ndata: {p: *hunter2}\n", hidden},
		{"a kind in escapes", "it may be anything", "apiVersion: v1\nkind: \"S\\x65cret\"\nkind: A\ndata: {p: *hunter2}\n", hidden},
		{"a policy for Secrets", "its values go there", "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nspec: {overrideRules: [{overriders: {plaintext: [{path: /data/p, value: *hunter2}]}}]}\n", hidden},
		{"an image for a Secret", "the number may be meant for it",
			"apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: d}\nspec: {overrideRules: [{overriders: {imageOverrider: [{value: 5550100}]}}]}\n",
			"OverridePolicy d/p: spec.overrideRules.overriders.imageOverrider.value is a number, expected a string"},
		{"a manifest", "it may be a Secret", "apiVersion: work.karmada.io/v1alpha1\nkind: Work\nmetadata: {name: w, namespace: d}\nspec: {workload: {manifests: hunter2}}\n",
			"Work d/w: spec.workload.manifests is a string, expected a list"},
		{"no Secret", "others are told", "apiVersion: v1\nkind: ConfigMap\ndata: {p: *hunter2}\n", "unknown anchor 'hunter2' referenced"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := policy.Decode(strings.NewReader(c.text))
			require.EqualError(t, err, "document 1 (line 1): "+c.want, c.reason)
		})
	}
}

// TestDecodeHide has kinds of the caller's.
func TestDecodeHide(t *testing.T) {
	t.Parallel()
	vault := func(o selector.Object) []jsontree.Pointer {
		if o.Kind == "Vault" && o.APIVersion == "example.io/v1" {
			return []jsontree.Pointer{{"spec", "tokens"}}
		}
		return nil
	}
	const text = "apiVersion: example.io/v1\nkind: Vault\nspec: {tokens: *hunter2}\n"
	_, err := policy.Decoder{Hide: vault}.Decode(strings.NewReader(text))
	require.ErrorContains(t, err, "not shown")
	_, err = policy.Decode(strings.NewReader(text))
	require.ErrorContains(t, err, "hunter2", "nobody has said that it is secret")
	_, err = policy.Decoder{Hide: redact.Nothing}.Decode(strings.NewReader(strings.Replace(text, "Vault", "Secret", 1)))
	require.ErrorContains(t, err, "hunter2", "it was asked for")
}

// TestDecodeVandalised puts what parsers stumble over at random places of Secrets.
func TestDecodeVandalised(t *testing.T) {
	t.Parallel()
	failed := 0
	for seed := range uint64(3000) {
		marks := leaktest.New(t, seed)
		text, err := yaml.Marshal(marks.Secret())
		require.NoError(t, err)
		at := marks.Rand.IntN(len(text) + 1)
		for !strings.HasPrefix(string(text[at:]), ": ") && at < len(text) {
			at++ // behind a key, most often
		}
		end := min(at+2, len(text))
		bad := []string{"*", "&a *", "!!int ", "!!float ", "!!binary ", "!", "{[1]: ", "%", "{", "\"", "'", "@", "`", "1e999", "\t", "- ", "? "}[marks.Rand.IntN(17)]
		broken := string(text[:end]) + bad + marks.Word() + string(text[end:])
		_, err = policy.Decode(strings.NewReader(broken))
		if err != nil {
			failed++
			require.Empty(t, marks.In(err.Error()), "seed %d: %v\n%s", seed, err, broken)
		}
	}
	require.Greater(t, failed, 1000)
}
