package propagation_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/goroutines"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// anyEstate returns a random control plane: new or stored, with namespaces, evictions, failover and peers.
func anyEstate(t testing.TB, number int) propagation.PlanInput {
	t.Helper()
	r := estate.New(*estateSeed, uint64(number))
	in := r.Input(estate.Widgets)
	switch number % 16 {
	case 0:
		in = plantest.Estate(r.IntN(60), r.IntN(12), r.IntN(60))
	case 1:
		in = crowd(r.IntN(20))
	case 2:
		in = peerCrowd(r.IntN(30))
	default:
		if r.One(2) {
			in = r.Past(t, in)
		}
	}
	in.Templates = append(in.Templates, r.Namespaces("shop", "bank", "kube-system")...)
	if r.One(2) {
		in.Options.Now, in.Options.Taints.NoExecute = estate.Time, r.One(2)
		if in.Options.FeatureGates != nil {
			in.Options.FeatureGates[api.GateFailover] = r.One(2)
		}
	}
	if r.One(3) {
		in.Options.Touched = func(of override.Ref) bool { return len(of.Name)%2 == 0 }
	}
	if len(in.Bindings) > 0 && r.One(2) { // what it has planned is stored, and then something else is changed
		plan, err := propagation.NewPlan(context.Background(), in)
		require.NoError(t, err)
		in = estate.Stored(in, plan, r.One(2))
		in.Overrides = r.Overrides()
	}
	return in
}

// planText returns everything of a plan.
func planText(t testing.TB, in propagation.PlanInput) string {
	t.Helper()
	plan, err := propagation.NewPlan(context.Background(), in)
	require.NoError(t, err)
	streamed, again := []*api.Work{}, 0
	for w := range plan.EachWork() {
		require.Equal(t, []string{w.Ref().Namespace, w.Ref().Name}, []string{api.ExecutionNamespace(w.Cluster()), w.Name()})
		streamed = append(streamed, w.Work())
		require.Equal(t, w.Ref(), streamed[len(streamed)-1].Ref())
	}
	for range plan.EachWork() {
		if again++; again > len(streamed)/2 {
			break
		}
	}
	at := 0
	for w, err := range propagation.MapWorks(context.Background(), plan, in.Options.Workers, work.Prepared.Work) {
		require.NoError(t, err)
		require.Equal(t, streamed[at], w)
		at++
	}
	require.Len(t, streamed, at)
	if in.Options.StreamWorks {
		require.Empty(t, plan.Works)
		plan.Works = streamed
	} else {
		require.Equal(t, casetest.Frozen(t, plan.Works), casetest.Frozen(t, streamed))
	}
	return casetest.Frozen(t, plan)
}

// TestWorkers plans random control planes with one worker and with several, as a list and as a stream. Everything is the same, byte for byte.
func TestWorkers(t *testing.T) {
	t.Parallel()
	works := 0
	for number := range estatesToPlan() / 2 {
		in := anyEstate(t, number)
		in.Options.Workers = 1
		want := planText(t, in)
		works += strings.Count(want, `"kind":"Work"`)
		for _, workers := range []int{2, 3, 8} {
			in.Options.Workers, in.Options.StreamWorks = workers, (workers+number)%2 == 0
			require.Equal(t, want, planText(t, in), "control plane %d of seed %d, %d workers", number, *estateSeed, workers)
		}
	}
	require.NotZero(t, works)
}

// TestWorkersCallbacks has functions that count their callers. Only one is called at a time, and the progress counts up.
func TestWorkersCallbacks(t *testing.T) {
	t.Parallel()
	in := plantest.Estate(300, 10, 40)
	in = estate.Stored(in, plantest.PlanOf(t, in), true)
	in.Works = nil
	var callers, most atomic.Int32
	call := func() {
		if n := callers.Add(1); n > most.Load() {
			most.Store(n)
		}
		runtime.Gosched()
		callers.Add(-1)
	}
	last := 0
	in.Options.Workers = 8
	in.Options.NewID = func(of override.Ref) string { call(); return of.String() }
	in.Options.Changed = func(override.Ref) bool { call(); return true }
	in.Options.Touched = func(override.Ref) bool { call(); return true }
	in.Options.Progress = func(done, total int) {
		call()
		assert.Equal(t, last+1, done)
		assert.Equal(t, 340, total)
		last = done
	}
	plan := plantest.PlanOf(t, in)
	require.NotEmpty(t, plan.Works)
	require.Equal(t, 340, last)
	require.EqualValues(t, 1, most.Load())
}

// staged interprets replicas and remembers the context of a stage.
type staged struct {
	needsNothing
	ctx *atomic.Pointer[context.Context]
}

func (s staged) InterpretReplica(ctx context.Context, _ *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	s.ctx.Store(&ctx)
	return 1, nil, nil
}

