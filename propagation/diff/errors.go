package diff

import (
	"errors"
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/propagation/work"
)

// rowErrors are the errors of a row. A row may have an error for each cluster, and a difference may have a reason for each cluster and each
// dependency. So no reason repeats all errors.
type rowErrors struct {
	all     []string          // all messages
	cluster map[string]string // the first error of each cluster, without the names of the binding and the cluster
	first   string            // the first error that is not about one cluster
	others  int               // the number of other errors that are not about one cluster
}

// rowErrors returns the errors of the row, which are read once.
func (e *entry) rowErrors() *rowErrors {
	if e.cachedErrors == nil {
		found := &rowErrors{cluster: map[string]string{}}
		if e.row != nil {
			found.add(e.row.Err)
		}
		e.cachedErrors = found
	}
	return e.cachedErrors
}

// add adds the errors that are joined in an error.
func (r *rowErrors) add(err error) {
	if err == nil {
		return
	}
	parts := joined(err)
	if parts == nil {
		text := err.Error()
		r.all = append(r.all, text)
		r.classify(err, text)
	}
	for _, part := range parts {
		r.add(part)
	}
}

// classify adds an error to those of its cluster, or to those that are not about one cluster.
func (r *rowErrors) classify(err error, text string) {
	var failed *work.Error
	switch {
	case errors.As(err, &failed) && failed.Err != nil:
		if _, known := r.cluster[failed.Cluster]; !known {
			r.cluster[failed.Cluster] = failed.Err.Error()
		}
	case r.first == "":
		r.first = text
	default:
		r.others++
	}
}

// joined returns the parts of joined errors, or nil if the error has more than the messages of its parts.
func joined(err error) []error {
	list, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	var texts []string
	parts := list.Unwrap()
	for _, part := range parts {
		if part != nil {
			texts = append(texts, part.Error())
		}
	}
	if strings.Join(texts, "\n") != err.Error() {
		return nil
	}
	return parts
}

// general returns the first error that is not about one cluster and the number of the others, or "".
func (r *rowErrors) general() string {
	if r.others > 0 {
		return fmt.Sprintf("%s (and %d more)", r.first, r.others)
	}
	return r.first
}

// why returns why a template is not bound.
func (e *entry) why() string {
	errs := e.rowErrors()
	switch general := errs.general(); {
	case general != "":
		return general
	case len(errs.cluster) > 0:
		return fmt.Sprintf("it has errors in %d clusters", len(errs.cluster))
	case e.row.Reason != "":
		return e.row.Reason
	}
	return "it is not bound"
}

// whyNoWork returns why there is no Work for a cluster: the error of this cluster, or else one that is not about a cluster.
func (e *entry) whyNoWork(cluster string) string {
	if e.row == nil {
		return "its template does not exist"
	}
	errs := e.rowErrors()
	if own := errs.cluster[cluster]; own != "" {
		return own
	}
	if general := errs.general(); general != "" {
		return general
	}
	if n := len(e.row.Warnings); n > 0 {
		return e.row.Warnings[n-1]
	}
	return "the plan does not make it"
}
