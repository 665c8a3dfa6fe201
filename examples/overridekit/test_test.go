package main

import (
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/internal/cli"
)

const testFolder = "testdata/test"

var (
	testShop      = []string{testFolder + "/shop/tests", testFolder + "/shop/policies", testFolder + "/shop/clusters"}
	testFailing   = []string{testFolder + "/failing/tests", testFolder + "/failing/policies", testFolder + "/shop/clusters"}
	testMalformed = []string{testFolder + "/malformed", testFolder + "/shop/clusters"}
)

// with returns paths after flags.
func with(paths []string, flags ...string) []string { return append(flags, paths...) }

func TestTest(t *testing.T) {
	testGolden(t, "test", []golden{
		{"passing", "passing cases are only counted", testShop, ""},
		{"passing-verbose", "each case with its reason", with(testShop, "--verbose"), ""},
		{"passing-json", "a document", with(testShop, "-o", "json"), ""},
		{"passing-junit", "a testcase for each case", with(testShop, "-o", "junit"), ""},

		{"failing", "the difference, the assertion, and the policy that no case tests", testFailing, ""},
		{"failing-shown", "the values of a Secret", with(testFailing, "--show-secrets", "--run", "secret"), ""},
		{"failing-json", "the same with places", with(testFailing, "-o", "json"), ""},
		{"failing-junit", "the same as failures", with(testFailing, "-o", "junit"), ""},

		{"scripts", "a plan runs the scripts of a customization", []string{"--verbose", testFolder + "/scripts"}, ""},
		{"scripts-broken", "each failure has the file, the customization and the field", []string{testFolder + "/broken-scripts"}, ""},

		{"malformed", "each error has file and line, and the good case is checked; exit status 2", testMalformed, ""},
		{"malformed-json", "the errors have their places", with(testMalformed, "-o", "json"), ""},
		{"malformed-junit", "each error is a testcase", with(testMalformed, "-o", "junit"), ""},

		{"run", "one case; policies that no case tests are not reported", with(testFailing, "--run", "^im", "-o", "text"), ""},
		{"run-part", "a part of a name, which has slashes", with(testShop, "--run", "s/mir", "--verbose"), ""},
		{"run-nothing", "an error", with(testShop, "--run", "mirrors"), ""},
		{"run-malformed", "the errors say why nothing is found", with(testMalformed, "--run", "unknown"), ""},
		{"bad-run", "not a regular expression", with(testShop, "--run", "("), ""},

		{"no-case", "a folder without cases", []string{testFolder + "/shop/policies"}, ""},
		{"no-folder", "a folder that does not exist", []string{testFolder + "/absent"}, ""},
		{"no-path", "a path that does not exist", []string{testFolder + "/shop/tests", testFolder + "/absent"}, ""},
		{"nothing", "the folder is missing", nil, ""},
		{"empty-path", "often an unset variable", []string{testFolder + "/shop/tests", ""}, ""},
		{"stdin", "cases are files", []string{"-"}, ""},
		{"bad-flag", "a misspelt flag", with(testShop, "--upate"), ""},
		{"bad-format", "the error lists the formats", with(testShop, "-o", "xml"), ""},
		{"watch-format", "there is no end of a document", with(testShop, "--watch", "-o", "json"), ""},
		{"watch-update", "an update is reviewed", with(testShop, "--watch", "--update"), ""},
		{"help", "the flags", []string{"--help"}, ""},
	})
}

func TestTestCompletion(t *testing.T) {
	testGolden(t, "", []golden{
		{"complete-test-run", "the names of cases", append(with(testShop, "__complete", "test"), "--run", ""), ""},
	})
}

// TestTestUpdate writes golden files: new ones, changed ones, and one that is not needed.
func TestTestUpdate(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS(testFolder)))
	var transcript strings.Builder
	test := func(flags ...string) {
		args := append([]string{"test"}, flags...)
		args = append(args, filepath.Join(folder, "shop/tests"), filepath.Join(folder, "shop/policies"), filepath.Join(folder, "shop/clusters"))
		status, stdout, stderr := overridekit("", args...)
		fmt.Fprintf(&transcript, "$ overridekit %s\n%s%sexit status %d\n\n", strings.Join(args, " "), stdout, stderr, status)
	}
	edit := func(name, old, changed string) {
		file := filepath.Join(folder, name)
		text := readFile(t, file)
		require.Contains(t, text, old)
		require.NoError(t, os.WriteFile(file, []byte(strings.Replace(text, old, changed, 1)), 0o600))
		fmt.Fprintf(&transcript, "%s: %s -> %s\n", name, old, changed)
	}
	edit("shop/policies/replicas.yaml", "value: 5", "value: 6")
	edit("shop/policies/images.yaml", "kind: Deployment", "kind: StatefulSet")
	require.NoError(t, os.Remove(filepath.Join(folder, "shop/tests/images/mirror/want.yaml")))
	test("--update", "--verbose")
	test()
	edit("shop/policies/images.yaml", "kind: StatefulSet", "kind: Deployment")
	test("--update", "-o", "junit")
	edit("shop/policies/images.yaml", "mirror.example", "other.example")
	test("--update", "-o", "json")
	test("-o", "text")

	got := filepath.ToSlash(strings.ReplaceAll(transcript.String(), folder+string(filepath.Separator), ""))
	got = strings.ReplaceAll(got, strings.Trim(filepath.ToSlash(folder), "/")+"/", "") // in the names of classes
	file := filepath.Join(testFolder, "update.golden")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	require.Equal(t, readFile(t, file), got)
}

