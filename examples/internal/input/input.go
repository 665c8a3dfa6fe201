// Package input has what the commands share: it reads files and folders, checks paths, and prints warnings and errors.
package input

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter/lua"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/files"
	"github.com/overridekit/overridekit/selector"
)

// Bundle is what was read, and where.
type Bundle = files.Bundle

// Reader reads documents.
type Reader struct {
	Stdin     io.Reader     // for the path "-"
	Namespace string        // of namespaced documents without one
	Hide      redact.Places // values that errors do not show; nil: those of Secrets
	Exclude   []string      // patterns of files and folders to ignore in folders, see [files.CheckPattern]
	Excluding *Excluding    // collects which patterns leave out something; nil: nothing does
	States    string        // a note that is printed if several paths define the same policy or cluster; empty: none
	Scripts   bool          // load the scripts that [Registry] runs: those that cannot be loaded are errors
	Plans     bool          // the command says itself that it ignores what [WebhooksIn] returns
	Faults    *[]error      // collects all errors about what cannot be read, also those that ReadOld prints as warnings; nil: nothing does
	Unread    *[]error      // collects the errors about whole files and paths that Read prints; nil: nothing does
}

// Read reads every path, and prints what package files reports: errors, warnings, and what was ignored.
func (r Reader) Read(paths []string, notes *Notes) *Bundle {
	bundle, report := r.read(paths...)
	r.fail(report.Errors, notes)
	r.print(paths, report, notes)
	r.noteUnread(bundle, notes)
	return bundle
}

// ReadOld reads the state before a change. If some of it can be read, errors are printed as warnings, because the change may repair what
// cannot be read. Otherwise they are errors, as of Read.
func (r Reader) ReadOld(path string, notes *Notes) *Bundle {
	bundle, report := r.read(path)
	usable := len(bundle.Policies)+len(bundle.Propagation)+len(bundle.Clusters)+len(bundle.Objects) > 0
	if usable {
		for _, err := range report.Errors {
			notes.Warn("%v", err)
		}
		r.collect(report.Errors)
	} else {
		r.fail(report.Errors, notes)
	}
	r.print([]string{path}, report, notes)
	r.noteUnread(bundle, notes)
	return bundle
}

// fail prints errors, and collects those that are not about a document in a file.
func (r Reader) fail(errs []error, notes *Notes) {
	r.collect(errs)
	for _, err := range errs {
		notes.Fail(err)
		var placed *files.Error
		if r.Unread != nil && (!errors.As(err, &placed) || placed.Place.Line == 0) {
			*r.Unread = append(*r.Unread, err)
		}
	}
}

func (r Reader) collect(errs []error) {
	if r.Faults != nil {
		*r.Faults = append(*r.Faults, errs...)
	}
}

func (r Reader) read(paths ...string) (*Bundle, *files.Report) {
	bundle, report := files.Reader{Stdin: r.Stdin, Exclude: r.Exclude, Decoder: policy.Decoder{Namespace: r.Namespace, Hide: r.Hide}}.Read(paths...)
	r.Excluding.add(r.Exclude, paths, report.Ignored)
	if r.Scripts {
		_, errs := Registry(bundle.Unread, nil)
		for _, err := range errs {
			report.Errors = append(report.Errors, &files.Error{Place: bundle.Place(err.Ref, err.Field), Err: err})
		}
	}
	return bundle, report
}

// print prints a report except its errors.
func (r Reader) print(paths []string, report *files.Report, notes *Notes) {
	advise(paths, report.Errors, notes)
	if r.States != "" && definedTwice(paths, report.Errors) {
		notes.Note("%s", r.States)
	}
	for _, warning := range report.Warnings {
		notes.Warn("%v", warning)
	}
	noteIgnored(report.Ignored, notes)
}

// NothingRead reports whether no document was read, after an error that says why. Then everything that a command prints about its input would only
// repeat that.
func NothingRead(bundle *Bundle, notes *Notes) bool {
	return bundle.Documents == 0 && notes.Status == Trouble
}

// noteUnread prints a line for each kind of a control plane that is not read, with the place of the first object.
func (r Reader) noteUnread(bundle *Bundle, notes *Notes) {
	var kinds []schema.GroupKind
	objects := map[schema.GroupKind][]override.Ref{}
	for _, o := range bundle.Unread {
		if r.Scripts && lua.IsCustomization(o) || r.Plans && len(WebhooksIn([]*unstructured.Unstructured{o})) > 0 {
			continue
		}
		kind := o.GroupVersionKind().GroupKind()
		if objects[kind] == nil {
			kinds = append(kinds, kind)
		}
		objects[kind] = append(objects[kind], override.RefOf(o))
	}
	for _, kind := range kinds {
		first, what := objects[kind][0], "it is"
		if n := len(objects[kind]); n > 1 {
			what = fmt.Sprintf("it and %d more are", n-1)
		}
		notes.Note("%s%s: %s not read, and no cluster gets a %s of %s", bundle.Where(first, ""), first, what, kind.Kind, kind.Group)
	}
}

// noteIgnored prints a line that counts what was ignored, and with [Notes.Verbose] a line for each.
func noteIgnored(ignored []files.Ignored, notes *Notes) {
	if len(ignored) == 0 {
		return
	}
	counts := map[files.Reason]int{}
	for _, i := range ignored {
		counts[i.Reason]++
		if notes.Verbose {
			notes.Note("ignored, %s: %s", i.Reason, i.What)
		}
	}
	if notes.Verbose {
		return
	}
	var parts []string
	for _, why := range files.Reasons() {
		if n := counts[why]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, why))
		}
	}
	notes.Note("ignored in folders: %s (--verbose lists them)", strings.Join(parts, ", "))
}

// Choose returns the clusters with these names, or all clusters if there are no names. Only the name of a cluster is known if no Cluster document was
// read at all.
func Choose(bundle *Bundle, names []string, notes *Notes) []selector.Cluster {
	if len(names) == 0 {
		if len(bundle.Clusters) == 0 && notes.Status != Trouble { // a document that cannot be read may be the Cluster
			notes.Fail(errors.New("no Cluster document was read, and --cluster is not set"))
		}
		return bundle.Clusters
	}
	var chosen []selector.Cluster
	for _, name := range names {
		cluster, ok := bundle.Cluster(name)
		if !ok {
			if err := CheckCluster(name, bundle.Clusters); err != nil {
				notes.Fail(err)
				continue
			}
			cluster = selector.Cluster{Name: name}
		}
		chosen = append(chosen, cluster)
	}
	return chosen
}

// CheckCluster returns an error if clusters are known, but none has the name.
func CheckCluster(name string, known []selector.Cluster) error {
	if len(known) == 0 || slices.ContainsFunc(known, func(c selector.Cluster) bool { return c.Name == name }) {
		return nil
	}
	var names []string
	for _, c := range known {
		if !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	if len(names) == 1 {
		return fmt.Errorf("no Cluster document for %s was read, found %s", name, names[0])
	}
	return fmt.Errorf("no Cluster document for %s was read, found %s%s", name, fewOf(names), DidYouMean(name, names))
}

// fewOf lists at most five names.
func fewOf(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
