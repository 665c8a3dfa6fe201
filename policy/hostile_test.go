package policy_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy"
)

const (
	plainHead  = "apiVersion: v1\nkind: A\n"
	policyHead = "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: d}\n"
)

// fill repeats a string up to a length.
func fill(size int, unit string) string { return strings.Repeat(unit, size/len(unit)) }

// number does the same, with the number of each repetition for %d.
func number(size int, unit string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(strings.ReplaceAll(unit, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

// hostileStreamsCases are the cases of [TestHostileStreams].
var hostileStreamsCases = map[string]func(size int) string{
	"unknown fields":          func(n int) string { return policyHead + "spec:\n" + number(n, "  f%d: 1\n") },
	"unknown fields of items": func(n int) string { return policyHead + "spec:\n  overrideRules:\n" + fill(n, "  - x: 1\n") },
	"unknown fields in JSON": func(n int) string {
		return `{"apiVersion":"policy.karmada.io/v1alpha1","kind":"OverridePolicy","metadata":{"name":"p"},"spec":{` + number(n, `"f%d":1,`) + `"a":1}}`
	},
	"unknown fields with long names": func(n int) string {
		return policyHead + "spec:\n" + number(n, "  ? %d"+strings.Repeat("x", 2000)+"\n  : 1\n")
	},
	"values of wrong types": func(n int) string { return policyHead + "spec:\n  resourceSelectors:\n" + fill(n, "  - 5\n") },
	"one value of a wrong type": func(n int) string {
		return policyHead + "spec:\n  overrideRules: 5\n  resourceSelectors:\n" + fill(n, "  - {kind: A}\n")
	},
	"values of wrong types below long keys": func(n int) string {
		return policyHead + "spec: {resourceSelectors: [{labelSelector: {matchLabels: {\n" + number(n, "? %d"+strings.Repeat("x", 2000)+"\n: 1,\n") + "}}}]}\n"
	},
	"one unknown field": func(n int) string { return policyHead + "spec:\n  ? " + fill(n, "x") + "\n  : 1\n" },
	"unknown fields in a list": func(n int) string {
		return "apiVersion: v1\nkind: List\nitems:\n" + number(n, "- {apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: p%d}, spec: {x: 1}}\n")
	},
	"repeated keys":         func(n int) string { return plainHead + fill(n, "a: 1\n") },
	"repeated keys in JSON": func(n int) string { return `{"apiVersion":"v1","kind":"A",` + number(n, `"%d":1,"%d":1,`) + `"b":1}` },
	"repeated keys deep in JSON": func(n int) string {
		return `{"apiVersion":"v1","kind":"A","x":` + strings.Repeat(`{"`+fill(n/1000, "k")+`":`, 400) + "[" + fill(n/2, `{"a":1,"a":2},`) + "1]" + strings.Repeat("}", 400) + "}"
	},
	"repeated keys too deep": func(n int) string {
		return `{"apiVersion":"v1","kind":"A","x":` + strings.Repeat(`{"a":1,"a":`, 4000) + "[" + fill(n, `{"a":1,"a":2},`) + "1]" + strings.Repeat("}", 4000) + "}"
	},
	"repeated keys whose paths have more bytes than an int of 32 bits counts": func(int) string {
		return `{"apiVersion":"v1","kind":"A","` + strings.Repeat("k", 60_000) + `":{` + strings.Repeat(`"a":1,`, 1<<16) + `"a":1}}`
	},
	"documents that are lists":  func(n int) string { return fill(n, "---\n- a\n") },
	"documents that do not end": func(n int) string { return fill(n, "---\na: {b: 1\n") },
	"documents of null":         func(n int) string { return fill(n, "--- ~\n") },
	"documents of one policy":   func(n int) string { return fill(n, "---\n"+policyHead+"spec: {}\n") },
	"documents":                 func(n int) string { return fill(n, "---\n"+plainHead) },
	"empty documents":           func(n int) string { return fill(n, "---\n") },
	"wrong items":               func(n int) string { return `{"apiVersion":"v1","kind":"List","items":[` + fill(n, "1,") + "1]}" },
	"wrong items in lists of lists": func(n int) string {
		return strings.Repeat(`{"apiVersion":"v1","kind":"List","items":[`, 240) + fill(n, "1,") + "1" + strings.Repeat("]}", 240)
	},
	"an object in lists of lists": func(n int) string {
		return strings.Repeat(`{"apiVersion":"v1","kind":"List","items":[`, 240) + `{"apiVersion":"v1","kind":"A","a":"` + fill(n, "x") + `"}` + strings.Repeat("]}", 240)
	},
	"one policy again and again": func(n int) string {
		return "apiVersion: v1\nkind: List\nitems:\n" + fill(n, "- {apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: p}, spec: {}}\n")
	},
	"a long kind":             func(n int) string { return "apiVersion: v1\nkind: " + fill(n, "A") + "\nmetadata: 1\n" },
	"a long number":           func(n int) string { return `{"apiVersion":"v1","kind":"A","a":` + fill(n, "9") + "}" },
	"a long anchor":           func(n int) string { return plainHead + "a: *" + fill(n, "x") + "\n" },
	"directives":              func(n int) string { return number(n, "%TAG !%d! tag:x\n") + "---\n" + plainHead },
	"comments around aliases": func(n int) string { return plainHead + "x: &a 1\ny: *a\na:\n" + fill(n, "- x\n# c\n\n") },
	"levels around aliases": func(n int) string {
		return plainHead + "x: &a 1\ny: *a\na: " + strings.Repeat("[", 400) + fill(n, "x,") + strings.Repeat("]", 400)
	},
	"anchors":                func(n int) string { return plainHead + "a:\n" + number(n, "- &a%d x\n") },
	"tags":                   func(n int) string { return plainHead + "a:\n" + fill(n, "- !!str x\n") },
	"merge keys":             func(n int) string { return plainHead + "a:\n" + number(n, "- <<: {a: 1, b%d: 2}\n") },
	"block scalars":          func(n int) string { return plainHead + "a:\n" + fill(n, "- |\n  x\n") },
	"a scalar of many lines": func(n int) string { return plainHead + "a: \"x\n" + fill(n, " y\n") + "\"\n" },
	"base64":                 func(n int) string { return plainHead + "a: !!binary " + fill(n, "QUFB") + "\n" },
	"byte order marks":       func(n int) string { return plainHead + fill(n, "\ufeff\n") },
	"carriage returns":       func(n int) string { return plainHead + number(n, "k%d: 1\r") },
	"open lists":             func(n int) string { return plainHead + "a: " + fill(n, "[") },
	"open questions":         func(n int) string { return plainHead + fill(n, "? ") },
	"long lines of blanks":   func(n int) string { return plainHead + "a: |\n" + fill(n, strings.Repeat(" ", 800)+"\n") + "  y\n" },
}

// TestHostileStreams decodes streams of many kinds at several lengths. Allocations grow linearly, and errors do not grow. It does not run
// in parallel with tests that allocate.
func TestHostileStreams(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	for name, in := range hostileStreamsCases {
		t.Run(name, func(t *testing.T) {
			const size = 40_000
			var spent [3]uint64
			for i := range spent {
				stream := in(size << i)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				_, err := policy.Decoder{Limits: policy.Limits{Errors: 100}}.Decode(strings.NewReader(stream))
				runtime.ReadMemStats(&after)
				spent[i] = after.TotalAlloc - before.TotalAlloc
				if err != nil {
					require.Less(t, len(err.Error()), 1<<20)
				}
			}
			const constant = 2 << 20 // for the errors
			require.Less(t, spent[1], 2*spent[0]+2*spent[0]/5+constant, "%d", spent)
			require.Less(t, spent[2], 2*spent[1]+2*spent[1]/5+constant, "%d", spent)
			require.Less(t, spent[2], uint64(4*size*600+constant), "%d", spent)
		})
	}
}

// TestManyErrors stops at the limits, with an error.
func TestManyErrors(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	t.Parallel()
	for _, c := range []struct{ name, reason, in, want string }{
		{"documents", "the rest is not read", strings.Repeat("---\n- a\n", 4), `document 1 (line 1): the document is a list, expected an object with apiVersion and kind
document 2 (line 3): the document is a list, expected an object with apiVersion and kind
the stream has 2 documents with errors; the rest was not read`},
		{"exactly as many documents", "all are read", strings.Repeat("---\n- a\n", 2), `document 1 (line 1): the document is a list, expected an object with apiVersion and kind
document 2 (line 3): the document is a list, expected an object with apiVersion and kind`},
		{"items", "of all lists in the document", `{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"List","items":[1,{"apiVersion":"v1","kind":"A"}]},2,3,4]}`, `document 1 (line 1): items[0]: items[0]: found the number 1, expected an object
document 1 (line 1): items[1]: found the number 2, expected an object
document 1 (line 1): items[2]: the document has 2 items with errors; the rest was not read`},
		{"keys", "at most a hundred of one document", plainHead + strings.Repeat("a: 1\n", 103), ""},
		{"directives", "before the library reads them", "%TAG !a! b\n%TAG !b! b\n%TAG !c! b\n---\n" + plainHead, "document 1 (line 1): found 3 directives of 30 bytes, expected at most 2 of 1000"},
		{"long directives", "their bytes are limited too", "%TAG !a! " + strings.Repeat("b", 992) + "\n---\n" + plainHead, "document 1 (line 1): found 1 directives of 1001 bytes, expected at most 2 of 1000"},
		{"repeated keys", "their paths would have 80 MB", `{"apiVersion":"v1","kind":"A","` + strings.Repeat("a", 40_000) + `":[` + strings.Repeat(`{"b":1,"b":1},`, 2000) + `1]}`, "document 1 (line 1): the document has 2000 repeated keys, too many to list"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := policy.Decoder{Limits: policy.Limits{Errors: 2, Directives: 2}}.Decode(strings.NewReader(c.in))
			require.Error(t, err)
			if c.name == "keys" {
				lines := strings.Split(err.Error(), "\n")
				require.Len(t, lines, 101, c.reason)
				require.Equal(t, `document 1 (line 4): key "a" is repeated`, lines[0])
				require.Equal(t, "document 1 (line 1): and more", lines[100])
				return
			}
			got, _, _ := strings.Cut(err.Error(), "\ndocument 2 (line 4): ")
			require.Equal(t, c.want, got, c.reason)
		})
	}
}
