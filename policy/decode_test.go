package policy_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy"
)

// held lists the content of a bundle, one value a line.
func held(b *policy.Bundle) string {
	var lines []string
	for _, p := range b.Policies {
		lines = append(lines, fmt.Sprintf("policy %s (%d faults)", p.Ref(), len(p.Faults())))
	}
	for _, c := range b.Clusters {
		lines = append(lines, fmt.Sprintf("cluster %s %v %s/%s%v", c.Name, c.Labels, c.Provider, c.Region, c.Zones))
	}
	for _, o := range b.Unread {
		text, _ := json.Marshal(o.Object)
		lines = append(lines, "unread "+string(text))
	}
	for _, o := range b.Objects {
		text, _ := json.Marshal(o.Object)
		lines = append(lines, "object "+string(text))
	}
	return strings.Join(lines, "\n")
}

// decodeCases are the cases of [TestDecode].
var decodeCases = []struct{ name, reason, in, want string }{
	{"any order", "documents are sorted by kind, comments and white space are not documents", `
# a comment
---
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: m1, labels: {env: prod}}
spec: {provider: aws, region: eu, zone: ignored, zones: [a, b], syncMode: Push}
--- # with a comment
apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {name: p}
spec: {overrideRules: []}
...
---
`, `policy ClusterOverridePolicy p (0 faults)
cluster m1 map[env:prod] aws/eu[a b]
object {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"ns"}}`},
	{"namespace", "set on namespaced kinds without a namespace", `
{apiVersion: v1, kind: Namespace, metadata: {name: a}}
---
{apiVersion: example.com/v1, kind: Namespace, metadata: {name: b}}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: c}}
---
{apiVersion: v1, kind: Pod, metadata: {name: d, namespace: own}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: e}, spec: {}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: f, namespace: own}, spec: {}}
`, `policy OverridePolicy ns/e (0 faults)
policy OverridePolicy own/f (0 faults)
object {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"}}
object {"apiVersion":"example.com/v1","kind":"Namespace","metadata":{"name":"b","namespace":"ns"}}
object {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"c"}}
object {"apiVersion":"v1","kind":"Pod","metadata":{"name":"d","namespace":"own"}}`},
	{"lists", "items are decoded like documents, and may leave out the type of their list", `
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: a}}
- {apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicyList
items:
- {metadata: {name: p}, spec: {}}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: ClusterList
items: [{metadata: {name: m2}}]
---
apiVersion: v1
kind: NodeList
items: []
`, `policy OverridePolicy ns/p (0 faults)
cluster m1 map[] /[]
cluster m2 map[] /[]
object {"apiVersion":"v1","kind":"Node","metadata":{"name":"a"}}`},
	{"lists of other kinds", "as an API server returns them, in JSON or YAML, also in other lists", `
{apiVersion: apps/v1, kind: DeploymentList, metadata: {resourceVersion: "7"}, items: [{metadata: {name: a, namespace: x}}, {metadata: {name: b}}]}
---
{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: NodeList, items: [{metadata: {name: c}}]}]}
---
{apiVersion: example.com/v1, kind: WidgetList, items: [{apiVersion: example.com/v2, kind: Gadget, metadata: {name: d}}]}
`, `object {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a","namespace":"x"}}
object {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"b","namespace":"ns"}}
object {"apiVersion":"v1","kind":"Node","metadata":{"name":"c"}}
object {"apiVersion":"example.com/v2","kind":"Gadget","metadata":{"name":"d","namespace":"ns"}}`},
	{"objects whose kind ends in List", "they have a name, or items that are not objects", `
{apiVersion: example.com/v1, kind: AllowList, metadata: {name: a}, items: [{metadata: {name: b}}]}
---
{apiVersion: example.com/v1, kind: AllowList, metadata: {generateName: a}, items: []}
---
{apiVersion: example.com/v1, kind: AllowList, items: [{}, b]}
`, `object {"apiVersion":"example.com/v1","items":[{"metadata":{"name":"b"}}],"kind":"AllowList","metadata":{"name":"a","namespace":"ns"}}
object {"apiVersion":"example.com/v1","items":[],"kind":"AllowList","metadata":{"generateName":"a","namespace":"ns"}}
object {"apiVersion":"example.com/v1","items":[{},"b"],"kind":"AllowList","metadata":{"namespace":"ns"}}`},
	{"JSON stream", "values need no separator, 3.0 is 3, and integers beyond int64 are float64",
		`{"apiVersion":"v1","kind":"Node","n":[1,3.0,9223372036854775808,-1e3]}` + "\n" + `{"apiVersion":"v1","kind":"Node"}{"apiVersion":"v1","kind":"Node","s":"---\n"}`,
		`object {"apiVersion":"v1","kind":"Node","n":[1,3,9223372036854776000,-1000]}
object {"apiVersion":"v1","kind":"Node"}
object {"apiVersion":"v1","kind":"Node","s":"---\n"}`},
	{"YAML 1.1", "objects are read as Kubernetes reads them", "apiVersion: v1\nkind: Node\non: yes\nmode: 0777\nt: 2020-01-01\nb: 'on'\n",
		`object {"apiVersion":"v1","b":"on","kind":"Node","mode":511,"t":"2020-01-01","true":true}`},
	{"faults", "a policy with faults is kept with them", `
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: p}
spec: {overrideRules: [{overriders: {plaintext: [{path: spec, operator: put}]}}]}
`, `policy OverridePolicy ns/p (3 faults)`},
	{"kinds that are objects", "they are not misspelt, and have no Go type", `
{apiVersion: policy.karmada.io/v1alpha1, kind: FederatedResourceQuota, metadata: {name: a}}
---
{apiVersion: core.kubeadmiral.io/v1alpha1, kind: FederatedObject, metadata: {name: b}}
---
{apiVersion: core.kubeadmiral.io/v1alpha1, kind: ClusterPropagationPolicy, metadata: {name: c}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: FederatedResourceQuotaList, items: []}
---
{apiVersion: cluster.x-k8s.io/v1beta1, kind: Cluster, metadata: {name: d}}
`, `unread {"apiVersion":"policy.karmada.io/v1alpha1","kind":"FederatedResourceQuota","metadata":{"name":"a"}}
unread {"apiVersion":"core.kubeadmiral.io/v1alpha1","kind":"FederatedObject","metadata":{"name":"b"}}
unread {"apiVersion":"core.kubeadmiral.io/v1alpha1","kind":"ClusterPropagationPolicy","metadata":{"name":"c"}}
object {"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"Cluster","metadata":{"name":"d","namespace":"ns"}}`},
	{"nothing", "an empty stream is an empty bundle", "# nothing\n---\n---\n", ""},
}

