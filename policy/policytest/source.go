package policytest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/overridekit/overridekit/policy"
)

// source is a file with its content.
type source struct {
	file   string
	bundle *policy.Bundle
}

// decoder decodes all files.
var decoder = policy.Decoder{Namespace: "default"}

// readShared decodes the files of a shared folder, in the order of their names.
func readShared(folder string) ([]source, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var sources []source
	for _, entry := range entries {
		file := filepath.Join(folder, entry.Name())
		if entry.IsDir() || !slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(file)) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		bundle, err := decoder.Decode(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		sources = append(sources, source{file, bundle})
	}
	return sources, nil
}

// merge merges the content of sources. A policy or cluster that two sources define is an error.
func merge(sources []source) (*policy.Bundle, error) {
	all := &policy.Bundle{}
	definedIn := map[string]string{}
	checkUnique := func(what, file string) error {
		if first, ok := definedIn[what]; ok && first != file {
			return fmt.Errorf("%s is defined in %s and again in %s", what, first, file)
		}
		definedIn[what] = file
		return nil
	}
	var errs []error
	for _, s := range sources {
		for _, p := range s.bundle.Policies {
			errs = append(errs, checkUnique(p.Ref().String(), s.file))
		}
		for _, c := range s.bundle.Clusters {
			errs = append(errs, checkUnique("Cluster "+c.Name, s.file))
		}
		all.Policies = append(all.Policies, s.bundle.Policies...)
		all.Clusters = append(all.Clusters, s.bundle.Clusters...)
		all.Objects = append(all.Objects, s.bundle.Objects...)
		all.Assumed = append(all.Assumed, s.bundle.Assumed...)
	}
	all.ApplyScopes(policy.ScopesOf(all.Objects...))
	return all, errors.Join(errs...)
}
