package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/internal/cli"
)

// shardFiles writes the reports of lint.
func shardFiles(t *testing.T, of int, args ...string) []string {
	t.Helper()
	dir := t.TempDir()
	files := make([]string, of)
	for i := range of {
		status, report, stderr := overridekit("", append(args, "--shard", fmt.Sprintf("%d/%d", i, of))...)
		require.Zero(t, status, stderr)
		files[i] = filepath.Join(dir, fmt.Sprintf("%d.json", i))
		require.NoError(t, os.WriteFile(files[i], []byte(report), 0o600))
	}
	return files
}

// signed returns a report with the digest of what it has now. It returns a text that is not a report as it is.
func signed(t *testing.T, text string) string {
	t.Helper()
	var report cli.Report
	if json.Unmarshal([]byte(text), &report) != nil {
		return text
	}
	var b strings.Builder
	require.NoError(t, cli.WriteReport(&b, &report))
	return b.String()
}

// TestMergeRefuses has reports that are not those of all shards of one command line and input.
func TestMergeRefuses(t *testing.T) {
	t.Parallel()
	all := shardFiles(t, 3, "lint", quickstart)
	file := func(text string) string {
		name := filepath.Join(t.TempDir(), "report.json")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	text := readFile(t, all[1])
	edited := func(old, now string) string {
		require.Contains(t, text, old)
		return file(signed(t, strings.Replace(text, old, now, 1)))
	}
	head := `{"format":"overridekit-shard/1","shard":0,"shards":1,"arguments":["lint","a"],"input":"x","digest":"x","common":{},`
	for _, tc := range []struct {
		reason string
		files  []string
		want   string
	}{
		{"no report", nil, "missing REPORT"},
		{"no file", []string{"testdata/absent.json"}, "testdata/absent.json: no such file or directory, expected the report of a shard"},
		{"one is missing", []string{all[0], all[2]}, "found the reports of 2 of 3 shards, missing: shard 1"},
		{"the last one is missing", []string{all[1], all[0]}, "missing: shard 2\n"},
		{"one is given twice", []string{all[0], all[1], all[1], all[2]}, "shard 1 is given twice: in " + all[1]},
		{"truncated, with the shard", []string{all[0], file(text[:len(text)/2]), all[2]}, "report.json: the report of shard 1 of 3 is truncated"},
		{"empty", []string{file("")}, "report.json: found nothing, expected the report of a shard"},
		{"truncated before the shard", []string{file(text[:20])}, "report.json: the JSON is truncated, expected the report of a shard"},
		{"truncated after another report", []string{file(readFile(t, all[0]) + text[:len(text)/2])}, "report.json: the report of shard 1 of 3 is truncated"},
		{"a folder", []string{"testdata"}, "testdata: is a directory, expected the report of a shard"},
		{"an empty name", []string{all[0], ""}, "found an empty REPORT, expected a file or -"},
		{"standard input twice", []string{"-", all[0], "-"}, "found - twice, expected once"},
		{"nothing on standard input", []string{"-"}, "standard input: found nothing, expected the report of a shard"},
		{"a flag of the shards", []string{"-o", "json", all[0]}, "merge has no flags of its own: the flags of the shards, such as -o, decide what is printed"},
		{"another number of shards", []string{all[0], shardFiles(t, 2, "lint", quickstart)[1]}, "are of 3 and 2 shards"},
		{"another input", []string{all[0], shardFiles(t, 3, "lint", "testdata/lint/shop")[1], all[2]}, "have different arguments"},
		{"an input that has changed", []string{all[0], edited(`"input":"sha256:`, `"input":"sha256:0`), all[2]}, "are of different inputs: found the digests sha256:"},
		{"another command", []string{all[0], shardFiles(t, 3, "render", quickstart)[1], all[2]}, "have different arguments"},
		{"another format", []string{all[0], shardFiles(t, 3, "lint", "-o", "json", quickstart)[1], all[2]}, "have different arguments"},
		{"another reading", []string{all[0], edited(`"policies":1`, `"policies":2`), all[2]}, "have different values of common, expected the same value for the same input"},
		{"another version", []string{edited("overridekit-shard/1", "overridekit-shard/2")}, "the format is overridekit-shard/2, expected overridekit-shard/1"},
		{"not a report", []string{file(`{"kind": "List"}`)}, "report.json: found JSON without a format, expected the report of a shard"},
		{"not an object", []string{file(`[1]`)}, "expected the report of a shard: it is an array, expected an object"},
		{"not JSON", []string{file(`kind: List`)}, "expected the report of a shard"},
		{"the same twice in one file", []string{file(text + text), all[0], all[2]}, "shard 1 is given twice: in "},
		{"a report with something else after it", []string{file(text + "hello")}, "expected the report of a shard: invalid character 'h'"},
		{"too many shards", []string{edited(`"shards":3`, `"shards":1000000000`)}, "the number of shards is 1000000000, expected 1 to 10000"},
		{"no shards", []string{edited(`"shards":3`, `"shards":0`)}, "the number of shards is 0"},
		{"a negative shard", []string{edited(`"shard":1`, `"shard":-1`)}, "the shard is -1, expected 0 to 2"},
		{"a shard that is text", []string{edited(`"shard":1`, `"shard":"`+strings.Repeat("x", 1<<20)+`"`)}, "shard is a string, expected an integer"},
		{"a long name", []string{edited(`"arguments":["lint"`, `"arguments":["`+strings.Repeat("x", 1<<20)+`"`)}, "missing: shards 0, 2\n"},
		{"a part of another type", []string{file(signed(t, head+`"own":[1]}`))}, "shard 0: own: it is an array, expected an object"},
		{"a part is missing", []string{file(strings.TrimSuffix(head, ",") + "}")}, `shard 0: "own" is missing, expected a whole report`},
		{"too deep", []string{file(head + `"own":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}")}, "exceeded max depth"},
		{"no arguments", []string{file(strings.Replace(head, `["lint","a"]`, `[]`, 1) + `"own":{}}`)}, `"arguments" is missing, expected a whole report`},
		{"a command that has no shards", []string{file(signed(t, strings.Replace(head, `["lint","a"]`, `["test", "a"]`, 1)+`"own":{}}`))}, "the arguments are test, a, expected those of render, lint, impact, plan"},
		{"a merge of merges", []string{file(signed(t, strings.Replace(head, `["lint","a"]`, `["merge", "a"]`, 1)+`"own":{}}`))}, "expected those of render, lint, impact, plan"},
		{"arguments that the command refuses", []string{file(signed(t, strings.Replace(head, `["lint","a"]`, `["lint", "--absent", "a"]`, 1)+`"own":{}}`))}, "unknown flag --absent"},
	} {
		status, stdout, stderr := overridekit("", append([]string{"merge"}, tc.files...)...)
		require.Equal(t, 2, status, tc.reason)
		require.Empty(t, stdout, tc.reason)
		require.Contains(t, stderr, tc.want, tc.reason)
		require.Less(t, len(stderr), 3_000, tc.reason)
	}
}

// TestMergeForged has reports with characters that control a terminal, in every string. None of them is printed.
func TestMergeForged(t *testing.T) {
	t.Parallel()
	const evil = "\x1b[2J\u009b1m\u202e\a\r"
	for _, args := range [][]string{
		{"lint", lintShop}, {"lint", "-o", "markdown", lintShop}, {"lint", "-o", "sarif", lintShop}, {"lint", "-o", "json", lintShop},
		{"render", "-o", "text", quickstart}, {"render", quickstart}, {"render", "-o", "json", quickstart},
		{"impact", impactBefore, impactAfter}, {"impact", "-o", "markdown", impactBefore, impactAfter}, {"impact", "-o", "json", impactBefore, impactAfter},
		{"plan", "--rows", "testdata/plan/nginx"}, {"plan", "--rows", "-o", "json", "testdata/plan/nginx"},
	} {
		_, text, stderr := overridekit("", append(args, "--shard", "0/1")...)
		var report cli.Report
		require.NoError(t, json.Unmarshal([]byte(text), &report), stderr)
		for _, part := range []*json.RawMessage{&report.Common, &report.Own} {
			var v any
			require.NoError(t, json.Unmarshal(*part, &v))
			var err error
			*part, err = json.Marshal(forged(v, evil))
			require.NoError(t, err)
		}
		var b strings.Builder
		require.NoError(t, cli.WriteReport(&b, &report))
		_, stdout, stderr := overridekit(b.String(), "merge", "-")
		for _, r := range stdout + stderr {
			require.False(t, r != '\n' && r != '\t' && unicode.IsControl(r), "%v: %q in %q", args, r, stdout+stderr)
			require.False(t, args[0] != "render" && unicode.Is(unicode.Bidi_Control, r), "%v: %q", args, r)
		}
	}
}

// forged returns a value of JSON whose strings end in others.
func forged(v any, evil string) any {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			v[key] = forged(v[key], evil)
		}
	case []any:
		for i := range v {
			v[i] = forged(v[i], evil)
		}
	case string:
		return v + evil
	}
	return v
}

// TestMergeHostile has reports of the right form whose parts are empty, null or out of range. None of them panics.
func TestMergeHostile(t *testing.T) {
	t.Parallel()
	for _, args := range []string{`"render"`, `"render","-o","json"`, `"render","-o","text"`, `"lint"`, `"lint","-o","sarif"`, `"impact"`, `"impact","-o","json"`, `"impact","-o","html"`, `"plan","--rows"`, `"plan"`, `"plan","--diff"`} {
		for _, own := range []string{
			`null`, `{}`, `{"objects":[null],"effects":null,"rows":[{}],"groups":[{}],"findings":[{}]}`,
			`{"objects":[{"at":-1,"rows":[[]],"json":[null],"fail":"x"}],"effects":{"idle":[{"policy":-1},{"policy":9}],"conflicts":[null],"problems":[null],"skipped":[{}]}}`,
			`{"groups":[{"id":"a","members":[{"list":9}]}]}`, `{"groups":[{"id":"a","members":[{"list":-1}]}]}`, `{"lists":[[]],"groups":[{"members":[{"list":0}]}]}`,
			`{"lists":[["m"]],"groups":[{"id":"a","after":"x","members":[{"list":0}]},{"id":"a","patch":[{"json":1},{"json":null}],"members":[{"list":0}]}]}`,
			`{"lists":[["m"]],"groups":[{"id":"a","kind":"added","first":{},"members":[{"list":0},{"list":0,"byObject":true}]}]}`,
		} {
			paths := `,"a"`
			if strings.HasPrefix(args, `"impact"`) || strings.Contains(args, "diff") {
				paths += `,"b"`
			}
			name := filepath.Join(t.TempDir(), "report.json")
			report := fmt.Sprintf(`{"format":"overridekit-shard/1","shard":0,"shards":1,"arguments":[%s%s],"input":"x","common":{},"own":%s}`, args, paths, own)
			require.NoError(t, os.WriteFile(name, []byte(signed(t, report)), 0o600))
			require.NotPanics(t, func() { overridekit("", "merge", name) }, "%s %s", args, own)
		}
	}
}

// TestMergeChanged changes the reports of all shards in the same way, so that they agree. Merge would print a part of the result, with status 0.
func TestMergeChanged(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"lint", "-o", "json", "--exclude", "a\xff\xffé\u2028<b", quickstart}, {"render", quickstart}, {"plan", "--rows", quickstart}, {"impact", quickstart, quickstart}} {
		files := shardFiles(t, 2, args...)
		status, _, stderr := overridekit("", append([]string{"merge"}, files...)...)
		require.Less(t, status, 2, stderr)
		for name, change := range map[string]func(report map[string]any){
			"":                  func(map[string]any) {}, // only the order of the parts
			"null":              func(report map[string]any) { report["own"] = nil },
			"empty":             func(report map[string]any) { report["own"] = map[string]any{} },
			"something else":    func(report map[string]any) { report["own"] = map[string]any{"x": 1} },
			"nothing in common": func(report map[string]any) { report["common"] = map[string]any{} },
			"other arguments":   func(report map[string]any) { report["arguments"] = []string{"lint", quickstart, quickstart} },
			"another input":     func(report map[string]any) { report["input"] = "sha256:0" },
			"another pattern":   func(report map[string]any) { report["unused"] = []string{"x"} },
			"another digest":    func(report map[string]any) { report["digest"] = strings.Repeat("x", 10_000) },
		} {
			changed := []string{"merge"}
			for i, file := range files {
				var report map[string]json.RawMessage // keeps the text of each part
				require.NoError(t, json.Unmarshal([]byte(readFile(t, file)), &report))
				changes := map[string]any{}
				change(changes)
				for part, v := range changes {
					text, err := json.Marshal(v)
					require.NoError(t, err)
					report[part] = text
				}
				text, err := cli.Raw(report)
				require.NoError(t, err)
				changed = append(changed, filepath.Join(t.TempDir(), fmt.Sprint(i, ".json")))
				require.NoError(t, os.WriteFile(changed[i+1], text, 0o600))
			}
			found, stdout, stderr := overridekit("", changed...)
			if name == "" {
				require.Equal(t, status, found, stderr)
				continue
			}
			require.Equal(t, 2, found, "%s, %s", args, name)
			require.Empty(t, stdout, "%s, %s", args, name)
			require.Contains(t, stderr, ", shard 0: the report was changed after it was written: its digest is sha256:", "%s, %s", args, name)
			require.Less(t, len(stderr), 1_000, "%s, %s", args, name)
		}
	}
}
