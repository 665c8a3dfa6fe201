package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

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
	slowest                                          time.Duration
}

// maxShown is how much of an answer is shown.
const maxShown = 400

// String returns the counts, after what differs.
func (r *report) String() string {
	var out strings.Builder
	for _, d := range r.different {
		out.WriteString(d)
	}
	for _, name := range r.late {
		fmt.Fprintf(&out, "%s\n  out of time\n", name)
	}
	fmt.Fprintf(&out, "%d cases: %d as recorded, %d of several recorded answers, %d errors instead of a crash, %d isolated, "+
		"%d beyond int64, %d out of time, %d different; the slowest took %v\n",
		r.total, r.same, r.unstable, r.crashes, r.isolated, r.beyond, len(r.late), len(r.different), r.slowest.Round(time.Millisecond))
	return out.String()
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
func compare(in io.Reader) (*report, error) {
	r := &report{}
	err := lines(in, func(line []byte) error {
		var want recorded
		if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &want); err != nil {
			return err
		}
		got, late := r.answer(line, want)
		if late {
			r.total++
			r.late = append(r.late, want.Name)
			return nil
		}
		if want.Unstable && !want.OrderOnly && got.Error == "" && agrees(recorded{Want: decoded(answer(line).Want)}, got, false) {
			r.total++
			r.unstable++
			return nil
		}
		r.add(want, got)
		return nil
	})
	return r, err
}

// answer answers a case. On a busy machine a call may run out of time: then the case is repeated. late reports that it ran out of time each time.
func (r *report) answer(line []byte, want recorded) (got result, late bool) {
	const text = "deadline exceeded"
	for range 5 {
		began := time.Now()
		got = answer(line)
		r.slowest = max(r.slowest, time.Since(began))
		if want.Crash != nil || bytes.Contains(line, []byte(text)) || !strings.Contains(got.Error, text) && !bytes.Contains(got.Want, []byte(text)) {
			return got, false
		}
	}
	return got, true
}

func (r *report) add(want recorded, got result) {
	r.total++
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
	if kjson.UnmarshalCaseSensitivePreserveInts(text, &v) != nil {
		return errNoHook // equal to nothing
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
