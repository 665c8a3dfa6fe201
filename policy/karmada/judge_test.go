package karmada_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
)

// TestJudge tests judge with right and wrong outcomes that are made up: TestRecorded finds only
// what judge finds.
func TestJudge(t *testing.T) {
	t.Parallel()
	const digest = "@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	p, q := override.Ref{Kind: "OverridePolicy", Name: "p"}, override.Ref{Kind: "OverridePolicy", Name: "q"}
	says := func(policy override.Ref, code, at string) override.Divergence {
		pointer, err := jsontree.Parse(at)
		require.NoError(t, err)
		return override.Divergence{Code: code, Origin: override.Origin{Policy: policy, At: "spec.overriders.labelsOverrider[0]"}, Pointer: pointer}
	}
	object := func(text string, says ...override.Divergence) outcome {
		return outcome{object: dialecttest.Decode(t, text), divergences: says}
	}
	fails := func(policy override.Ref, says ...override.Divergence) outcome {
		e := &override.Error{Policy: policy, At: "spec", Err: errors.New("a reason")}
		if len(says) > 0 {
			e.Divergence = &says[0]
		}
		return outcome{err: e}
	}
	gives := func(text string) recorded { return recorded{Want: []byte(text)} }
	failed := recorded{Error: "a reason", FailedPolicy: part{"OverridePolicy", "p"}}
	crashed := recorded{Panic: "nil pointer", PanicAt: "somewhere"}

	for _, c := range []struct {
		name, reason string
		recorded     recorded
		outcome      outcome
		code         string // empty: something is not explained
	}{
		{"same", "no difference, and nothing reported", gives(`{"a":[1,{"b":null}]}`), object(`{"a":[1,{"b":null}]}`), "same"},
		{"silent", "a difference that is not reported", gives(`{"a":"x"}`), object(`{"a":"y"}`), ""},
		{"null", "null is not the same as absent", gives(`{"a":null}`), object(`{}`), ""},
		{"extra", "a key that Karmada does not give", gives(`{}`), object(`{"a":null}`), ""},
		{"shorter", "a list that has lost an item", gives(`{"a":[1,2]}`), object(`{"a":[1]}`), ""},
		{"text", "strings are compared byte by byte, also those with documents", gives(`{"a":"{\"x\": 1}"}`), object(`{"a":"{\"x\":1}"}`), ""},
		{"number", "the string 1 is not a number", gives(`{"a":1}`), object(`{"a":"1"}`), ""},
		{"rules", "the same object by other rules", recorded{Want: []byte(`{}`), Applied: []part{{"OverridePolicy", "p"}}}, object(`{}`), ""},

		{"digest", "D3 is a lost digest", gives(`{"i":"n:1"}`), object(`{"i":"n:1`+digest+`"}`, says(p, karmada.CodeLostDigest, "/i")), karmada.CodeLostDigest},
		{"digest elsewhere", "reported for another place", gives(`{"i":"n:1"}`), object(`{"i":"n:1`+digest+`"}`, says(p, karmada.CodeLostDigest, "/j")), ""},
		{"digest and tag", "D3 is not another tag", gives(`{"i":"n:2"}`), object(`{"i":"n:1`+digest+`"}`, says(p, karmada.CodeLostDigest, "/i")), ""},
		{"digest alone", "D3 needs a digest and a tag", gives(`{"i":"n"}`), object(`{"i":"n`+digest+`"}`, says(p, karmada.CodeLostDigest, "/i")), ""},
		{"digest of two", "one of two differences is reported", gives(`{"i":"n:1","j":"n:1"}`), object(`{"i":"n:1`+digest+`","j":"n:1`+digest+`"}`, says(p, karmada.CodeLostDigest, "/i")), ""},
		{"needless digest", "reported, but nothing differs", gives(`{"i":"n:1"}`), object(`{"i":"n:1"}`, says(p, karmada.CodeLostDigest, "/i")), ""},
		{"key", "D7 is another key of the labels", gives(`{"metadata":{"labels":{"a/b":"v"}}}`), object(`{"metadata":{"labels":{"a~1b":"v"}}}`, says(p, karmada.CodeEscapedKey, "")), karmada.CodeEscapedKey},
		{"key elsewhere", "a labelsOverrider does not change annotations", gives(`{"metadata":{"annotations":{"a/b":"v"}}}`), object(`{"metadata":{"annotations":{"a~1b":"v"}}}`, says(p, karmada.CodeEscapedKey, "")), ""},
		{"empty string", "D8 is an emptied string", gives(`{"a":""}`), object(`{"a":"{}"}`, says(p, karmada.CodeEmptiedField, "/a")), karmada.CodeEmptiedField},
		{"other string", "D8 is not another string", gives(`{"a":"[]"}`), object(`{"a":"{}"}`, says(p, karmada.CodeEmptiedField, "/a")), ""},

		{"both fail", "in the same policy", failed, fails(p), "error"},
		{"another fails", "in another policy, where Karmada does not fail", failed, fails(q), ""},
		{"goes on and fails", "Karmada leaves the broken reference, and fails in a later policy", failed, fails(q, says(q, karmada.CodeBrokenImage, "/i")), "error"},
		{"fails, no crash", "D1 is a crash", failed, fails(p, says(p, karmada.CodeCrash, "/i")), ""},
		{"works", "Karmada cannot convert the object", failed, object(`{}`, says(p, karmada.CodeConversion, "/x")), karmada.CodeConversion},
		{"works silently", "an unreported result where Karmada fails", failed, object(`{}`), ""},
		{"works, digest", "D3 is not a failure", failed, object(`{}`, says(p, karmada.CodeLostDigest, "/x")), ""},
		{"works, another", "reported for another policy than the one that fails", failed, object(`{}`, says(q, karmada.CodeConversion, "/x")), ""},

		{"crash", "an error that reports it", crashed, fails(p, says(p, karmada.CodeCrash, "")), "crash"},
		{"crash silently", "an error that does not report it", crashed, fails(p), ""},
		{"no crash", "a result where Karmada crashes", crashed, object(`{}`), ""},

		{"refused", "D5 is a broken reference in Karmada's object", gives(`{"i":"h/:1"}`), fails(p, says(p, karmada.CodeBrokenImage, "/i")), karmada.CodeBrokenImage},
		{"refused, sound", "the reference in Karmada's object is sound", gives(`{"i":"h/n:1"}`), fails(p, says(p, karmada.CodeBrokenImage, "/i")), ""},
		{"refused silently", "an unreported error where Karmada gives an object", gives(`{}`), fails(p), ""},
		{"new map", "D9 is labels with strings only", gives(`{"metadata":{"labels":{"a":"b"}}}`), fails(p, says(p, karmada.CodeReplacedMap, "/metadata/labels/n")), karmada.CodeReplacedMap},
		{"old map", "the number is still there", gives(`{"metadata":{"labels":{"a":"b","n":1}}}`), fails(p, says(p, karmada.CodeReplacedMap, "/metadata/labels/n")), ""},
		{"printed", "D10 is an item as Go prints it", gives(`{"args":["%!s(int64=5)"]}`), fails(p, says(p, karmada.CodePrintedItem, "/args/0")), karmada.CodePrintedItem},
		{"not printed", "the number is still there", gives(`{"args":[5]}`), fails(p, says(p, karmada.CodePrintedItem, "/args/0")), ""},
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
