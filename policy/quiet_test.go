package policy_test

import (
	"fmt"
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

// TestDecodeQuiet has documents with an error that quotes a value.
func TestDecodeQuiet(t *testing.T) {
	t.Parallel()
	const hidden = "the document cannot be read; the reason is not shown, because it may quote the value of a Secret"
	for _, c := range []struct{ name, reason, text, want string }{
		{"an alias", "a password that begins with a star", "apiVersion: v1\nkind: Secret\nstringData:\n  p: *hunter2\n", hidden},
		{"a tag", "the value is not of the type", "apiVersion: v1\nkind: Secret\nstringData:\n  p: !!int hunter2\n", hidden},
		{"a key that is a list", "the error has the value", "apiVersion: v1\nkind: Secret\nstringData: {[1]: hunter2}\n", hidden},
		{"a number", "it is too large", "apiVersion: v1\nkind: Secret\nstringData:\n  p: 1e999\n", "line 4: the number *** does not fit float64"},
		{"a number in JSON", "the same", `{"apiVersion":"v1","kind":"Secret","data":{"p":1e999}}`, "the document is not valid JSON for a Kubernetes object: json: cannot unmarshal number *** into Go value of type float64"},
		{"a key twice", "a value may be read as a key", "apiVersion: v1\nkind: Secret\nstringData: {hunter2: 1, hunter2: 2}\n", "line 3: a key is repeated"},
		{"a key twice in JSON", "the same", `{"apiVersion":"v1","kind":"Secret","data":{"hunter2":1,"hunter2":2}}`, "a field is repeated"},
		{"a syntax error", "the message quotes nothing, and stays", "apiVersion: v1\nkind: Secret\nstringData: {p: hunter2\n", "line 3: did not find expected ',' or '}'"},
		{"no document", "the kind is unknown", "hunter2\n", "the document is the string ***, expected an object with apiVersion and kind"},
		{"annotations in a string", "one of them may be a copy of the object", "apiVersion: v1\nkind: Secret\nmetadata: {name: s, annotations: 'kubectl.kubernetes.io/last-applied-configuration={data: hunter2}'}\n", "Secret s: metadata.annotations is ***, expected an object"},
		{"labels in a string", "they are not secret", "apiVersion: v1\nkind: Secret\nmetadata: {name: s, labels: 'a: b'}\n", "Secret s: metadata.labels is the string \"a: b\", expected an object"},
		{"a list of Secrets", "its kind says so", "apiVersion: v1\nkind: List\nitems: [{kind: Secret, data: {p: *hunter2}}]\n", hidden},
		{"a kind after an anchor", "it is found", "apiVersion: v1\nkind: &k Secret\ndata: {p: *hunter2}\n", hidden},
		{"a kind in escapes", "it may be anything", "apiVersion: v1\nkind: \"S\\x65cret\"\nkind: A\ndata: {p: *hunter2}\n", hidden},
		{"a policy for Secrets", "its values become those of a Secret", "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nspec: {overrideRules: [{overriders: {plaintext: [{path: /data/p, value: *hunter2}]}}]}\n", hidden},
		{"an image for a Secret", "the number may be meant for it",
			"apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: d}\nspec: {overrideRules: [{overriders: {imageOverrider: [{value: 5550100}]}}]}\n",
			"line 4: OverridePolicy d/p: spec.overrideRules[0].overriders.imageOverrider[0].value is a number, expected a string"},
		{"a manifest", "it may be a Secret", "apiVersion: work.karmada.io/v1alpha1\nkind: Work\nmetadata: {name: w, namespace: d}\nspec: {workload: {manifests: hunter2}}\n",
			"line 4: Work d/w: spec.workload.manifests is a string, expected a list"},
		{"no Secret", "the message stays", "apiVersion: v1\nkind: ConfigMap\ndata: {p: *hunter2}\n", "unknown anchor 'hunter2' referenced"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := policy.Decode(strings.NewReader(c.text))
			want := "line 1: " + c.want
			if strings.HasPrefix(c.want, "line ") {
				want = c.want
			}
			var failed *policy.Error
			require.ErrorAs(t, err, &failed, c.reason)
			require.Equal(t, want, fmt.Sprintf("line %d: %v", failed.Line, failed.Err), c.reason)
		})
	}
}

