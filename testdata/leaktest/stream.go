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

// Stream is a Secret, policies of both dialects and a cluster, as documents. Whatever a policy writes where a Secret has secret
// values is a mark, and so is all that is there. Many policies are wrong, and many want different things.
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

// Secret is a Secret, most often one that no API server would take.
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

// value is what may be in data or stringData.
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

// text is a choice among texts.
func (m *Marks) text(choices ...string) string { return choices[m.Rand.IntN(len(choices))] }

// place is a place that has, or may have, a secret value.
func (m *Marks) place() string {
	return m.text("/data/a", "/data/a", "/data/b", "/data/c", "/data/new", "/stringData/a", "/stringData/a", "/stringData/b",
		"/stringData/c", "/stringData/new", "/metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration")
}
