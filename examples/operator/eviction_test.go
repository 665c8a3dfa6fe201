package main

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// mover is a Deployment that runs in one of the clusters of a test at a time: the first one that can take it.
type mover struct {
	t        *testing.T
	space    string
	clusters []string
	objects  []*unstructured.Unstructured
}

// newMover makes a Deployment and its policy, with more fields of the policy's spec, and waits until it is ready in a cluster.
func newMover(t *testing.T, space, more string) (m *mover, in int) {
	t.Helper()
	m = &mover{t: t, space: space, clusters: join(t, space)}
	for _, text := range []string{
		`{apiVersion: v1, kind: Namespace, metadata: {name: %[1]s}}`,
		`
apiVersion: apps/v1
kind: Deployment
metadata: {namespace: %[1]s, name: nginx}
spec:
  replicas: 4
  selector: {matchLabels: {app: nginx}}
  template:
    metadata: {labels: {app: nginx}}
    spec: {containers: [{name: nginx, image: "nginx:1"}]}
`, `
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: %[1]s, name: nginx}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: nginx}]
  placement:
    clusterAffinities:
    - {affinityName: first, clusterNames: [%[1]s-member1]}
    - {affinityName: second, clusterNames: [%[1]s-member2]}
    - {affinityName: third, clusterNames: [%[1]s-member3]}
    replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}
` + more,
	} {
		m.objects = append(m.objects, apply(t, fmt.Sprintf(text, space)))
	}
	m.eventually(func(b *api.ResourceBinding) error {
		if len(b.Spec.Clusters) != 1 {
			return fmt.Errorf("found %d clusters, expected 1: %v", len(b.Spec.Clusters), b.Status.Conditions)
		}
		in = slices.Index(m.clusters, b.Spec.Clusters[0].Name)
		return setReady(in, space, "nginx")
	})
	m.health(m.clusters[in], "Healthy")
	return m, in
}

// eventually waits until the binding passes a check.
func (m *mover) eventually(check func(*api.ResourceBinding) error) {
	m.t.Helper()
	eventually(m.t, func() error {
		b := &api.ResourceBinding{}
		if err := hub.Get(m.t.Context(), client.ObjectKey{Namespace: m.space, Name: "nginx-deployment"}, b); err != nil {
			return err
		}
		return check(b)
	})
}

// health waits until the binding has the health of the object in a cluster.
func (m *mover) health(cluster, want string) {
	m.t.Helper()
	m.eventually(func(b *api.ResourceBinding) error {
		for _, item := range b.Status.AggregatedStatus {
			if item.ClusterName == cluster && string(item.Health) == want {
				return nil
			}
		}
		return fmt.Errorf("found %v, expected %s in %s", b.Status.AggregatedStatus, want, cluster)
	})
}

// moved waits until the object has left a cluster, and returns where it is. Its task may be over by then.
func (m *mover) moved(from int, reason string) (to int) {
	m.t.Helper()
	m.eventually(func(b *api.ResourceBinding) error {
		if len(b.Spec.Clusters) != 1 || b.Spec.Clusters[0].Name == m.clusters[from] || b.Spec.Clusters[0].Replicas != 4 {
			return fmt.Errorf("found the clusters %v and the tasks %v", b.Spec.Clusters, b.Spec.GracefulEvictionTasks)
		}
		for _, task := range b.Spec.GracefulEvictionTasks {
			require.Equal(m.t, []string{m.clusters[from], reason}, []string{task.FromCluster, task.Reason})
		}
		to = slices.Index(m.clusters, b.Spec.Clusters[0].Name)
		return nil
	})
	eventually(m.t, func() error {
		if found := state(to, m.space, "nginx"); found != "4 nginx:1" {
			return fmt.Errorf("found %q, expected 4 replicas", found)
		}
		return nil
	})
	m.reported(reason)
	return to
}

// work returns the Work of the object in a cluster. It must exist.
func (m *mover) work(in int) (*api.Work, error) {
	w := &api.Work{}
	w.Namespace, w.Name = api.ExecutionNamespace(m.clusters[in]), api.WorkName("Deployment", m.space, "nginx")
	return w, hub.Get(m.t.Context(), client.ObjectKeyFromObject(w), w)
}

// ended waits until there is no task, and the Work is gone or waits for its cluster.
func (m *mover) ended(from int) {
	m.t.Helper()
	m.eventually(func(b *api.ResourceBinding) error {
		if len(b.Spec.GracefulEvictionTasks) > 0 {
			return fmt.Errorf("found the tasks %v", b.Spec.GracefulEvictionTasks)
		}
		w, err := m.work(from)
		if err == nil && w.DeletionTimestamp == nil {
			return errors.New("the Work stays")
		}
		return client.IgnoreNotFound(err)
	})
	m.reported("EvictionEnded")
}