// TestDecodeQuietKinds has Secrets with an unusual spelling of the kind, and another kind in the usual spelling.
func TestDecodeQuietKinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, head string }{
		{"on the next line", "the value of a key may be there", "kind:\n  Secret"},
		{"after a comment", "a comment may be before a value", "kind: # it is\n  Secret"},
		{"folded", "a block is a string", "kind: >-\n  Secret"},
		{"literal", "a block is a string", "kind: |-\n  Secret"},
		{"an alias", "the word is elsewhere", "x: &k Secret\nkind: *k"},
		{"an anchor", "a name is before the word", "kind: &k Secret"},
		{"a tag", "a type is before the word", "kind: !!str Secret"},
		{"base64", "the word is encoded", "kind: !!binary U2VjcmV0"},
		{"an explicit key", "its colon is on another line", "? kind # c\n: Secret"},
		{"an explicit key in quotes", "its colon is on another line", "? \"kind\" # c\n: Secret"},
		{"an explicit key that is continued", "it has two parts", "? \"ki\\\n  nd\"\n: Secret"},
		{"a key that is an alias", "the key is elsewhere", "x: &k kind\n*k : Secret"},
		{"a key in base64", "the key is encoded", "!!binary a2luZA==: Secret"},
		{"a key after a complete tag", "it is in base64", "!<tag:yaml.org,2002:binary> a2luZA==: Secret"},
		{"a key after a tag with an escape", "it is in base64", "!!bin%61ry a2luZA==: Secret"},
		{"a key in escapes", "the key is encoded", "\"k\\x69nd\": Secret"},
		{"in double quotes that are continued", "it has two parts", "kind: \"Sec\\\n  ret\""},
		{"another version", "that of the Secret is after a comment", "kind: Secret\napiVersion: # c\n  v1"},
		{"no version", "that of an owner is not its own", "kind: Secret"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := c.head + "\nmetadata: {name: s, ownerReferences: [{apiVersion: apps/v1, kind: ConfigMap, name: x}]}\ndata: {a: %}\n"
			for _, value := range []string{"!!int hunter2", "*hunter2"} {
				broken := strings.Replace(text, "{a: %}", "{a: "+value+"}", 1)
				_, err := policy.Decode(strings.NewReader(broken))
				require.ErrorContains(t, err, "not shown, because it may quote the value of a Secret", c.reason)
				require.NotContains(t, err.Error(), "hunter2", c.reason)
				_, err = policy.Decoder{Hide: redact.Nothing}.Decode(strings.NewReader(broken))
				require.ErrorContains(t, err, "hunter2", "redact.Nothing hides nothing")
			}
		})
	}
}

// TestDecodeNotQuiet has documents that certainly have no values of Secrets.
func TestDecodeNotQuiet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text string }{
		{"a mount path", "it is a directory", "apiVersion: v1\nkind: Pod\nspec: {containers: [{volumeMounts: [{mountPath: /data}], image: *hunter2}]}\n"},
		{"a word in stringData", "only a policy writes there", "apiVersion: v1\nkind: ConfigMap\ndata: {a: stringData, b: *hunter2}\n"},
		{"a policy for an image", "the path is not in data", "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nspec: {overrideRules: [{overriders: {plaintext: [{path: /spec/x, value: *hunter2}]}}]}\n"},
		{"kinds in quotes and before comments", "they are plain words", "apiVersion: \"apps/v1\" # c\nkind: 'Deployment' # c\nspec: {selector: *hunter2, owner: {kind: A}}\n"},
		{"JSON in a string", "its kind is not the object's", "apiVersion: v1\nkind: ConfigMap\ndata: {a: \"{\\\"kind\\\":\\\"Secret\\\"}\", b: *hunter2}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := policy.Decode(strings.NewReader(c.text))
			require.EqualError(t, err, "document 1 (line 1): unknown anchor 'hunter2' referenced", c.reason)
		})
	}
}

// TestDecodeHide has kinds that the caller hides.
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
	require.ErrorContains(t, err, "hunter2", "the caller does not hide it")
	_, err = policy.Decoder{Hide: redact.Nothing}.Decode(strings.NewReader(strings.Replace(text, "Vault", "Secret", 1)))
	require.ErrorContains(t, err, "hunter2", "redact.Nothing hides nothing")
	for _, text := range []string{"a: *hunter2\n", "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nspec: [/data, *hunter2]\n"} {
		_, err = policy.Decoder{Hide: redact.Nothing}.Decode(strings.NewReader(text))
		require.ErrorContains(t, err, "hunter2", "redact.Nothing hides nothing, in any document")
		_, err = policy.Decode(strings.NewReader(text))
		require.ErrorContains(t, err, "not shown")
	}
	_, err = policy.Decoder{Hide: vault}.Decode(strings.NewReader("apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nspec: [/spec/tokens, *hunter2]\n"))
	require.ErrorContains(t, err, "not shown", "a policy may be for a kind that the caller hides")
}

// TestDecodeVandalised inserts syntax errors at random places of Secrets.
func TestDecodeVandalised(t *testing.T) {
	t.Parallel()
	seeds := uint64(3000)
	if testing.Short() {
		seeds /= 6
	}
	failed := 0
	for seed := range seeds {
		marks := leaktest.New(t, seed)
		text, err := yaml.Marshal(marks.Secret())
		require.NoError(t, err)
		at := marks.Rand.IntN(len(text) + 1)
		for !strings.HasPrefix(string(text[at:]), ": ") && at < len(text) {
			at++ // after a key, most often
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
	require.Greater(t, failed, int(seeds)/3)
}
