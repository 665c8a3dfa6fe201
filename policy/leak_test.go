package policy_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/testdata/leaktest"
)

// TestLeaks applies random policies of both dialects to random Secrets, and searches every message for their values.
func TestLeaks(t *testing.T) {
	t.Parallel()
	seeds := uint64(1500)
	if testing.Short() {
		seeds /= 20
	}
	failed, conflicts, skips := 0, 0, 0
	for seed := range seeds {
		texts := leaks(t, seed)
		failed += min(1, len(texts["error"]))
		conflicts += min(1, len(texts["conflict"]))
		skips += min(1, len(texts["skip"]))
	}
	require.Greater(t, failed, int(seeds)/8, "enough of them fail")
	require.Less(t, failed, int(seeds)*7/8, "enough of them do not fail")
	require.Greater(t, conflicts, int(seeds)/15)
	require.Greater(t, skips, int(seeds)/150)
}

func FuzzLeaks(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { leaks(t, seed) })
}

// leaks searches all messages about one stream, by their source.
func leaks(t *testing.T, seed uint64) map[string][]string {
	marks := leaktest.New(t, seed)
	stream := marks.Stream()
	texts := map[string][]string{}
	say := func(what, text string) {
		texts[what] = append(texts[what], text)
		if part := marks.In(text); part != "" {
			require.Failf(t, "a message has a secret value", "seed %d: %s has %s:\n%s\n%s", seed, what, part, text, stream)
		}
	}
	bundle, err := policy.Decode(strings.NewReader(stream))
	sayErrors(say, "decode", err)
	for _, p := range bundle.Policies {
		for _, fault := range p.Faults() {
			say("fault", fault.Error())
		}
	}
	if len(bundle.Objects) == 0 {
		return texts
	}
	selection := override.NewSet(bundle.Policies...).Referring(kubeadmiral.References).Select(bundle.Objects[0])
	say("missing", fmt.Sprint(selection.Missing()))
	explanation := selection.Explain(bundle.Clusters[0])
	say("explanation", explanation.String())
	sayJSON(t, say, explanation)
	result, err := selection.Apply(bundle.Clusters[0])
	sayErrors(say, "error", err)
	if err == nil {
		sayResult(t, say, result, bundle.Objects[0].Object)
	}
	return texts
}

func sayJSON(t *testing.T, say func(what, text string), v any) {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	say(fmt.Sprintf("JSON of %T", v), string(text))
}

// sayErrors adds an error and all errors that it wraps.
func sayErrors(say func(what, text string), what string, err error) {
	if err == nil {
		return
	}
	say(what, fmt.Sprintf("%v %+v %q %#v", err, err, err, err))
	if failed := (*override.Error)(nil); errors.As(err, &failed) && failed.Divergence != nil {
		say(what, failed.Divergence.String())
	}
	switch err := err.(type) {
	case interface{ Unwrap() []error }:
		for _, e := range err.Unwrap() {
			sayErrors(say, what, e)
		}
	case interface{ Unwrap() error }:
		sayErrors(say, what, err.Unwrap())
	}
}

func sayResult(t *testing.T, say func(what, text string), result *override.Result, given map[string]any) {
	for _, c := range result.Changes() {
		say("change", fmt.Sprintf("%v %+v %s", c, c, c))
		sayJSON(t, say, c)
		blamed, _ := result.Blame(c.Pointer)
		say("blame", blamed.String())
		if c.Op == jsontree.Replace && result.Hidden().Hides(c.Pointer) && !isMap(c.Old) && !isMap(c.New) && c.Old != nil && c.New != nil {
			require.Contains(t, c.String(), "*** (before)", "it differs")
			require.Contains(t, c.String(), "*** (after)", "it differs")
		}
	}
	for _, c := range result.Conflicts() {
		say("conflict", fmt.Sprintf("%v %v %v", c, c.Earlier, c.Later))
		sayJSON(t, say, c)
	}
	for _, s := range result.Skips() {
		say("skip", s.Reason)
	}
	for _, w := range result.Warnings() {
		say("warning", w.String())
	}
	for _, d := range result.Divergences() {
		say("divergence", d.String())
	}
	annotated, err := result.AnnotatedYAML()
	require.NoError(t, err)
	say("annotated", string(annotated))
	object, err := result.Object()
	require.NoError(t, err)
	before, after := result.Hidden().Pair(nil, given, object.Object)
	sayJSON(t, say, before)
	sayJSON(t, say, after)
	require.Equal(t, jsontree.Equal(given, object.Object), jsontree.Equal(before, after), "it is visible whether the value changed")
}

func isMap(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// TestShown has the secret values in the messages if nothing is hidden, so that the other tests have something to find.
func TestShown(t *testing.T) {
	t.Parallel()
	shown := 0
	for seed := range uint64(100) {
		marks := leaktest.New(t, seed)
		bundle, _ := policy.Decoder{Hide: redact.Nothing}.Decode(strings.NewReader(marks.Stream()))
		explanation := override.NewSet(bundle.Policies...).Hiding(redact.Nothing).Select(bundle.Objects[0]).Explain(bundle.Clusters[0])
		if marks.In(explanation.String()) != "" {
			shown++
		}
	}
	require.Greater(t, shown, 50)
}
