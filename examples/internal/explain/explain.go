// Package explain has the subcommand explain: what every override policy did to one object for one cluster, and why.
package explain

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/lint"
	"github.com/overridekit/overridekit/selector"
)

// explain reads all paths and explains the object.
func explain(out io.Writer, env *cli.Env, opts options, notes *input.Notes) error {
	bundle := opts.Reader(env).Read(opts.paths, notes)
	if input.NothingRead(bundle, notes) {
		return nil
	}
	cli.WarnFaults(bundle, notes)
	if len(bundle.Policies) == 0 && notes.Status != input.Trouble {
		notes.Warn("no override policy was read")
	}
	cli.WarnFindings(bundle, cli.Findings(bundle, lint.Options{Clusters: bundle.Clusters, Hide: opts.Hide()}, lint.UnknownCluster), notes)
	object, err := opts.object.Find(bundle.Objects)
	if err != nil {
		return err
	}
	if err := input.CheckCluster(opts.cluster, bundle.Clusters); err != nil {
		return err
	}
	noteUnseen(bundle, opts.cluster, notes)
	cluster := input.Choose(bundle, []string{opts.cluster}, notes)[0]
	selection := input.Set(bundle, opts.Hide(), opts.guard).Select(object)
	if err := input.CheckMissing(object, selection); err != nil {
		notes.Fail(fmt.Errorf("%s%w", bundle.Where(override.RefOf(object), ""), err))
	}
	if opts.path != nil {
		return bundle.Placed(explainPlace(out, opts, object, selection, cluster, notes))
	}
	explanation := selection.Explain(cluster)
	assumed := input.AssumedIn(bundle)
	for i := range explanation.Policies {
		p := &explanation.Policies[i]
		p.Reason = assumed.Note(p.Reason, p.Policy, explanation.Object)
	}
	notes.Changed = slices.ContainsFunc(explanation.Policies, func(p override.PolicyOutcome) bool { return p.Outcome == override.OutcomeApplied })
	if explanation.Err != nil {
		notes.Fail(failure(bundle, explanation.Err, opts.format))
	}
	if opts.format == "json" {
		return writeJSON(out, explanation)
	}
	_, err = io.WriteString(out, explanation.String())
	return err
}

// noteUnseen says what explain does not look at, if it was read.
func noteUnseen(bundle *input.Bundle, cluster string, notes *input.Notes) {
	if len(bundle.Propagation)+len(bundle.Bindings) > 0 {
		notes.Note("explain does not look at propagation policies and bindings, so cluster %s may not get the object at all; plan --why says whether it does", cluster)
	}
	if len(bundle.Works) > 0 {
		notes.Note("explain does not look at Works, so cluster %s may have an older object than the result; plan compares the Works", cluster)
	}
}

// failure returns the error of an explanation for standard error. As text, the explanation has the reason, so only the place is printed.
func failure(bundle *input.Bundle, err error, format string) error {
	var failed *override.Error
	if format != "text" || !errors.As(err, &failed) || failed.Policy == (override.Ref{}) || failed.At == "" {
		return bundle.Placed(err)
	}
	return fmt.Errorf("%s%s in cluster %s: no result, because %s of %s fails",
		bundle.Where(failed.Policy, failed.At), failed.Object, failed.Cluster, failed.At, failed.Policy)
}

// explainPlace prints what happened to the value at one path.
func explainPlace(out io.Writer, opts options, object *unstructured.Unstructured, selection override.Selection, cluster selector.Cluster, notes *input.Notes) error {
	result, err := selection.Apply(cluster)
	if err != nil {
		return err
	}
	found, err := placeOf(result, object.Object, *opts.path)
	if err != nil {
		return err
	}
	notes.Changed = found.Blame != nil
	if opts.format == "json" {
		return writeJSON(out, found)
	}
	_, err = fmt.Fprint(out, found)
	return err
}

func writeJSON(out io.Writer, v any) error {
	return cli.WriteJSON(out, v)
}