func TestDecode(t *testing.T) {
	for _, c := range decodeCases {
		t.Run(c.name, func(t *testing.T) {
			bundle, err := policy.Decoder{Namespace: "ns"}.Decode(strings.NewReader(c.in))
			require.NoError(t, err, c.reason)
			require.Equal(t, c.want, held(bundle), c.reason)
		})
	}
}

// decodeErrorsCases are the cases of [TestDecodeErrors].
var decodeErrorsCases = []struct{ name, reason, in, want string }{
	{"every error", "one bad document does not hide another, and the good ones are kept", "apiVersion: v1\nkind: A\nmetadata: []\n---\n- a\n---\napiVersion: v1\nkind: Node\n---\nkind: B\n", `document 1 (line 1): A: metadata is a list, expected an object
document 2 (line 4): the document is a list, expected an object with apiVersion and kind
document 4 (line 9): apiVersion is missing, expected a string
+ object {"apiVersion":"v1","kind":"Node"}`},
	{"unknown field", "with its line and a suggestion", "---\n" + policyHead + "spec:\n  overrideRules:\n  - overriders:\n      imageOverider: []\n    zzz: 1\n",
		`document 1 (line 8): OverridePolicy d/p: unknown field "spec.overrideRules[0].overriders.imageOverider", did you mean "imageOverrider"?
document 1 (line 9): OverridePolicy d/p: unknown field "spec.overrideRules[0].zzz", expected overriders or targetCluster`},
	{"abbreviation", "only one field begins with it; one letter may mean anything",
		policyHead + "spec:\n  overrideRules:\n  - overriders:\n      plaintext:\n      - {op: add}\n      - {o: add}\n",
		`document 1 (line 8): OverridePolicy d/p: unknown field "spec.overrideRules[0].overriders.plaintext[0].op", did you mean "operator"?
document 1 (line 9): OverridePolicy d/p: unknown field "spec.overrideRules[0].overriders.plaintext[1].o", expected operator, path or value`},
	{"another case", "field names are case-sensitive", policyHead + "spec: {overriderules: []}\n", `document 1 (line 4): OverridePolicy d/p: unknown field "spec.overriderules", did you mean "overrideRules"?`},
	{"joined documents", "files that are joined without a line of --- repeat the keys of the first document", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\napiVersion: v1\nkind: ConfigMap\n", "document 1 (line 4): key \"apiVersion\" is repeated; is a line of --- missing between two documents?\ndocument 1 (line 5): key \"kind\" is repeated"},
	{"repeated key inside", "an apiVersion that is not that of a document", "apiVersion: v1\nkind: ConfigMap\ndata:\n  apiVersion: a\n  apiVersion: b\n", "document 1 (line 5): key \"apiVersion\" is repeated"},
	{"joined documents with a Secret", "no key is quoted, but the advice stays", "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\napiVersion: v1\nkind: Secret\n", "document 1 (line 4): a key is repeated; is a line of --- missing between two documents?\ndocument 1 (line 5): a key is repeated"},
	{"repeated key", "the second would silently win", "# first\n\n" + policyHead + "spec: {}\nspec: {}\n", `document 1 (line 7): key "spec" is repeated`},
	{"repeated key in JSON", "as in YAML", `{"apiVersion":"v1","kind":"Node","a":{"b":1,"b":2}}`, `document 1 (line 1): duplicate field "a.b"`},
	{"wrong type", "found and expected, not Go types", policyHead + "spec: {resourceSelectors: {kind: Pod}}\n", `document 1 (line 4): OverridePolicy d/p: spec.resourceSelectors is an object, expected a list`},
	{"labels", "a string in place of an object", "apiVersion: v1\nkind: Pod\nmetadata: {name: x, labels: 'a:b'}\n", `document 1 (line 1): Pod x: metadata.labels is the string "a:b", expected an object`},
	{"labels of a policy", "the same message", strings.Replace(policyHead, "name: p", "labels: 'a:b', name: p", 1), `document 1 (line 3): OverridePolicy d/p: metadata.labels is the string "a:b", expected an object`},
	{"twice", "a name is unique", policyHead + "---\n" + policyHead, `document 2 (line 4): OverridePolicy d/p is already defined in document 1
+ policy OverridePolicy d/p (0 faults)`},
	{"version", "a policy of an unknown version is not an object", "apiVersion: policy.karmada.io/v1\nkind: OverridePolicy\n", `document 1 (line 1): OverridePolicy of policy.karmada.io/v1 is not known, expected policy.karmada.io/v1alpha1`},
	{"version of a named policy", "the error has its name", "apiVersion: policy.karmada.io/v1beta1\nkind: OverridePolicy\nmetadata: {name: p, namespace: d}\n", `document 1 (line 1): OverridePolicy d/p of policy.karmada.io/v1beta1 is not known, expected policy.karmada.io/v1alpha1`},
	{"no version of a named object", "the error has its name", "kind: B\nmetadata: {name: b, namespace: d}\n", `document 1 (line 1): B d/b: apiVersion is missing, expected a string`},
	{"no kind of a named object", "the error has the name alone", "apiVersion: v1\nkind: 5\nmetadata: {name: b}\n", `document 1 (line 1): b: kind is the number 5, expected a string`},
	{"no version, and an invalid name", "there is no name for the error", "kind: B\nmetadata: {name: [b]}\n", `document 1 (line 1): apiVersion is missing, expected a string`},
	{"item of another kind", "as in a List", "apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- {metadata: 3}\n- {metadata: 5}\n", "document 1 (line 4): items[0]: Deployment: metadata is the number 3, expected an object\ndocument 1 (line 5): items[1]: Deployment: metadata is the number 5, expected an object"},
	{"item", "the error has its index", "apiVersion: v1\nkind: List\nitems: [5, {kind: A}]\n", "document 1 (line 3): items[0]: found the number 5, expected an object\ndocument 1 (line 3): items[1]: apiVersion is missing, expected a string"},
	{"large number", "no number and no string would be right", "apiVersion: v1\nkind: A\nx: 1\nn: [1e999]\n", `document 1 (line 4): the number 1e999 does not fit float64`},
	{"large number in JSON", "the same", `{"apiVersion":"v1","kind":"A","n":1e999}`, `document 1 (line 1): the document is not valid JSON for a Kubernetes object: json: cannot unmarshal number 1e999 into Go value of type float64`},
	{"syntax", "lines are those of the stream", "apiVersion: v1\nkind: A\n---\na: [\n", "document 2 (line 4): did not find expected node content\n+ object {\"apiVersion\":\"v1\",\"kind\":\"A\"}"},
	{"syntax in the middle", "the parser counts these lines from 0", "apiVersion: v1\nkind: A\nfoo: {a: [}\nbar: 1\n", "document 1 (line 3): did not find expected node content"},
	{"syntax after an indentation", "the parser counts these lines from 0", "apiVersion: v1\nkind: A\nfoo:\n  a: 1\n b: 2\n", "document 1 (line 5): did not find expected key"},
	{"alias of itself", "it has no end", "apiVersion: v1\nkind: A\na: &a [*a]\n", "document 1 (line 1): anchor 'a' value contains itself"},
	{"generated name", "a compiled policy has a Ref", "apiVersion: policy.karmada.io/v1alpha1\nkind: ClusterOverridePolicy\nmetadata: {generateName: p-}\n", `document 1 (line 1): ClusterOverridePolicy: metadata.name is missing, expected a name: a policy is compiled under its name, and metadata.generateName "p-" becomes one only when the policy is created`},
	{"misspelt group", "an object of this group has no effect", "apiVersion: policy.karmda.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: d}\n", `document 1 (line 1): OverridePolicy d/p: the apiVersion policy.karmda.io/v1alpha1 is not known, did you mean policy.karmada.io/v1alpha1?`},
	{"no group", "a policy has one", "apiVersion: v1alpha1\nkind: ClusterPropagationPolicy\nmetadata: {name: p}\n", `document 1 (line 1): ClusterPropagationPolicy p: the apiVersion v1alpha1 is not known, did you mean policy.karmada.io/v1alpha1?`},
	{"no group, two projects", "either may be meant", "apiVersion: v1\nkind: OverridePolicy\nmetadata: {name: p, namespace: d}\n", `document 1 (line 1): OverridePolicy d/p: the apiVersion v1 is not known, did you mean core.kubeadmiral.io/v1alpha1 or policy.karmada.io/v1alpha1?`},
	{"cluster without a group", "as an object it would be no cluster", "apiVersion: v1\nkind: Cluster\nmetadata: {name: m}\n", `document 1 (line 1): Cluster m: the apiVersion v1 is not known, did you mean cluster.karmada.io/v1alpha1?`},
	{"misspelt group of a cluster", "the same", "apiVersion: clusters.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: m}\n", `document 1 (line 1): Cluster m: the apiVersion clusters.karmada.io/v1alpha1 is not known, did you mean cluster.karmada.io/v1alpha1?`},
	{"another known group", "the same", "apiVersion: policy.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: m}\n", `document 1 (line 1): Cluster m: the apiVersion policy.karmada.io/v1alpha1 is not known, did you mean cluster.karmada.io/v1alpha1?`},
	{"another group of the project", "the same", "apiVersion: karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: m}\n", `document 1 (line 1): Cluster m: the apiVersion karmada.io/v1alpha1 is not known, did you mean cluster.karmada.io/v1alpha1?`},
	{"list without a group", "its items would be lost", "apiVersion: v1\nkind: ClusterList\nitems: []\n", `document 1 (line 1): ClusterList: the apiVersion v1 is not known, did you mean cluster.karmada.io/v1alpha1?`},
	{"misspelt kind", "an object of this kind has no effect", "apiVersion: policy.karmada.io/v1alpha1\nkind: OveridePolicy\nmetadata: {name: p, namespace: d}\n", `document 1 (line 1): OveridePolicy d/p: the kind OveridePolicy is not known, did you mean OverridePolicy of policy.karmada.io/v1alpha1?`},
	{"misspelt kind of any version", "the error has the known version", "apiVersion: work.karmada.io/v1\nkind: resourcebinding\n", `document 1 (line 1): resourcebinding: the kind resourcebinding is not known, did you mean ResourceBinding of work.karmada.io/v1alpha2?`},
	{"misspelt list", "its items would be lost", "apiVersion: core.kubeadmiral.io/v1alpha1\nkind: ClusterOverridesPolicyList\nitems: []\n", `document 1 (line 1): ClusterOverridesPolicyList: the kind ClusterOverridesPolicyList is not known, did you mean ClusterOverridePolicyList of core.kubeadmiral.io/v1alpha1?`},
	{"misspelt item", "as in a document", "apiVersion: v1\nkind: List\nitems: [{apiVersion: cluster.karmada.io/v1alpha1, kind: Clusters, metadata: {name: m}}]\n", `document 1 (line 3): items[0]: Clusters m: the kind Clusters is not known, did you mean Cluster of cluster.karmada.io/v1alpha1?`},
	{"no name", "a policy needs a name", "apiVersion: policy.karmada.io/v1alpha1\nkind: ClusterOverridePolicy\n", `document 1 (line 1): ClusterOverridePolicy: metadata.name: Required value: a policy must have a name`},
}

