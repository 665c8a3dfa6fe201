// Command render prints objects as override policies change them for each cluster.
//
//	render [flags] PATH...
//
// A PATH is a file, a folder (every .yaml, .yml and .json file below it, sorted by path) or "-" for standard input.
// Policies, clusters and objects can be in any of them, in any order. All policies form one set. Each object is printed for
// each cluster, both in input order. Propagation policies, bindings and Works are read but not printed, because clusters do
// not get them (see the command plan).
//
//	-o yaml      the results as a YAML stream (the default)
//	-o diff      a unified diff of each object and its result, in color on a terminal unless NO_COLOR is set
//	-o summary   a table: one line for each change, with the policy that made it
//	-o json      a JSON array, described below
//
//	-blame       with -o yaml: after each changed line, the policy and the field path that decided it; removed values follow
//	             below
//
//	-show-secrets     show the values of Secrets; otherwise diffs, the table, -blame, warnings and errors have "***" instead
//	-cluster NAME     only this cluster; may be repeated, and sets the order. Of a cluster without a Cluster document,
//	                  only the name is known
//	-namespace NAME   the namespace of namespaced documents without one ("default")
//
// The elements of the JSON array are
//
//	{"object", "cluster", "result", "changes", "skips", "warnings", "divergences"}
//	{"object", "cluster", "error", "divergences"}
//
//	object    {"apiVersion", "kind", "namespace", "name"}; namespace is absent if the object has none
//	result    the object for the cluster
//	changes   [{"origin", "op", "path", "old", "new"}], also of Secrets, in the order of the steps: op is add (without old),
//	          remove (without new) or replace, and path is a JSON pointer
//	skips     [{"origin", "reason"}]: steps that a policy skipped, and why; the reasons are for people
//	warnings  [{"origin", "path", "text"}]: data that was lost although no policy asked for it; the texts are for people
//	divergences [{"code", "origin", "path", "upstream", "here"}]: where the policy's own system differs, its result, and the
//	          result here; the documentation of policy/karmada and policy/kubeadmiral lists the codes
//	origin    {"policy", "at"}: a policy, like object, and the field path in it
//
// An object whose KubeAdmiral labels name a policy that was not read is an error, and is not printed, because KubeAdmiral does
// not send it to any cluster.
//
// Faults of policies are warnings, and so are the warnings and divergences of results. A document that cannot be read, or an
// object that fails for a cluster, is an error on standard error; everything else is still printed. The exit status is 1 if
// anything failed, and 2 if the command line is invalid.
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

// run runs the command and returns the exit status.
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
		notes.Warn("no object was read")
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

// write prints the outcomes in the format of -o.
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
