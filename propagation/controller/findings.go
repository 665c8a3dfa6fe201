package controller

import (
	"context"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/template"
)

// findings has what override policies did to an object, by cluster, in words for a person. They do not show values.
type findings struct {
	clusters    []string
	applied     map[string]string
	skips       map[string]string
	divergences map[string]string
}

// add is the callback of work.Input and namespace.Input. It reads the result during the call only.
func (f *findings) add(clusters []string, result *override.Result) {
	if f.applied == nil {
		f.applied, f.skips, f.divergences = map[string]string{}, map[string]string{}, map[string]string{}
	}
	f.clusters = append(f.clusters, clusters...)
	outcome := "unchanged"
	var applied, skips, divergences []string
	for _, a := range result.Applied() {
		if a.Changes > 0 {
			outcome = "changed"
			applied = append(applied, fmt.Sprintf("%s: %s (%d)", a.Policy, a.At, a.Changes))
		}
	}
	for _, s := range result.Skips() {
		if s.Reason != override.UpToDate {
			skips = append(skips, fmt.Sprintf("%s: %s", s.Origin, s.Reason))
		}
	}
	for _, d := range result.Divergences() {
		divergences = append(divergences, d.String())
	}
	metricOverridden.WithLabelValues(outcome).Add(float64(len(clusters)))
	for _, cluster := range clusters {
		f.applied[cluster], f.skips[cluster], f.divergences[cluster] = strings.Join(applied, ", "), strings.Join(skips, ", "), strings.Join(divergences, ", ")
	}
}

// lines returns a line for each distinct text, with its clusters.
func (f *findings) lines(of map[string]string, only func(cluster string) bool) string {
	by := map[string][]string{}
	var texts []string
	for _, cluster := range f.clusters {
		text := of[cluster]
		if text == "" || only != nil && !only(cluster) {
			continue
		}
		if by[text] == nil {
			texts = append(texts, text)
		}
		by[text] = append(by[text], cluster)
	}
	slices.Sort(texts)
	for i, text := range texts {
		slices.Sort(by[text])
		texts[i] = strings.Join(slices.Compact(by[text]), ",") + ": " + text
	}
	return strings.Join(texts, "; ")
}

// reportWrite sets the condition Rendered if a Work cannot be written, and records an Event. A conflict is tried again, and not reported.
func (h *Hub) reportWrite(ctx context.Context, object *unstructured.Unstructured, b api.Binding, err error) {
	if err == nil || isConflict(err) || ctx.Err() != nil {
		return
	}
	h.event(object, corev1.EventTypeWarning, "WriteFailed", "Render", err.Error())
	setRendered(b, metav1.ConditionFalse, "WriteFailed", err.Error())
}

// reportRender sets the condition Rendered, and records Events for the clusters whose Works have changed.
func (h *Hub) reportRender(object *unstructured.Unstructured, b api.Binding, found findings, changed map[string]bool, made template.Rendered) {
	if made.Err != nil {
		metricOverridden.WithLabelValues("failed").Inc()
		h.event(object, corev1.EventTypeWarning, "RenderFailed", "Render", made.Err.Error())
		setRendered(b, metav1.ConditionFalse, "RenderFailed", made.Err.Error())
		return
	}
	only := func(cluster string) bool { return changed[cluster] }
	for _, event := range []struct {
		kind, reason string
		of           map[string]string
	}{
		{corev1.EventTypeNormal, "Overridden", found.applied},
		{corev1.EventTypeNormal, "OverrideSkipped", found.skips},
		{corev1.EventTypeWarning, "OverrideDiverges", found.divergences},
	} {
		if text := found.lines(event.of, only); text != "" {
			h.event(object, event.kind, event.reason, "Render", text)
		}
	}
	message := fmt.Sprintf("%d Works", len(made.Works))
	if text := found.lines(found.applied, nil); text != "" {
		message += ", overridden in " + text
	}
	if len(made.Warnings) > 0 {
		message += "; " + strings.Join(made.Warnings, "; ")
	}
	setRendered(b, metav1.ConditionTrue, "Rendered", message)
}
