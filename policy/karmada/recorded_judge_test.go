package karmada_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
)

// verdict is how an outcome compares with the recording.
type verdict struct {
	code        string   // same, error, crash, or the divergences that explain what differs
	unexplained []string // every difference that the outcome does not explain
	needless    []string // what the error reports, although Karmada fails, too
}

// judge compares an outcome with the recording:
//
//  1. Where Karmada crashes, there is an error that reports CodeCrash.
//  2. Where Karmada fails, there is an error of the same policy; or a result that reports for that policy that Karmada fails.
//  3. Where Karmada gives an object, there is the same object by the same rules; or the result reports each place that differs,
//     and the difference; or there is an error that reports what Karmada does instead.
//  4. Where Karmada crashes or fails later, there may be an error of an earlier policy instead, if it reports what Karmada
//     does there.
func judge(t testing.TB, c recorded, o outcome) verdict {
	t.Helper()
	fails := fmt.Sprintf("Karmada fails in %v: %s", c.FailedPolicy, c.Error)
	if c.Panic != "" {
		fails = "Karmada crashes at " + c.PanicAt + ": " + c.Panic
	}
	here := fmt.Sprintf("here %s %v", dialecttest.AsJSON(t, o.object), o.divergences)
	var said string
	if o.err != nil {
		here = "here " + o.err.Error()
		if o.err.Divergence != nil {
			said = o.err.Divergence.Code
			here += " (" + o.err.Divergence.String() + ")"
		}
	}
	switch {
	case c.Panic != "" && o.err != nil:
		if said == karmada.CodeCrash || goesOn[said] != nil {
			return verdict{code: "crash"}
		}
		return verdict{code: "crash", unexplained: []string{fails + "; " + here}}
	case c.Error != "" && o.err != nil:
		v := verdict{code: "error"}
		same := part{o.err.Policy.Kind, o.err.Policy.Name} == c.FailedPolicy
		if said == karmada.CodeCrash || !same && goesOn[said] == nil {
			v.unexplained = []string{fails + "; " + here}
		}
		if said != "" {
			v.needless = []string{o.err.Divergence.String()}
		}
		return v
	case c.Error != "" || c.Panic != "":
		for _, d := range o.divergences {
			if (part{d.Origin.Policy.Kind, d.Origin.Policy.Name} == c.FailedPolicy) &&
				slices.Contains([]string{karmada.CodeRewrittenYAML, karmada.CodeEscapedKey, karmada.CodeConversion, karmada.CodeSecretData}, d.Code) {
				return verdict{code: d.Code}
			}
		}
		return verdict{code: "wrong", unexplained: []string{fails + "; " + here}}
	case o.err != nil:
		want := dialecttest.Decode(t, c.Want)
		if shows := goesOn[said]; shows == nil || !shows(jsontree.New(want), o.err.Divergence.Pointer) {
			return verdict{code: "wrong", unexplained: []string{"Karmada gives " + dialecttest.AsJSON(t, want) + "; " + here}}
		}
		return verdict{code: said}
	}
	v := verdict{code: "same"}
	if !slices.Equal(c.Applied, o.applied) {
		v.unexplained = append(v.unexplained, fmt.Sprintf("Karmada applies %v, here %v", c.Applied, o.applied))
	}
	codes := map[string]bool{}
	all := dialecttest.Differences(dialecttest.Decode(t, c.Want), o.object)
	for _, d := range all {
		i := slices.IndexFunc(o.divergences, func(said override.Divergence) bool { return isSaid(d, said) })
		if i < 0 {
			v.unexplained = append(v.unexplained, fmt.Sprintf("%s: Karmada gives %v, here %v; %s", d.At, d.Want, d.Got, here))
			continue
		}
		codes[o.divergences[i].Code] = true
	}
	for _, said := range o.divergences {
		if !slices.ContainsFunc(all, func(d dialecttest.Difference) bool { return isSaid(d, said) }) {
			v.unexplained = append(v.unexplained, "a divergence is reported, but nothing differs: "+said.String())
		}
	}
	if len(codes) > 0 {
		v.code = strings.Join(slices.Sorted(maps.Keys(codes)), "+")
	}
	return v
}

// goesOn reports, for each divergence that is an error only here, whether Karmada's object shows it at its place.
var goesOn = map[string]func(want *jsontree.Tree, at jsontree.Pointer) bool{
	karmada.CodeBrokenImage: func(want *jsontree.Tree, at jsontree.Pointer) bool { // a broken reference
		v, _ := want.Get(at)
		text, ok := v.(string)
		_, err := imageparser.Parse(text)
		return ok && err != nil
	},
	karmada.CodeReplacedMap: func(want *jsontree.Tree, at jsontree.Pointer) bool { // labels or annotations with strings only
		v, _ := want.Get(at[:2])
		texts, ok := v.(map[string]any)
		for _, text := range texts {
			_, isText := text.(string)
			ok = ok && isText
		}
		return ok
	},
	karmada.CodePrintedItem: func(want *jsontree.Tree, at jsontree.Pointer) bool { // an item as Go prints it
		v, _ := want.Get(at)
		text, _ := v.(string)
		return strings.HasPrefix(text, "%!s(")
	},
	karmada.CodeRewrittenYAML: func(want *jsontree.Tree, at jsontree.Pointer) bool { // an anchor that is repeated elsewhere
		v, _ := want.Get(at)
		_, ok := v.(string)
		return ok
	},
	karmada.CodeTruncatedPath: func(_ *jsontree.Tree, at jsontree.Pointer) bool { return at == nil }, // it is about the policy
}

// isSaid reports whether a divergence describes this difference.
func isSaid(d dialecttest.Difference, said override.Divergence) bool {
	switch said.Code {
	case karmada.CodeLostDigest: // all but the digest
		text, _ := d.Got.(string)
		image, err := imageparser.Parse(text)
		parts := image.Parts()
		tagged := parts.Tag != "" && parts.Digest != ""
		parts.Digest = ""
		return d.At.Equal(said.Pointer) && err == nil && tagged && d.Want == parts.String()
	case karmada.CodeEscapedKey: // another key of labels or annotations
		return len(d.At) == 3 && d.At[0] == "metadata" && strings.Contains(said.Origin.At, "."+d.At[1]+"Overrider[")
	case karmada.CodeRewrittenYAML: // the same data
		want, _ := d.Want.(string)
		got, _ := d.Got.(string)
		return d.At.Equal(said.Pointer) && want != "" && readsYAML(want) == readsYAML(got)
	case karmada.CodeRewrittenJSON:
		want, _ := d.Want.(string)
		got, _ := d.Got.(string)
		return d.At.Equal(said.Pointer) && want != "" && readsJSON(want) == readsJSON(got)
	case karmada.CodeEmptiedField: // the string is empty
		return d.At.Equal(said.Pointer) && d.Want == ""
	}
	return false
}

// readsYAML returns YAML as JSON with sorted keys.
func readsYAML(text string) string {
	asJSON, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		return err.Error()
	}
	return string(asJSON)
}

// readsJSON returns JSON with sorted keys, without null values: Karmada leaves one where it
// removes a repeated key.
func readsJSON(text string) string {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return err.Error()
	}
	if m, ok := v.(map[string]any); ok {
		maps.DeleteFunc(m, func(_ string, v any) bool { return v == nil })
	}
	asJSON, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(asJSON)
}
