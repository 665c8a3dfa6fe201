// Command explain prints what every override policy did to one object for one cluster, and why.
//
//	explain -object KIND/NAMESPACE/NAME -cluster NAME [-path POINTER] [flags] PATH...
//
// A PATH is a file, a folder (every .yaml, .yml and .json file below it, sorted by path) or "-" for standard input.
// Policies, clusters and objects can be in any of them, in any order. All policies form one set.
//
//	-object KIND/NAME       is enough for an object without a namespace, or with a unique name
//	-cluster NAME           a cluster, with or without a Cluster document
//	-path /spec/replicas    only the value at this path: the step that decided it, and the steps that conflict with it
//	-o json                 JSON: an override.Explanation, or with -path the object described below
//	-show-secrets           show the values of Secrets; otherwise "***" replaces each of them, also with -o json
//	-namespace NAME         the namespace of namespaced documents without one ("default")
//
// With -path, -o json prints
//
//	{"path", "was", "is", "blame", "conflicts"}
//
// where was and is are absent if there is no value, blame is an override.Change and absent if the value did not change, and conflicts
// are values of override.Conflict: at the path, above it and below it.
//
// A fault of a policy is a warning. The exit status is 1 if a document or the object failed, and 2 if the command line is invalid.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	opts, err := parseOptions(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	notes := &input.Notes{Out: stderr}
	out := bufio.NewWriter(stdout)
	if err := explain(out, opts, stdin, notes); err != nil {
		notes.Fail(err)
	}
	if err := out.Flush(); err != nil {
		notes.Fail(err)
	}
	return notes.Status
}

func explain(out io.Writer, opts options, stdin io.Reader, notes *input.Notes) error {
	bundle := input.Read(opts.paths, stdin, opts.namespace, opts.hide, notes)
	for _, p := range bundle.Policies {
		for _, fault := range p.Faults() {
			notes.Warn("%s: %v", p.Ref(), fault)
		}
	}
	object, err := opts.object.find(bundle.Objects)
	if err != nil {
		return err
	}
	cluster := input.Choose(bundle, []string{opts.cluster}, notes)[0]
	selection := input.Set(bundle, opts.hide).Select(object)
	if err := input.CheckMissing(object, selection); err != nil {
		notes.Fail(err)
	}
	if opts.path != nil {
		return explainPlace(out, opts, object, selection, cluster)
	}
	explanation := selection.Explain(cluster)
	if explanation.Err != nil {
		notes.Status = 1
	}
	if opts.json {
		return writeJSON(out, explanation)
	}
	_, err = io.WriteString(out, explanation.String())
	return err
}

// explainPlace prints what happened to the value at one path.
func explainPlace(out io.Writer, opts options, object *unstructured.Unstructured, selection override.Selection, cluster selector.Cluster) error {
	result, err := selection.Apply(cluster)
	if err != nil {
		return err
	}
	found, err := placeOf(result, object.Object, *opts.path)
	if err != nil {
		return err
	}
	if opts.json {
		return writeJSON(out, found)
	}
	_, err = fmt.Fprint(out, found)
	return err
}

func writeJSON(out io.Writer, v any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}
