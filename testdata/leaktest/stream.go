package leaktest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/redact"
)

type object = map[string]any

// Stream returns documents: a Secret, policies of both dialects and a cluster. All secret values of the Secret are marks, and so are the
// values that policies write there. Many policies are invalid, and many conflict.
func (m *Marks) Stream() string {
	documents := []any{
		m.Secret(),
		object{"apiVersion": "cluster.karmada.io/v1alpha1", "kind": "Cluster", "metadata": object{"name": "m1"}},
	}
	for i := range 1 + m.Rand.IntN(3) {
		documents = append(documents, m.karmada(i))
	}
	if m.Rand.IntN(2) == 0 {
		documents = append(documents, m.kubeadmiral())
	}
	var b strings.Builder
	for _, d := range documents {
		text, err := json.Marshal(d)
		require.NoError(m.t, err)
		fmt.Fprintf(&b, "---\n%s\n", text)
	}
	return b.String()
}

// Secret returns a Secret, usually one that an API server would reject.
func (m *Marks) Secret() map[string]any {
	secret := object{
		"apiVersion": "v1", "kind": "Secret",
		"metadata": object{
			"name": "s", "namespace": "default", "labels": object{"kubeadmiral.io/override-policy-name": "k"},
			"annotations": object{redact.LastApplied: m.pick(m.scalar(), `{"data":{"a":"`+m.Word()+`"}}`)},
		},
		"data":       m.values(),
		"stringData": m.values(),
	}
	if m.Rand.IntN(8) == 0 {
		secret["data"] = m.pick(m.Word(), []any{m.Word()}, nil)
	}
	return secret
}

func (m *Marks) values() map[string]any {
	values := object{}
	for _, key := range []string{"a", "b", "c"} {
		values[key] = m.value()
	}
	return values
}

// value returns a value for data or stringData.
func (m *Marks) value() any {
	if m.Rand.IntN(6) == 0 {
		return m.pick(nil, []any{m.Word(), m.Word()}, object{"x": m.Word()}, true)
	}
	return m.scalar()
}

func (m *Marks) scalar() any {
	text := m.pick(
		m.Word(),
		`{"user": "`+m.Word()+`", "n": `+m.Digits()+`}`,
		"user: "+m.Word()+" # "+m.Word()+"\nmode: 0777\nn: "+m.Digits()+"\n",
		"reg.io/"+m.Word()+":"+m.Word(),
		"reg.io/"+m.Word()+"@sha256:"+m.Word(),
		"a: *"+m.Word(), "!!int "+m.Word(), "{a: 1, "+m.Word(), `{"a": `+m.Word(),
		"&"+m.Word()+" [*"+m.Word()+"]", "[1]: "+m.Word(), "", "user: '"+m.Word(),
	).(string)
	switch m.Rand.IntN(8) {
	case 0:
		return json.Number(m.Digits())
	case 1, 2, 3:
		return base64.StdEncoding.EncodeToString([]byte(text))
	}
	return text
}

func (m *Marks) pick(choices ...any) any { return choices[m.Rand.IntN(len(choices))] }

func (m *Marks) pickString(choices ...string) string { return choices[m.Rand.IntN(len(choices))] }

// pointer returns the JSON pointer of a value that is or may be secret.
func (m *Marks) pointer() string {
	return m.pickString("/data/a", "/data/a", "/data/b", "/data/c", "/data/new", "/stringData/a", "/stringData/a", "/stringData/b",
		"/stringData/c", "/stringData/new", "/metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration")
}
