package thirdparty

import (
	"slices"
	"time"

	"github.com/overridekit/overridekit/interpreter"
)

// Interpreters returns every interpreter of this package, in an order in which they may be registered: after your own, and before those of
// package native. Some kinds call now in AggregateStatus for the time of the conditions that they set; if now is nil, they return an
// error.
func Interpreters(now func() time.Time) []interpreter.Interpreter {
	var all []interpreter.Interpreter
	for _, d := range slices.Concat(
		openKruise(), argo(), volcano(), flink(), kubeflow(), ray(), sparkOperator(), flux(), kyverno(),
	) {
		all = append(all, d.interpreters(now)...)
	}
	return all
}
