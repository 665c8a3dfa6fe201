package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

// recorded is the answer of Karmada to a case.
type recorded struct {
	Name       string                 `json:"name"`
	Op         string                 `json:"op"`
	Tags       []string               `json:"tags"`
	Want       any                    `json:"want"`
	Error      string                 `json:"error"`
	NotEnabled bool                   `json:"notEnabled"`
	Unstable   bool                   `json:"unstable"`
	OrderOnly  bool                   `json:"orderOnly"`
	Results    []recorded             `json:"results"`
	Crash      *struct{ Kind string } `json:"crash"`
}

// report counts cases.
type report struct {
	total, same, unstable, crashes, isolated, beyond int
	late, different                                  []string
}

// maxShown is how much of an answer is shown.
const maxShown = 400

// result is the answer of the command to a case.
type result struct {
	Want       json.RawMessage `json:"want"`
	Error      string          `json:"error"`
	NotEnabled bool            `json:"notEnabled"`
}

// resultOf answers a case.
func resultOf(t *testing.T, line []byte) (r result) {
	var out bytes.Buffer
	require.NoError(t, replay(bytes.NewReader(append(line, '\n')), &out))
	require.NoError(t, json.Unmarshal(out.Bytes(), &r))
	return r
}

// compare answers recorded cases and compares the answers.
//
//  1. Errors are equal, whatever their text.
//  2. Where only the order of Karmada's answers varies, lists are compared as sets. Where the answers vary otherwise, any answer is right that
//     does not vary.
//  3. Where Karmada crashes, an error is right.
//  4. Where Karmada's answer depends on the scripts that ran before, ours must not: the case is only counted.
//  5. An error about a request beyond int64 is right: Karmada loses it.
//  6. A case that runs out of time each time, and did not when it was recorded, is only counted: the machine is too slow for it.
func compare(t *testing.T, cases io.Reader) *report {
	r := &report{}
	lines := bufio.NewScanner(cases)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var want recorded
		require.NoError(t, kjson.UnmarshalCaseSensitivePreserveInts(lines.Bytes(), &want))
		got, late := answerInTime(t, lines.Bytes(), want)
		r.total++
		switch {
		case late:
			r.late = append(r.late, want.Name)
		case want.Unstable && !want.OrderOnly && got.Error == "" && agrees(recorded{Want: decoded(resultOf(t, lines.Bytes()).Want)}, got, false):
			r.unstable++
		default:
			r.add(want, got)
		}
	}
	require.NoError(t, lines.Err())
	return r
}

// answerInTime answers a case. On a busy machine a call may run out of time: then the case is repeated. late reports that it ran out of time each time.
func answerInTime(t *testing.T, line []byte, want recorded) (got result, late bool) {
	const text = "deadline exceeded"
	for range 5 {
		got = resultOf(t, line)
		if want.Crash != nil || bytes.Contains(line, []byte(text)) || !strings.Contains(got.Error, text) && !bytes.Contains(got.Want, []byte(text)) {
			return got, false
		}
	}
	return got, true
}

func (r *report) add(want recorded, got result) {
	switch {
	case want.Crash != nil && got.Error != "" || want.Crash != nil && want.Op == "Sequence" && strings.Contains(string(got.Want), `"error"`):
		r.crashes++
	case slices.Contains(want.Tags, "shared-state"):
		r.isolated++
	case want.Unstable && slices.ContainsFunc(want.Results, func(one recorded) bool { return agrees(one, got, want.OrderOnly) }):
		r.unstable++
	case !want.Unstable && want.Crash == nil && agrees(want, got, false):
		r.same++
	case strings.Contains(got.Error, "64 bits hold"):
		r.beyond++
	default:
		mine, _ := json.Marshal(got)
		theirs, _ := json.Marshal(want)
		r.different = append(r.different, fmt.Sprintf("%s\n  got  %.*s\n  want %.*s\n", want.Name, maxShown, mine, maxShown, theirs))
	}
}

// agrees reports whether an answer is a recorded one.
func agrees(want recorded, got result, anyOrder bool) bool {
	if want.Error != "" || got.Error != "" || want.NotEnabled || got.NotEnabled {
		return (want.Error != "") == (got.Error != "") && want.NotEnabled == got.NotEnabled
	}
	found := decoded(got.Want)
	if anyOrder {
		return jsontree.Equal(ordered(want.Want), ordered(found))
	}
	return jsontree.Equal(want.Want, found)
}

func decoded(text []byte) (v any) {
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &v); err != nil {
		return err // equal to nothing
	}
	return v
}

// ordered sorts the lists of a document, in place.
func ordered(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			v[key] = ordered(e)
		}
	case []any:
		for i, e := range v {
			v[i] = ordered(e)
		}
		slices.SortFunc(v, func(a, b any) int {
			left, _ := json.Marshal(a)
			right, _ := json.Marshal(b)
			return slices.Compare(left, right)
		})
	}
	return v
}
