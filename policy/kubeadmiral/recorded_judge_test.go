package kubeadmiral_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
)

// verdict is how an outcome compares with the recording.
type verdict struct {
	code        string   // same, error, or the divergences that explain what differs
	unexplained []string // every difference that the outcome does not explain
}

// judge compares an outcome with the recording:
//
//  1. Where KubeAdmiral crashes, there is an error that reports CodeCrash.
//  2. Where KubeAdmiral fails, there is an error of the same policy and rule, without a divergence.
//     Or there is a result that reports for that rule that KubeAdmiral fails. Or there is the object that the whole pipeline
//     gives.
//  3. Where KubeAdmiral gives an object, there is the same object; or the result reports each place that differs, with
//     what KubeAdmiral gives; or there is an error that reports what KubeAdmiral does instead, and the
//     object shows it.
//  4. No report is needless: where KubeAdmiral gives an object, each divergence of the result shows in that object.
func judge(t testing.TB, c recorded, o outcome) verdict {
	t.Helper()
	switch {
	case c.Panic != "" && o.err == nil:
		return wrong("KubeAdmiral crashes (%s), here %s", c.Panic, dialecttest.AsJSON(t, o.object))
	case c.Panic != "" && (o.err.Divergence == nil || o.err.Divergence.Code != kubeadmiral.CodeCrash):
		return wrong("KubeAdmiral crashes (%s), and %v does not say so", c.Panic, o.err)
	case c.Panic != "":
		return verdict{code: kubeadmiral.CodeCrash}
	case c.Error != "":
		return judgeError(t, c, o)
	case o.err != nil:
		return judgeRefusal(dialecttest.Decode(t, c.Want), o.err)
	}
	return judgeObject(t, dialecttest.Decode(t, c.Want), o)
}

func wrong(format string, args ...any) verdict {
	return verdict{"wrong", []string{fmt.Sprintf(format, args...)}}
}

// failing matches the rule in an error of KubeAdmiral; some errors name no rule.
var failing = regexp.MustCompile(`policy "([^"]*)"'s (overrideRules\[\d+\])`)

func isOf(errorText string, policy override.Ref, at string) bool {
	blamed := failing.FindStringSubmatch(errorText)
	return blamed == nil || blamed[1] == policy.Name && strings.HasPrefix(at+".", "spec."+blamed[2]+".")
}

// judgeError is rule 2.
func judgeError(t testing.TB, c recorded, o outcome) verdict {
	t.Helper()
	switch {
	case o.err != nil && o.err.Divergence != nil:
		return wrong("KubeAdmiral fails, too (%s): %v", c.Error, o.err.Divergence)
	case o.err != nil && !isOf(c.Error, o.err.Policy, o.err.At):
		return wrong("KubeAdmiral fails elsewhere (%s): %v", c.Error, o.err)
	case o.err != nil:
		return verdict{code: "error"}
	case c.WantPipeline != nil && len(dialecttest.Differences(dialecttest.Decode(t, c.WantPipeline), o.object)) == 0:
		return verdict{code: "same"}
	}
	for _, d := range o.divergences {
		if strings.HasPrefix(d.Upstream, "fails") && isOf(c.Error, d.Origin.Policy, d.Origin.At) {
			return verdict{code: d.Code}
		}
	}
	return wrong("KubeAdmiral fails (%s), here %s %v", c.Error, dialecttest.AsJSON(t, o.object), o.divergences)
}

// judgeRefusal is rule 3 for an error.
func judgeRefusal(want any, err *override.Error) verdict {
	if err.Divergence == nil {
		return wrong("KubeAdmiral gives %v, here %v", want, err)
	}
	if shows := goesOn[err.Divergence.Code]; shows == nil || !shows(jsontree.New(want), err.Divergence) {
		return wrong("KubeAdmiral gives %v, which the divergence does not report: %v", want, err.Divergence)
	}
	return verdict{code: err.Divergence.Code}
}

// goesOn reports, for each divergence that is an error only here, whether KubeAdmiral's object shows it.
var goesOn = map[string]func(want *jsontree.Tree, said *override.Divergence) bool{
	kubeadmiral.CodeBrokenImage: func(want *jsontree.Tree, said *override.Divergence) bool { // an image, valid only if KubeAdmiral started again
		v, _ := want.Get(said.Pointer)
		text, ok := v.(string)
		_, err := imageparser.Parse(text)
		return ok && (err == nil) == strings.HasPrefix(said.Upstream, "starts again")
	},
	kubeadmiral.CodeUnescapedValue: func(want *jsontree.Tree, said *override.Divergence) bool { // an image
		v, _ := want.Get(said.Pointer)
		text, _ := v.(string)
		_, err := imageparser.Parse(text)
		return err == nil
	},
	kubeadmiral.CodeReplacedMap: func(want *jsontree.Tree, said *override.Divergence) bool { // a map with strings only
		v, _ := want.Get(said.Pointer[:2])
		texts, ok := v.(map[string]any)
		for _, text := range texts {
			_, isText := text.(string)
			ok = ok && isText
		}
		return ok
	},
	kubeadmiral.CodeTruncatedPath: func(want *jsontree.Tree, said *override.Divergence) bool { // a value at the rest of the path
		rest, _ := strings.CutPrefix(said.Upstream, "reads the path as ")
		at, err := jsontree.Parse(rest)
		_, exists := want.Get(at)
		return err == nil && exists
	},
}

// judgeObject is rule 3 for an object, and rule 4.
func judgeObject(t testing.TB, want any, o outcome) verdict {
	t.Helper()
	v := verdict{}
	all := dialecttest.Differences(want, o.object)
	codes := map[string]bool{}
	for _, d := range all {
		i := slices.IndexFunc(o.divergences, func(said override.Divergence) bool { return d.At.HasPrefix(said.Pointer) && isSaid(want, said) })
		if i < 0 {
			v.unexplained = append(v.unexplained, fmt.Sprintf("KubeAdmiral gives another object at %v; reported is %v", d, o.divergences))
			continue
		}
		codes[o.divergences[i].Code] = true
	}
	for _, said := range o.divergences {
		if !slices.ContainsFunc(all, func(d dialecttest.Difference) bool { return d.At.HasPrefix(said.Pointer) }) {
			v.unexplained = append(v.unexplained, "a divergence is reported, but nothing differs: "+said.String())
		}
	}
	v.code = strings.Join(slices.Sorted(maps.Keys(codes)), "+")
	if v.code == "" {
		v.code = "same"
	}
	return v
}

// isSaid reports whether a divergence describes KubeAdmiral's object at its place.
func isSaid(want any, said override.Divergence) bool {
	text, isWritten := strings.CutPrefix(said.Upstream, "writes ")
	var written any
	found, exists := jsontree.Get(want, said.Pointer)
	return said.Code == kubeadmiral.CodeRewrittenEnv && isWritten && exists && json.Unmarshal([]byte(text), &written) == nil && jsontree.Equal(written, found)
}