func TestDecodeErrors(t *testing.T) {
	for _, c := range decodeErrorsCases {
		t.Run(c.name, func(t *testing.T) {
			bundle, err := policy.Decode(strings.NewReader(c.in))
			require.Error(t, err, c.reason)
			want, kept, _ := strings.Cut(c.want, "\n+ ")
			require.Equal(t, want, err.Error(), c.reason)
			require.Equal(t, kept, held(bundle), c.reason)
			var one *policy.Error
			require.ErrorAs(t, err, &one, c.reason)
		})
	}
}

func TestLimits(t *testing.T) {
	head := "apiVersion: v1\nkind: A\n"
	for _, c := range []struct {
		name, reason string
		limits       policy.Limits
		in, want     string
	}{
		{"bytes", "the stream is not read to its end", policy.Limits{Bytes: 10}, head, "the stream is longer than 10 bytes"},
		{"documents", "small ones add up", policy.Limits{Documents: 2}, strings.Repeat("---\n"+head, 3), "the stream has 3 documents, expected at most 2"},
		{"depth", "of objects and lists", policy.Limits{Depth: 3}, head + "a: {b: [{}]}\n", "document 1 (line 1): the document nests more than 3 levels deep"},
		{"depth in JSON", "the same", policy.Limits{Depth: 3}, `{"apiVersion":"v1","kind":"A","a":{"b":[{}]}}`, "document 1 (line 1): the document nests more than 3 levels deep"},
		{"aliases", "counted before they are expanded", policy.Limits{Aliases: 2}, head + "a: &a x\nb: [*a, *a, *a]\n", "document 1 (line 1): the document has 3 aliases, expected at most 2"},
		{"alias bomb", "few aliases that expand to more than the memory", policy.Limits{}, head + bomb(9), "document 1 (line 1): the document is larger than 64 MiB when its aliases are expanded"},
		{"long scalar", "the limit of aliases, each of them long", policy.Limits{}, head + "a: &a " + strings.Repeat("x", 1<<17) + "\nb: [" + strings.TrimSuffix(strings.Repeat("*a,", 1000), ",") + "]\n", "document 1 (line 1): the document is larger than 64 MiB when its aliases are expanded"},
		{"many small ones", "the YAML decoder has its own limit", policy.Limits{Aliases: 1 << 20}, head + bomb(5), "document 1 (line 1): document contains excessive aliasing"},
		{"deep YAML", "the YAML decoder has its own limit", policy.Limits{}, head + "a: " + strings.Repeat("[", 20000) + strings.Repeat("]", 20000), "document 1 (line 3): exceeded max depth of 10000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := policy.Decoder{Limits: c.limits}.Decode(strings.NewReader(c.in))
			require.EqualError(t, err, c.want, c.reason)
		})
	}
	t.Run("at the limit", func(t *testing.T) {
		in := head + "a: &a {b: [*a1]}\n"
		in = strings.Replace(in, "&a {b: [*a1]}", "{b: [&x 1, *x]}", 1)
		_, err := policy.Decoder{Limits: policy.Limits{Bytes: len(in), Documents: 1, Depth: 3, Aliases: 1}}.Decode(strings.NewReader(in))
		require.NoError(t, err, "a limit is inclusive")
	})
	t.Run("no limit at all", func(t *testing.T) {
		_, err := policy.Decoder{Limits: policy.Limits{Bytes: math.MaxInt}}.Decode(strings.NewReader("a: ["))
		require.Error(t, err, "the limit plus one does not overflow: the stream is read")
	})
}

// bomb nests lists of ten aliases each.
func bomb(levels int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for i := range levels {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i), 10), ","))
	}
	return b.String()
}
