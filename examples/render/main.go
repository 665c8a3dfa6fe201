// Command render shows what override policies make of objects, cluster by cluster.
//
//	render [flags] PATH...
//
// A PATH is a file, a folder (every .yaml, .yml and .json file below it, sorted by path) or "-", the standard input.
// Policies, clusters and objects may be in any of them, in any order: all together are one set. Each object is shown for
// each cluster, both in the order in which they came. Propagation policies, bindings and Works are read and not shown: they
// are no objects that a cluster gets (see the command plan).
//
//	-o yaml      the results as a YAML stream (the default)
//	-o diff      what each result changes in the object, as unified diffs, in colour on a terminal unless NO_COLOR is set
//	-o summary   a table: one line for each change, with the policy that made it
//	-o json      one array for programs, described below
//
//	-blame       with -o yaml: behind each line that differs the policy, and the place in it, that decided it; what is gone
//	             follows below
//
//	-show-secrets     show the values of Secrets; otherwise a diff, the table, -blame, warnings and errors have "***" in their place
//	-cluster NAME     only this cluster, and the clusters in the order of these flags; one without a Cluster document
//	                  has nothing but its name
//	-namespace NAME   for namespaced documents that name none ("default")
//
// The elements of the JSON array are
//
//	{"object", "cluster", "result", "changes", "skips", "warnings", "divergences"}
//	{"object", "cluster", "error", "divergences"}
//
//	object    {"apiVersion", "kind", "namespace", "name"}; what has no namespace has no such field
//	result    the object as the cluster gets it
//	changes   [{"origin", "op", "path", "old", "new"}], also of Secrets, in the order in which they were made: op is add (without old), remove
//	          (without new) or replace, and path is a JSON pointer
//	skips     [{"origin", "reason"}]: what a policy did not do, and why; the reasons are for people
//	warnings  [{"origin", "path", "text"}]: what was lost that no policy asked to touch; the texts are for people
//	divergences [{"code", "origin", "path", "upstream", "here"}]: where the policy's own system gives something else, what it
//	          gives, and what is given here; the codes are listed in the documentation of the policies' packages
//	origin    {"policy", "at"}: a policy, as object, and the place in it
//
// An object whose KubeAdmiral labels name a policy that was not read is an error, and is not shown: KubeAdmiral does not send
// it to any cluster.
//
// What is wrong with a policy is a warning, and the result shows what such a policy does; warnings and divergences of the
// results are warnings as well. Everything that fails, a document
// or an object in one cluster, is an error on the standard error; the rest is still shown. The exit status is 1 if
// anything failed, and 2 if the command was not understood.
package main

import (
	"bufio"
	"errors"
	"flag"
	"io"
	"os"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/examples/internal/input"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, inColor(os.Stdout, os.Getenv("NO_COLOR"))))
}

// run is the command; it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, color bool) int {
	opts, err := parseOptions(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	notes := &input.Notes{Out: stderr}
	in := input.Read(opts.paths, stdin, opts.namespace, opts.hide, notes)
	for _, p := range in.Policies {
		for _, fault := range p.Faults() {
			notes.Warn("%s: %v", p.Ref(), fault)
		}
	}
	clusters := input.Choose(in, opts.clusters, notes)
	if len(in.Objects) == 0 {
		notes.Warn("there is no object to show")
	}
	set := input.Set(in, opts.hide)
	in.Objects = slices.DeleteFunc(in.Objects, func(o *unstructured.Unstructured) bool {
		err := input.CheckMissing(o, set.Select(o))
		if err != nil {
			notes.Fail(err)
		}
		return err != nil
	})
	outcomes := outcomesOf(set, in.Objects, clusters)
	for _, o := range outcomes {
		if o.err != nil {
			notes.Fail(o.err)
		}
		if o.result != nil {
			for _, w := range o.result.Warnings() {
				notes.Warn("%s: %s", o.title(), w)
			}
		}
		for _, d := range o.divergences {
			notes.Warn("%s: %s", o.title(), d)
		}
	}
	out := bufio.NewWriter(stdout)
	if err = write(out, opts, outcomes, color); err == nil {
		err = out.Flush()
	}
	if err != nil {
		notes.Fail(err)
	}
	return notes.Status
}

// write shows the outcomes in one of the formats that -o knows.
func write(w io.Writer, opts options, outcomes []outcome, color bool) error {
	switch opts.format {
	case "diff":
		return writeDiff(w, outcomes, color)
	case "summary":
		return writeSummary(w, outcomes)
	case "json":
		return writeJSON(w, outcomes)
	}
	return writeYAML(w, outcomes, opts.blame)
}
