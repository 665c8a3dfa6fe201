package plan

import (
	"errors"
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/work"
)

// maxErrors is the number of errors of a template that are printed. A template may have one for each cluster.
const maxErrors = 20

// errorsOf returns the errors of a row, and the number of those that are left out.
func errorsOf(row *propagation.Row) (errs []error, more int) {
	all := split(nil, row.Err)
	for _, err := range all[:min(maxErrors, len(all))] {
		errs = append(errs, short(err))
	}
	return errs, len(all) - len(errs)
}

// split appends the errors that are joined in an error. One that has more than the messages of its parts is not split.
func split(all []error, err error) []error {
	if err == nil {
		return all
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return append(all, err)
	}
	var texts []string
	for _, part := range joined.Unwrap() {
		texts = append(texts, part.Error())
	}
	if strings.Join(texts, "\n") != err.Error() {
		return append(all, err)
	}
	for _, part := range joined.Unwrap() {
		all = split(all, part)
	}
	return all
}

// short returns the error of an override without the binding and the cluster before it: it names the object and the cluster itself.
func short(err error) error {
	failed, ok := err.(*work.Error)
	if !ok {
		return err
	}
	var of *override.Error
	if errors.As(failed.Err, &of) && of.Cluster == failed.Cluster {
		return failed.Err
	}
	return err
}

// naming returns an error that names the template and its policy. An error of an override names the template and the override policy.
func naming(row *propagation.Row, err error) error {
	if strings.Contains(err.Error(), row.Template.String()) {
		return err
	}
	if row.Policy == (override.Ref{}) {
		return fmt.Errorf("%s: %w", row.Template, err)
	}
	return fmt.Errorf("%s: %s: %w", row.Template, row.Policy, err)
}
