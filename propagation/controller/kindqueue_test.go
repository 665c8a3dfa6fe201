package controller

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/override"
)

// delays is a queue that records what is added later.
type delays struct {
	workqueue.TypedRateLimitingInterface[override.Ref]
	all []time.Duration
}

func (d *delays) AddAfter(_ override.Ref, after time.Duration) { d.all = append(d.all, after) }

// TestSettle: the delay of a reconcile that failed is not lost.
func TestSettle(t *testing.T) {
	broken := errors.New("a Work cannot be rendered")
	for _, c := range []struct {
		name     string
		result   time.Duration
		err      error
		returned time.Duration
		queued   []time.Duration
	}{
		{"nothing to do", 0, nil, 0, nil},
		{"another look", time.Second, nil, time.Second, nil},
		{"an error", 0, broken, 0, nil},
		{"another look, and an error", time.Second, broken, 0, []time.Duration{time.Second}},
		{"a conflict", time.Hour, errNoNamespace, namespaceDelay, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			queue, q := &delays{}, &kindQueue{}
			q.open(queue)
			result, err := q.addDelay(override.Ref{Kind: "ConfigMap", Name: "a"}, reconcile.Result{RequeueAfter: c.result}, c.err)
			require.Equal(t, c.returned, result.RequeueAfter)
			require.Equal(t, c.queued, queue.all)
			require.Equal(t, errors.Is(c.err, broken), err != nil)
		})
	}
}
