package override_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// policy is a policy as a test writes it. Its steps are called rules[0].steps[1], or rules[0].lanes[1].steps[0] in lanes.
type policy struct {
	name    string // "name" of a cluster-wide policy, "namespace/name" of a namespaced one
	objects []selector.ObjectSelector
	rules   []rule
	steps   []override.Overrider // short for one rule, for every cluster
}

// rule has lanes, which are one stage, and behind them steps, each a stage of its own.
type rule struct {
	clusters selector.ClusterSelector
	lanes    [][]override.Overrider
	steps    []override.Overrider
}

func (p policy) ref() override.Ref {
	if namespace, name, ok := strings.Cut(p.name, "/"); ok {
		return override.Ref{Kind: "Policy", Namespace: namespace, Name: name}
	}
	return override.Ref{Kind: "ClusterPolicy", Name: p.name}
}

func (p policy) spec(t testing.TB) override.PolicySpec {
	t.Helper()
	spec := override.PolicySpec{Ref: p.ref()}
	if spec.Ref.Namespace != "" {
		spec.Tier = override.Namespaced
	}
	var err error
	spec.Objects, err = selector.NewObjects(p.objects...)
	require.NoError(t, err)
	rules := p.rules
	if rules == nil {
		rules = []rule{{steps: p.steps}}
	}
	for i, r := range rules {
		at := fmt.Sprintf("rules[%d]", i)
		clusters, err := selector.NewClusters(r.clusters)
		require.NoError(t, err)
		var stages []override.Stage
		if r.lanes != nil {
			stage := override.Stage{}
			for j, steps := range r.lanes {
				stage = append(stage, lane(fmt.Sprintf("%s.lanes[%d]", at, j), steps))
			}
			stages = append(stages, stage)
		}
		stages = append(stages, override.Steps(lane(at, r.steps)...)...)
		spec.Rules = append(spec.Rules, override.Rule{At: at, Clusters: clusters, Stages: stages})
	}
	return spec
}

func lane(at string, overriders []override.Overrider) override.Lane {
	var steps override.Lane
	for i, o := range overriders {
		steps = append(steps, override.Step{At: fmt.Sprintf("%s.steps[%d]", at, i), Overrider: o})
	}
	return steps
}

func (p policy) compile(t testing.TB) *override.Policy {
	t.Helper()
	compiled, err := override.NewPolicy(p.spec(t))
	require.NoError(t, err)
	return compiled
}

func compile(t testing.TB, policies []policy) []*override.Policy {
	t.Helper()
	var compiled []*override.Policy
	for _, p := range policies {
		compiled = append(compiled, p.compile(t))
	}
	return compiled
}

// do reads patch operations, such as "add /spec/paused true": an operation, a pointer and a value in YAML.
func do(lines ...string) []override.Overrider {
	var steps []override.Overrider
	for _, line := range lines {
		words := append(strings.SplitN(line, " ", 3), "", "")
		steps = append(steps, override.Patch{Op: jsontree.Verb(words[0]), Pointer: at(words[1]), Value: value(words[2])})
	}
	return steps
}

// at reads a JSON pointer.
func at(s string) jsontree.Pointer {
	p, err := jsontree.Parse(s)
	if err != nil {
		panic(err)
	}
	return p
}

// value decodes YAML as policies and objects are decoded: integers as int64, other numbers as float64.
func value(text string) (v any) {
	asJSON, err := yaml.YAMLToJSONStrict([]byte(dedent(text)))
	if err == nil {
		err = utiljson.Unmarshal(asJSON, &v)
	}
	if err != nil {
		panic(fmt.Errorf("%s: %w", text, err))
	}
	return v
}

func object(text string) *unstructured.Unstructured {
	content, _ := value(text).(map[string]any)
	return &unstructured.Unstructured{Object: content}
}

// dedent takes away the tabs by which Go code indents a YAML text, so that only spaces count.
func dedent(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimLeft(line, "\t"))
	}
	return strings.Join(lines, "")
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// quoted is a text in quotes, as JSON and YAML write it.
func quoted(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}

func asYAML(t testing.TB, v any) string {
	t.Helper()
	text, err := yaml.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// member1 is the cluster that most cases look at.
var member1 = selector.Cluster{Name: "member1", Labels: map[string]string{"env": "prod"}, Provider: "aws", Region: "eu-west-1", Zones: []string{"eu-west-1a"}}

// named selects Deployments by name, labelled by the label "app", and kinds of apps/v1 by neither.
func named(name string) []selector.ObjectSelector {
	return []selector.ObjectSelector{{APIVersion: "apps/v1", Kind: "Deployment", Name: name}}
}

func labelled(app string) []selector.ObjectSelector {
	return []selector.ObjectSelector{{APIVersion: "apps/v1", Kind: "Deployment", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": app}}}}
}

func kind(name string) []selector.ObjectSelector {
	return []selector.ObjectSelector{{APIVersion: "apps/v1", Kind: name}}
}
