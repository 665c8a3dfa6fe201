package policytest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	inputFile    = "input.yaml"
	wantFile     = "want.yaml"
	sharedFolder = "shared"
)

// testCase is a folder with an input file.
type testCase struct {
	name   string // path from the folder of Run
	folder string
	shared []source // outermost first
}

// find returns the cases of a folder, by path. It returns the good ones and the errors of all others.
func find(root string) ([]testCase, error) {
	return findIn(root, ".", nil)
}

func findIn(root, name string, shared []source) ([]testCase, error) {
	folder := filepath.Join(root, name)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var folders []string
	files := map[string]bool{}
	for _, entry := range entries {
		switch {
		case !entry.IsDir():
			files[entry.Name()] = true
		case entry.Name() == sharedFolder:
			more, err := readShared(filepath.Join(folder, sharedFolder))
			if err != nil {
				return nil, err
			}
			shared = slices.Concat(shared, more)
		default:
			folders = append(folders, entry.Name())
		}
	}
	var cases []testCase
	var errs []error
	if files[inputFile] {
		cases = append(cases, testCase{filepath.ToSlash(name), folder, shared})
	} else if files[wantFile] {
		errs = append(errs, fmt.Errorf("%s: found %s without %s", folder, wantFile, inputFile))
	}
	for _, sub := range folders {
		more, err := findIn(root, filepath.Join(name, sub), shared)
		cases, errs = append(cases, more...), append(errs, err)
	}
	err = errors.Join(errs...)
	if len(cases) == 0 && err == nil {
		err = fmt.Errorf("%s: no case found, expected a file %s in it or in a folder below", folder, inputFile)
	}
	return cases, err
}

// reasonOf returns the comment at the beginning of a text, as one line. Only blank lines and a document marker may be before it.
func reasonOf(text []byte) string {
	var words []string
	for row := range strings.Lines(string(text)) {
		row = strings.TrimSpace(row)
		comment, ok := strings.CutPrefix(row, "#")
		switch {
		case ok:
			words = append(words, strings.Fields(comment)...)
		case len(words) > 0 || row != "" && row != "---":
			return strings.Join(words, " ")
		}
	}
	return strings.Join(words, " ")
}