// TestWorkersEnd ends a plan early: by its context, by a panic in a callback, and by a callback that ends its goroutine. The caller sees the
// same as with one worker, and no goroutine is left.
func TestWorkersEnd(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, workers := range []int{1, 2, 8} {
		for name, end := range map[string]func(cancel func()){
			"canceled": func(cancel func()) { cancel() }, "panics": func(func()) { panic("a fault") }, "exits": func(func()) { runtime.Goexit() },
		} {
			t.Run(fmt.Sprint(name, " with ", workers), func(t *testing.T) {
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				in := plantest.Estate(2000, 5, 40)
				in.Options.Workers = workers
				stage := staged{func() {}, &atomic.Pointer[context.Context]{}}
				in.Registry = interpreter.NewRegistry(stage)
				calls := 0
				in.Options.Progress = func(done, _ int) {
					if calls++; done == 50 {
						end(cancel)
					}
					if done > 50 { // another worker goes on when the end is known
						<-(*stage.ctx.Load()).Done()
					}
				}
				var err error
				var value any
				returned, ended := false, make(chan bool)
				go func() {
					defer close(ended)
					defer func() { value = recover() }()
					_, err = propagation.NewPlan(ctx, in)
					returned = true
				}()
				<-ended
				require.GreaterOrEqual(t, calls, 50)
				require.Less(t, calls, 50+workers, "each other worker finishes its template")
				require.Equal(t, name == "canceled", returned)
				require.Equal(t, name == "canceled", errors.Is(err, context.Canceled))
				require.Equal(t, name == "panics", value == "a fault")
			})
		}
	}
	goroutines.RequireAtMost(t, before)
}

// needsNothing interprets dependencies and calls a function for each template.
type needsNothing func()

func (needsNothing) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: "apps", Version: "v1", Kind: "Deployment"}}
}

func (call needsNothing) InterpretDependency(context.Context, *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	call()
	return nil, nil
}

// TestWorkersDependencies calls an interpreter of dependencies once for each template that needs it. Its panic is that of the plan, and no goroutine is
// left.
func TestWorkersDependencies(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, workers := range []int{1, 2, 8} {
		in := plantest.Estate(300, 5, 40)
		in.Options.Workers = workers
		var calls atomic.Int32
		in.Registry = interpreter.NewRegistry(needsNothing(func() { calls.Add(1) }))
		plantest.PlanOf(t, in)
		require.EqualValues(t, 150, calls.Load(), "the policies in half of the namespaces have propagateDeps")
		in.Registry = interpreter.NewRegistry(needsNothing(func() {
			if calls.Add(1) == 200 {
				panic("a fault")
			}
		}))
		require.PanicsWithValue(t, "a fault", func() { _, _ = propagation.NewPlan(context.Background(), in) })
	}
	goroutines.RequireAtMost(t, before)
}

func TestWorkersInvalid(t *testing.T) {
	t.Parallel()
	_, err := propagation.NewPlan(context.Background(), propagation.PlanInput{Options: propagation.PlanOptions{Workers: -1}})
	require.EqualError(t, err, "found -1 workers, expected at least 0")
	plan, err := propagation.NewPlan(context.Background(), propagation.PlanInput{Options: propagation.PlanOptions{Workers: 1 << 30}})
	require.NoError(t, err)
	require.Empty(t, plan.Rows)
}

// gathering is an interpreter that counts how many of its calls run at once. They wait for each other.
type gathering struct {
	widgetHook
	lock    sync.Mutex
	present int
	most    int           // present when full was closed
	full    chan struct{} // closed when no more can come
}

func (c *gathering) InterpretReplica(context.Context, *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	c.lock.Lock()
	if c.present++; c.present == 256 {
		time.AfterFunc(300*time.Millisecond, func() {
			c.lock.Lock()
			c.most = c.present
			c.lock.Unlock()
			close(c.full)
		})
	}
	c.lock.Unlock()
	<-c.full
	return 1, nil, nil
}

// TestWorkersLimit asks for a goroutine for each template.
func TestWorkersLimit(t *testing.T) {
	t.Parallel()
	c := &gathering{full: make(chan struct{})}
	in := rulesInput()
	in.Registry, in.Templates, in.Options.Workers = interpreter.NewRegistry(c), nil, 1<<30
	for i := range 300 {
		w := widget()
		w.SetName(fmt.Sprint("w", i))
		in.Templates = append(in.Templates, w)
	}
	plan := make(chan *propagation.Plan, 1)
	go func() {
		p, _ := propagation.NewPlan(context.Background(), in)
		plan <- p
	}()
	<-c.full
	require.Equal(t, 256, c.most)
	require.Len(t, (<-plan).Works, 300)
}
