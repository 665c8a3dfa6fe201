package member

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/propagation/controller/shard"
)

// listLimit is the number of objects in one page of a list of nodes or pods.
const listLimit = 500

// readStatus reads the cluster once in each period, and writes the status of its Cluster object. The health is read each time; APIs, nodes and pods
// are only read after the period of collections.
func (m *member) readStatus(ctx context.Context) {
	var last cluster.Reading
	var collected time.Time
	ticker := time.NewTicker(m.options.Period)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-m.wake:
			collected = time.Time{}
		}
		if !m.options.owns(shard.OfCluster(m.name)) {
			last, collected = cluster.Reading{}, time.Time{}
			dropReadyMetric(m.name)
			continue
		}
		now := time.Now()
		full := now.Sub(collected) >= m.options.CollectPeriod
		healthy, err := m.readOnce(ctx, &last, full, now)
		if err != nil && ctx.Err() == nil {
			log.FromContext(ctx).Info("cannot write the status of a Cluster", "cluster", m.name, "error", err.Error())
		}
		if err != nil || !healthy {
			collected = time.Time{}
		} else if full {
			collected = now
		}
	}
}

// readOnce reads the cluster and writes the status, and reports whether the cluster is healthy.
func (m *member) readOnce(ctx context.Context, last *cluster.Reading, full bool, now time.Time) (healthy bool, err error) {
	c := &api.Cluster{}
	if err := m.hub.Get(ctx, client.ObjectKey{Name: m.name}, c); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	m.mu.Lock()
	l, failed := m.link, m.failed
	m.mu.Unlock()
	var report cluster.Report
	if l == nil {
		if failed == nil {
			failed = errNoLink
		}
		report.Ready = cluster.CollectionFailedCondition(failed)
	} else {
		online, ok := l.health(ctx)
		healthy = ok
		current := meta.FindStatusCondition(c.Status.Conditions, api.ClusterReady)
		report.Ready, *last = m.options.Thresholds.Ready(current, cluster.ReadyCondition(online, ok), *last, now)
		if ok && full && report.Ready.Status == metav1.ConditionTrue {
			collecting, cancel := context.WithTimeout(ctx, m.options.CollectPeriod) // the health must be read again
			report.Collected = l.collect(collecting)
			cancel()
		}
	}
	setReadyMetric(m.name, report.Ready.Status == metav1.ConditionTrue)
	status, err := report.Status(c, m.options.FeatureGates, now)
	if err != nil && !errors.Is(err, cluster.ErrUnevenModels) {
		return healthy, err
	}
	if same(c.Status, status) {
		return healthy, nil
	}
	updated := c.DeepCopy()
	updated.Status = status
	err = m.hub.Status().Patch(ctx, updated, client.MergeFromWithOptions(c, client.MergeFromWithOptimisticLock{}))
	if apierrors.IsConflict(err) { // the cache is behind
		time.AfterFunc(100*time.Millisecond, m.soon)
		return false, nil
	}
	return healthy, client.IgnoreNotFound(err)
}

// same reports whether two statuses are stored as the same JSON.
func same(a, b api.ClusterStatus) bool {
	one, err := json.Marshal(a)
	other, err2 := json.Marshal(b)
	return err == nil && err2 == nil && bytes.Equal(one, other)
}

// health reads the health endpoints.
func (l *link) health(ctx context.Context) (online, healthy bool) {
	readyz := l.probe(ctx, "/readyz")
	healthz := 0
	if readyz == http.StatusNotFound {
		healthz = l.probe(ctx, "/healthz")
	}
	return cluster.Health(readyz, healthz)
}

func (l *link) probe(ctx context.Context, path string) (status int) {
	l.discovery.RESTClient().Get().AbsPath(path).Do(ctx).StatusCode(&status)
	return status
}

// collect reads what the status of a healthy cluster has.
func (l *link) collect(ctx context.Context) *cluster.Collected {
	collected := &cluster.Collected{}
	if version, err := l.discovery.ServerVersionWithContext(ctx); err == nil {
		collected.KubernetesVersion = version.GitVersion
	}
	_, lists, err := l.discovery.ServerGroupsAndResourcesWithContext(ctx)
	collected.APIEnablements, collected.DiscoveryError = cluster.Enablements(lists), err
	summary := &cluster.Summary{}
	if l.list(ctx, "Node", summary.AddNode) == nil && l.list(ctx, "Pod", summary.AddPod) == nil {
		collected.Summary = summary
	}
	return collected
}

// list calls add for all objects of a kind of the core group, page by page. Objects that cannot be read are left out.
func (l *link) list(ctx context.Context, kind string, add func(*unstructured.Unstructured) error) error {
	page := &unstructured.UnstructuredList{}
	for {
		token := page.GetContinue()
		page = &unstructured.UnstructuredList{Object: map[string]any{"apiVersion": "v1", "kind": kind + "List"}}
		if err := l.client.List(ctx, page, client.Limit(listLimit), client.Continue(token)); err != nil {
			return err
		}
		for i := range page.Items {
			_ = add(&page.Items[i])
		}
		if page.GetContinue() == "" {
			return nil
		}
	}
}
