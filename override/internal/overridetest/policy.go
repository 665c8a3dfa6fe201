package overridetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/overrider"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// Policy is the short form of a policy in tests. Its steps are named rules[0].steps[1], or rules[0].lanes[1].steps[0] in lanes.
type Policy struct {
	Name    string // "name" of a cluster-wide policy, "namespace/name" of a namespaced one
	Objects []selector.ObjectSelector
	Rules   []Rule
	Steps   []override.Overrider // short for a single rule for every cluster
}

// Rule has lanes, which are one stage, followed by steps, each a stage of its own.
type Rule struct {
	Clusters selector.ClusterSelector
	Lanes    [][]override.Overrider
	Steps    []override.Overrider
}

func (p Policy) Ref() override.Ref {
	if namespace, name, ok := strings.Cut(p.Name, "/"); ok {
		return override.Ref{Kind: "Policy", Namespace: namespace, Name: name}
	}
	return override.Ref{Kind: "ClusterPolicy", Name: p.Name}
}

func (p Policy) Spec(t testing.TB) override.PolicySpec {
	t.Helper()
	spec := override.PolicySpec{Ref: p.Ref()}
	if spec.Ref.Namespace != "" {
		spec.Tier = override.Namespaced
	}
	var err error
	spec.Objects, err = selector.NewObjects(p.Objects...)
	require.NoError(t, err)
	rules := p.Rules
	if rules == nil {
		rules = []Rule{{Steps: p.Steps}}
	}
	for i, r := range rules {
		at := fmt.Sprintf("rules[%d]", i)
		clusters, err := selector.NewClusters(r.Clusters)
		require.NoError(t, err)
		var stages []override.Stage
		if r.Lanes != nil {
			stage := override.Stage{}
			for j, steps := range r.Lanes {
				stage = append(stage, Lane(fmt.Sprintf("%s.lanes[%d]", at, j), steps))
			}
			stages = append(stages, stage)
		}
		stages = append(stages, override.Steps(Lane(at, r.Steps)...)...)
		spec.Rules = append(spec.Rules, override.Rule{At: at, Clusters: clusters, Stages: stages})
	}
	return spec
}

func Lane(at string, overriders []override.Overrider) override.Lane {
	var steps override.Lane
	for i, o := range overriders {
		steps = append(steps, override.Step{At: fmt.Sprintf("%s.steps[%d]", at, i), Overrider: o})
	}
	return steps
}

func (p Policy) Compile(t testing.TB) *override.Policy {
	t.Helper()
	compiled, err := override.NewPolicy(p.Spec(t))
	require.NoError(t, err)
	return compiled
}

func Compile(t testing.TB, policies []Policy) []*override.Policy {
	t.Helper()
	var compiled []*override.Policy
	for _, p := range policies {
		compiled = append(compiled, p.Compile(t))
	}
	return compiled
}

// Do parses patch operations such as "add /spec/paused true": an operation, a pointer and a value in YAML.
func Do(lines ...string) []override.Overrider {
	var steps []override.Overrider
	for _, line := range lines {
		words := append(strings.SplitN(line, " ", 3), "", "")
		steps = append(steps, overrider.Patch{Op: jsontree.Verb(words[0]), Pointer: At(words[1]), Value: Value(words[2])})
	}
	return steps
}

// At parses a JSON pointer. It panics on a mistake in the test, as regexp.MustCompile does, so that tables can use it.
func At(s string) jsontree.Pointer {
	p, err := jsontree.Parse(s)
	if err != nil {
		panic(err)
	}
	return p
}

// Value decodes YAML like policies and objects: integers as int64, other numbers as float64. It panics as [At] does.
func Value(text string) (v any) {
	asJSON, err := yaml.YAMLToJSONStrict([]byte(Dedent(text)))
	if err == nil {
		err = utiljson.Unmarshal(asJSON, &v)
	}
	if err != nil {
		panic(fmt.Errorf("%s: %w", text, err))
	}
	return v
}

// Object decodes an object in YAML. Without apiVersion and kind it is a Test of v1.
func Object(text string) *unstructured.Unstructured {
	content, _ := Value(text).(map[string]any)
	for field, value := range map[string]any{"apiVersion": "v1", "kind": "Test"} {
		if _, given := content[field]; !given && content != nil {
			content[field] = value
		}
	}
	return &unstructured.Unstructured{Object: content}
}

// Dedent removes the leading tabs of each line, by which Go code indents YAML.
func Dedent(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimLeft(line, "\t"))
	}
	return strings.Join(lines, "")
}

func AsJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// Quoted returns a string in quotes, as in JSON and YAML.
func Quoted(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}

func AsYAML(t testing.TB, v any) string {
	t.Helper()
	text, err := yaml.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// Member1 is the cluster of most cases.
var Member1 = selector.Cluster{Name: "member1", Labels: map[string]string{"env": "prod"}, Provider: "aws", Region: "eu-west-1", Zones: []string{"eu-west-1a"}}

// Named selects a Deployment by name.
func Named(name string) []selector.ObjectSelector {
	return []selector.ObjectSelector{{APIVersion: "apps/v1", Kind: "Deployment", Name: name}}
}

// Labelled selects Deployments by the label "app".
func Labelled(app string) []selector.ObjectSelector {
	return []selector.ObjectSelector{{APIVersion: "apps/v1", Kind: "Deployment", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": app}}}}
}

// Kind selects all objects of a kind of apps/v1.
func Kind(name string) []selector.ObjectSelector {
	return []selector.ObjectSelector{{APIVersion: "apps/v1", Kind: name}}
}
