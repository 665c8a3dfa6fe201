package kubeadmiral_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
)

// TestJudge tests judge with right and wrong outcomes that are made up: TestRecorded finds only
// what judge finds.
func TestJudge(t *testing.T) {
	t.Parallel()
	p, q := override.Ref{Kind: "OverridePolicy", Name: "p"}, override.Ref{Kind: "OverridePolicy", Name: "q"}
	at := func(s string) jsontree.Pointer {
		pointer, err := jsontree.Parse(s)
		require.NoError(t, err)
		return pointer
	}
	step := func(policy override.Ref, rule string) override.Origin {
		return override.Origin{Policy: policy, At: "spec.overrideRules[" + rule + "].overriders.envs[0]"}
	}
	says := func(code, place, upstream string) override.Divergence {
		return override.Divergence{Code: code, Origin: step(p, "1"), Pointer: at(place), Upstream: upstream}
	}
	object := func(text string, says ...override.Divergence) outcome {
		return outcome{object: dialecttest.Decode(t, text), divergences: says}
	}
	fails := func(policy override.Ref, rule string, says ...override.Divergence) outcome {
		e := &override.Error{Policy: policy, At: step(policy, rule).At, Err: errors.New("a reason")}
		if len(says) > 0 {
			e.Divergence = &says[0]
		}
		return outcome{err: e}
	}
	gives := func(text string) recorded { return recorded{Want: []byte(text)} }
	failed := recorded{Error: `failed to parse patches from policy "p"'s overrideRules[1], error: a reason`}
	vague := recorded{Error: "a reason"}
	piped := recorded{Error: "a reason", WantPipeline: []byte(`{"a":1}`)}
	crashed := recorded{Panic: "nil pointer"}

	for _, c := range []struct {
		name, reason string
		recorded     recorded
		outcome      outcome
		code         string // empty: something is not explained
	}{
		{"same", "no difference, and nothing reported", gives(`{"a":[1,{"b":null}]}`), object(`{"a":[1,{"b":null}]}`), "same"},
		{"number", "1.0 is written as 1", gives(`{"a":1.0}`), object(`{"a":1}`), "same"},
		{"silent", "a difference that is not reported", gives(`{"a":"x"}`), object(`{"a":"y"}`), ""},
		{"null", "null is not the same as absent", gives(`{"a":null}`), object(`{}`), ""},
		{"extra", "a key that KubeAdmiral does not give", gives(`{}`), object(`{"a":null}`), ""},
		{"shorter", "a list that has lost an item", gives(`{"a":[1,2]}`), object(`{"a":[1]}`), ""},

		{"variable", "D14 has the new value", gives(`{"env":[{"name":"A"}]}`), object(`{"env":[{"name":"A","value":""}]}`, says(kubeadmiral.CodeRewrittenEnv, "/env/0", `writes {"name":"A"}`)), kubeadmiral.CodeRewrittenEnv},
		{"another variable", "another value is reported", gives(`{"env":[{"name":"A"}]}`), object(`{"env":[{"name":"A","value":""}]}`, says(kubeadmiral.CodeRewrittenEnv, "/env/0", `writes {"name":"B"}`)), ""},
		{"variable elsewhere", "reported for another place", gives(`{"env":[{"name":"A"}]}`), object(`{"env":[{"name":"A","value":""}]}`, says(kubeadmiral.CodeRewrittenEnv, "/env/1", `writes {"name":"A"}`)), ""},
		{"one of two", "the other difference is not reported", gives(`{"env":[{"name":"A"},{"name":"B"}]}`), object(`{"env":[{"name":"A","value":""},{"name":"B","value":""}]}`, says(kubeadmiral.CodeRewrittenEnv, "/env/0", `writes {"name":"A"}`)), ""},
		{"needless", "reported, but nothing differs", gives(`{"env":[{"name":"A"}]}`), object(`{"env":[{"name":"A"}]}`, says(kubeadmiral.CodeRewrittenEnv, "/env/0", `writes {"name":"A"}`)), ""},
		{"written over", "a later rule has removed the variable, so the result is the same", gives(`{"env":[]}`), object(`{"env":[]}`, says(kubeadmiral.CodeRewrittenEnv, "/env/0", `writes {"name":"A"}`)), ""},

		{"both fail", "in the same rule", failed, fails(p, "1"), "error"},
		{"both fail, vaguely", "KubeAdmiral does not say where", vague, fails(q, "7"), "error"},
		{"another policy fails", "KubeAdmiral names another one", failed, fails(q, "1"), ""},
		{"another rule fails", "KubeAdmiral names another one", failed, fails(p, "11"), ""},
		{"fails and reports a divergence", "KubeAdmiral fails, too", failed, fails(p, "1", says(kubeadmiral.CodeBrokenImage, "/i", "leaves the broken reference in the object")), ""},
		{"works", "the divergence reports that KubeAdmiral fails", failed, object(`{}`, says(kubeadmiral.CodeNoOperator, "", "fails, because no operator is given")), kubeadmiral.CodeNoOperator},
		{"works silently", "an unreported result where KubeAdmiral fails", failed, object(`{}`), ""},
		{"works, another divergence", "the divergence reports that KubeAdmiral writes something", failed, object(`{}`, says(kubeadmiral.CodeRewrittenEnv, "/env/0", `writes {"name":"A"}`)), ""},
		{"pipeline", "the object that the whole pipeline gives", piped, object(`{"a":1}`), "same"},
		{"not the pipeline", "another object", piped, object(`{"a":2}`), ""},

		{"crash", "an error that reports it", crashed, fails(p, "1", says(kubeadmiral.CodeCrash, "", "crashes")), kubeadmiral.CodeCrash},
		{"crash silently", "an error that does not report it", crashed, fails(p, "1"), ""},
		{"no crash", "a result where KubeAdmiral crashes", crashed, object(`{}`), ""},

		{"refused", "D5 is a broken reference in KubeAdmiral's object", gives(`{"i":"h/:1"}`), fails(p, "1", says(kubeadmiral.CodeBrokenImage, "/i", "leaves the broken reference in the object")), kubeadmiral.CodeBrokenImage},
		{"refused, sound", "the reference in KubeAdmiral's object is sound", gives(`{"i":"h/n:1"}`), fails(p, "1", says(kubeadmiral.CodeBrokenImage, "/i", "leaves the broken reference in the object")), ""},
		{"refused, started again", "then the reference is valid", gives(`{"i":"h/n:1"}`), fails(p, "1", says(kubeadmiral.CodeBrokenImage, "/i", "starts again from the image that was there before the rule")), kubeadmiral.CodeBrokenImage},
		{"refused silently", "an unreported error where KubeAdmiral gives an object", gives(`{}`), fails(p, "1"), ""},
		{"new map", "D16 is labels with strings only", gives(`{"metadata":{"labels":{"a":"b"}}}`), fails(p, "1", says(kubeadmiral.CodeReplacedMap, "/metadata/labels/n", "")), kubeadmiral.CodeReplacedMap},
		{"old map", "the number is still there", gives(`{"metadata":{"labels":{"a":"b","n":1}}}`), fails(p, "1", says(kubeadmiral.CodeReplacedMap, "/metadata/labels/n", "")), ""},
		{"lost token", "D17 is a value at the rest of the path", gives(`{"b":1}`), fails(p, "1", says(kubeadmiral.CodeTruncatedPath, "", "reads the path as /b")), kubeadmiral.CodeTruncatedPath},
		{"lost token elsewhere", "nothing is there", gives(`{"a":1}`), fails(p, "1", says(kubeadmiral.CodeTruncatedPath, "", "reads the path as /b")), ""},
		{"unescaped", "D13 is a valid image", gives(`{"i":"team/web"}`), fails(p, "1", says(kubeadmiral.CodeUnescapedValue, "/i", "")), kubeadmiral.CodeUnescapedValue},
		{"unescaped, lost", "and nothing else", gives(`{"i":"team//web"}`), fails(p, "1", says(kubeadmiral.CodeUnescapedValue, "/i", "")), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := judge(t, c.recorded, c.outcome)
			if c.code == "" {
				require.NotEmpty(t, v.unexplained, c.reason)
				return
			}
			require.Empty(t, v.unexplained, c.reason)
			require.Equal(t, c.code, v.code, c.reason)
		})
	}
}
