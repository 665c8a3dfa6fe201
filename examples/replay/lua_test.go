package main

import (
	"compress/gzip"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// heavy has the cases that a slow machine, or the race detector, may not finish in the second that a call has. All are recorded with an answer.
var heavy = []string{"crash-string-doubling-27", "crash-empties-20000", "script-public-recursion-depth-00"}

// The files in testdata are answers of Karmada f8fdd02df.
func TestRecordedScripts(t *testing.T) {
	for _, test := range []struct {
		file   string
		counts report
	}{
		{"scripts-public", report{total: 456, same: 447, unstable: 2, isolated: 4, beyond: 3}},
		{"scripts-crash", report{total: 34, same: 25, crashes: 9}},
		{"validation", report{total: 99, same: 99}},
	} {
		t.Run(test.file, func(t *testing.T) {
			if testing.Short() && test.file == "scripts-crash" {
				t.Skip("it needs a second of the processor, and half a gigabyte")
			}
			file, err := os.Open("testdata/" + test.file + ".jsonl.gz")
			require.NoError(t, err)
			defer file.Close()
			unpacked, err := gzip.NewReader(file)
			require.NoError(t, err)
			got := compare(t, unpacked)
			require.Empty(t, got.different, "cases differ from the recording")
			require.Subset(t, heavy, got.late)
			got.same += len(got.late)
			got.late = nil
			require.Equal(t, test.counts, *got)
		})
	}
}

// The judge must find what differs.
func TestCompare(t *testing.T) {
	const script = `"script":"function InterpretHealth(o) return o.spec.x == 1 end","apiVersion":"example.io/v1","kind":"Widget",` +
		`"object":{"apiVersion":"example.io/v1","kind":"Widget","spec":{"x":1}},`
	for _, test := range []struct {
		name, line string
		different  bool
	}{
		{"the same", `{"name":"a","op":"InterpretHealth",` + script + `"want":{"healthy":true}}`, false},
		{"another answer", `{"name":"a","op":"InterpretHealth",` + script + `"want":{"healthy":false}}`, true},
		{"an error was recorded", `{"name":"a","op":"InterpretHealth",` + script + `"error":"x"}`, true},
		{"no hook was recorded", `{"name":"a","op":"InterpretHealth",` + script + `"notEnabled":true}`, true},
		{"a crash was recorded", `{"name":"a","op":"InterpretHealth",` + script + `"crash":{"kind":"hang"}}`, true},
		{"an error", `{"name":"a","op":"InterpretReplica",` + script + `"want":{"replicas":1,"requirements":null}}`, true},
		{"an error, as recorded", `{"name":"a","op":"InterpretReplica",` + script + `"error":"x"}`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := compare(t, strings.NewReader(test.line))
			require.Equal(t, test.different, len(got.different) == 1, got)
		})
	}
}
