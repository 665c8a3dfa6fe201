package policytest

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

// Run runs every case in the folder and below it, each as a subtest that is named by its path. A folder that holds no case, in
// itself or below, is an error: a name may be misspelt.
func Run(t *testing.T, folder string) {
	t.Helper()
	cases, err := find(folder)
	if err != nil {
		t.Error(err)
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if err := c.check(updating(flag.CommandLine)); err != nil {
				t.Error(err)
			}
		})
	}
}

// check holds what comes out against want.yaml, or writes it there. Its error begins with the reason for the case.
func (c *testCase) check(update bool) error {
	input := filepath.Join(c.folder, inputFile)
	text, err := os.ReadFile(input)
	if err != nil {
		return err
	}
	reason := reasonOf(text)
	if reason == "" {
		return fmt.Errorf("%s: no reason found, expected a comment at the top that says what the case is for", input)
	}
	got, err := c.comeOut(input, text)
	if err == nil {
		err = compare(filepath.Join(c.folder, wantFile), got, update)
	}
	if err != nil {
		return fmt.Errorf("%s\n%w", reason, err)
	}
	return nil
}

// compare holds got against what a file says. With update, the file says got afterwards.
func compare(file string, got []byte, update bool) error {
	want, err := os.ReadFile(file)
	missing := errors.Is(err, os.ErrNotExist)
	switch {
	case err != nil && !missing:
		return err
	case err == nil && string(got) == string(want):
		return nil
	case update:
		return os.WriteFile(file, got, 0o666)
	case missing:
		return fmt.Errorf("%s is missing; write it with %s, and read it. This is what came out:\n%s", file, flagName(flag.CommandLine), got)
	}
	return fmt.Errorf("%s differs from what came out; if this is as it should be, write it anew with %s\n%s", file, flagName(flag.CommandLine), diff.Diff(wantFile, want, "what came out", got))
}