// reported waits for an Event about the object.
func (m *mover) reported(reason string) {
	m.t.Helper()
	eventually(m.t, func() error {
		list := &corev1.EventList{}
		err := hub.List(m.t.Context(), list, client.InNamespace(m.space))
		if err == nil && !slices.ContainsFunc(list.Items, func(e corev1.Event) bool { return e.Reason == reason }) {
			err = fmt.Errorf("found no Event %s", reason)
		}
		return err
	})
}

// end deletes everything, and waits until no member has it.
func (m *mover) end() {
	m.t.Helper()
	for _, o := range slices.Backward(m.objects) {
		require.NoError(m.t, hub.Delete(m.t.Context(), o))
	}
	eventually(m.t, nothingLeft)
	hasStates(m.t, m.space, "nginx", "-", "-", "-")
}

// TestCutOff cuts off the member in which an object runs. A ClusterTaintPolicy evicts it to another one. The old copy goes when the new one is
// healthy, or when the time is over.
func TestCutOff(t *testing.T) {
	for _, c := range []struct {
		name    string
		grace   time.Duration
		healthy bool
	}{
		{"cutoff-healthy", time.Hour, true},
		{"cutoff-late", 3 * time.Second, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			startNamespaceController(t)
			startOperator(t, func(o *options) {
				o.gates = api.FeatureGates{api.GateFailover: true}
				o.eviction, o.gracePeriod = eviction.TaintOptions{NoExecute: true, PurgeMode: api.PurgeGracefully}, c.grace
				o.memberTimeout = 5 * time.Second // no other member may be slow enough to be evicted from
			})
			m, from := newMover(t, c.name, "")
			m.objects = append(m.objects, apply(t, fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: ClusterTaintPolicy
metadata: {name: %s}
spec:
  addOnConditions: [{conditionType: Ready, operator: NotIn, statusValues: ["True"]}]
  removeOnConditions: [{conditionType: Ready, operator: In, statusValues: ["True"]}]
  taints: [{key: example.com/lost, effect: NoExecute}]
`, c.name)))
			require.NoError(t, fleet.Members[from].Suspend())
			resume := func() { require.NoError(t, fleet.Members[from].Resume()) }
			t.Cleanup(resume)
			to := m.moved(from, eviction.ReasonTaintUntolerated)
			if c.healthy {
				time.Sleep(time.Second)
				w, err := m.work(from)
				require.NoError(t, err, "the old copy waits for the new one")
				require.Nil(t, w.DeletionTimestamp)
				eventually(t, func() error { return setReady(to, m.space, "nginx") })
			}
			m.ended(from)
			resume()
			states := []string{"-", "-", "-"}
			states[to] = "4 nginx:1"
			hasStates(t, m.space, "nginx", states...)
			eventually(t, func() error { return noTaints(t, m.clusters[from]) })
			m.end()
		})
	}
}

func noTaints(t *testing.T, cluster string) error {
	c := &api.Cluster{}
	err := hub.Get(t.Context(), client.ObjectKey{Name: cluster}, c)
	if err == nil && len(c.Spec.Taints) > 0 {
		err = fmt.Errorf("found the taints %v", c.Spec.Taints)
	}
	return err
}

// TestUnhealthyApplication: an application is unavailable in one member for longer than it may be, and moves to another one.
func TestUnhealthyApplication(t *testing.T) {
	startNamespaceController(t)
	startOperator(t)
	m, from := newMover(t, "sick", `
  propagateDeps: true
  failover: {application: {decisionConditions: {tolerationSeconds: 3}, purgeMode: Gracefully, gracePeriodSeconds: 3600}}
`)
	began := time.Now()
	eventually(t, func() error { return setStatus(from, m.space, "nginx", 0) })
	m.health(m.clusters[from], "Unhealthy")
	m.reported("Unhealthy")
	to := m.moved(from, eviction.ReasonApplicationFailure)
	require.GreaterOrEqual(t, time.Since(began), 3*time.Second)
	w, err := m.work(from)
	require.NoError(t, err, "the old copy waits for the new one")
	require.Nil(t, w.DeletionTimestamp)
	eventually(t, func() error { return setReady(to, m.space, "nginx") })
	m.ended(from)
	eventually(t, func() error {
		if _, err := object(from, "Deployment", m.space, "nginx"); !apierrors.IsNotFound(err) {
			return fmt.Errorf("the old copy: %w", err)
		}
		return nil
	})
	m.end()
}
