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

// source is a file and what it holds.
type source struct {
	file   string
	bundle *policy.Bundle
}

// decoder reads all files.
var decoder = policy.Decoder{Namespace: "default"}

// readShared reads the files of a shared folder, by name.
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

// gather puts together what the sources hold. Sources that define the same policy or cluster are an error.
func gather(sources []source) (*policy.Bundle, error) {
	all := &policy.Bundle{}
	definedIn := map[string]string{}
	once := func(what, file string) error {
		if first, ok := definedIn[what]; ok && first != file {
			return fmt.Errorf("%s is defined in %s and again in %s", what, first, file)
		}
		definedIn[what] = file
		return nil
	}
	var errs []error
	for _, s := range sources {
		for _, p := range s.bundle.Policies {
			errs = append(errs, once(p.Ref().String(), s.file))
		}
		for _, c := range s.bundle.Clusters {
			errs = append(errs, once("Cluster "+c.Name, s.file))
		}
		all.Policies = append(all.Policies, s.bundle.Policies...)
		all.Clusters = append(all.Clusters, s.bundle.Clusters...)
		all.Objects = append(all.Objects, s.bundle.Objects...)
	}
	return all, errors.Join(errs...)
}