// TestTestColor checks that only titles and differences have colors, and only on a terminal.
func TestTestColor(t *testing.T) {
	t.Parallel()
	var out, stderr strings.Builder
	run(&cli.Env{Out: &out, Err: &stderr, Color: true}, append([]string{"test", "--verbose"}, testFailing...))
	require.Contains(t, out.String(), "\x1b[31mFAIL\x1b[0m secret: The database")
	require.Contains(t, out.String(), "    --- want.yaml\n    +++ outcome\n    \x1b[36m@@ ")
	require.Contains(t, out.String(), "    \x1b[31m-kind: Deployment\x1b[0m\n")
	out.Reset()
	run(&cli.Env{Out: &out, Err: &stderr}, append([]string{"test", "--verbose"}, testFailing...))
	require.NotContains(t, out.String(), "\x1b")
}

// TestTestHostile has names and messages with control characters and invalid UTF-8: no output controls the terminal, and the XML is valid.
func TestTestHostile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	hostile := "a\x1b[31m\x01\x7f]]>\u202e\ufffe&<x a=\"\xff\""
	write := func(name, text string) {
		file := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Skip(err)
		}
	}
	const document = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: \"\\e\"}}\n---\n" +
		"{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: \"m\\e]]>\"}}\n"
	write("a"+hostile+"/input.yaml", "# "+hostile+"\n"+document)
	write("a"+hostile+"/want.yaml", hostile+"\n"+hostile+"\r\n\t\n")
	write("bad"+hostile+"/case.yaml", "# "+hostile+"\n\""+"\\e\": 1\n")
	for _, format := range []string{"text", "json", "junit"} {
		status, stdout, stderr := overridekit("", "test", "-o", format, folder)
		require.Equal(t, 2, status, stderr)
		require.NotContains(t, stdout, "\x1b", format)
		require.NotContains(t, stderr, "\x1b", format)
		require.NotContains(t, stdout, "\u202e", format)
		if format != "junit" {
			continue
		}
		var report struct {
			Cases []struct {
				Failure string `xml:"failure"`
				Error   string `xml:"error"`
			} `xml:"testsuite>testcase"`
		}
		require.NoError(t, xml.Unmarshal([]byte(stdout), &report), stdout)
		require.Len(t, report.Cases, 2)
		require.Contains(t, report.Cases[0].Failure, "]]>")
		require.Contains(t, report.Cases[1].Error, "]]>")
	}
}

// TestTestTimes checks the times of a clock.
func TestTestTimes(t *testing.T) {
	t.Parallel()
	var out, stderr strings.Builder
	now := time.Unix(0, 0)
	clock := func() time.Time { now = now.Add(time.Second); return now }
	args := append([]string{"test", "--run", "mirror"}, testShop...)
	require.Zero(t, run(&cli.Env{Out: &out, Err: &stderr, Now: clock}, args), stderr.String())
	require.Equal(t, "1 case: 1 passed, 0 failed in 3s\n", out.String())
	out.Reset()
	run(&cli.Env{Out: &out, Err: &stderr, Now: clock}, append(args, "-o", "junit"))
	require.Contains(t, out.String(), `case.yaml" time="1.000"`)
	require.Contains(t, out.String(), `errors="0" time="3.000"`)
}

// TestTestWatchInterrupt ends a process with --watch by a signal. Its status is that of the last run.
func TestTestWatchInterrupt(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send this signal")
	}
	binary, err := os.Executable()
	require.NoError(t, err)
	for _, tc := range []struct {
		paths  []string
		status int
	}{{testShop, 0}, {testFailing, 1}, {testMalformed, 2}} {
		cmd := exec.CommandContext(t.Context(), binary, append([]string{"test", "--watch"}, tc.paths...)...)
		cmd.Env = append(os.Environ(), asCommand+"=1")
		stdout, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		var text []byte
		for buffer := make([]byte, 1); !strings.HasSuffix(string(text), "Ctrl-C ends\n"); text = append(text, buffer...) {
			_, err := stdout.Read(buffer)
			require.NoError(t, err, string(text))
		}
		require.NoError(t, cmd.Process.Signal(os.Interrupt))
		_ = cmd.Wait()
		require.Equal(t, tc.status, cmd.ProcessState.ExitCode(), string(text))
	}
}
