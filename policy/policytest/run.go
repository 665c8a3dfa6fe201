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

// Run runs every case in the folder and its subfolders, each as a subtest named by its path. A folder or subfolder without any
// case is an error: a file name may be misspelt.
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

// check compares the outcome with want.yaml, or writes it there. The error begins with the reason for the case.
func (c *testCase) check(update bool) error {
	input := filepath.Join(c.folder, inputFile)
	text, err := os.ReadFile(input)
	if err != nil {
		return err
	}
	reason := reasonOf(text)
	if reason == "" {
		return fmt.Errorf("%s: no reason found, expected a comment at the top with the reason for the case", input)
	}
	got, err := c.outcome(input, text)
	if err == nil {
		err = compare(filepath.Join(c.folder, wantFile), got, update)
	}
	if err != nil {
		return fmt.Errorf("%s\n%w", reason, err)
	}
	return nil
}

// compare compares got with the content of a file. With update, it writes got to the file.
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
		return fmt.Errorf("%s is missing; write it with %s, and review it. The outcome is:\n%s", file, flagName(flag.CommandLine), got)
	}
	return fmt.Errorf("%s differs from the outcome; if the outcome is right, update the file with %s\n%s", file, flagName(flag.CommandLine), diff.Diff(wantFile, want, "outcome", got))
}
