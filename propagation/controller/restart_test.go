package controller_test

import (
	"fmt"
	"maps"
	"net/http"
	"path"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/controller"
)

// slowPolicies delays the lists of the OverridePolicies until all other lists that a hub starts with are there.
type slowPolicies struct {
	http.RoundTripper
	mu    sync.Mutex
	lists map[string]bool // of the others, which have not been answered
	there chan struct{}   // closed when all are there
}

func newSlowPolicies(next http.RoundTripper) *slowPolicies {
	return &slowPolicies{RoundTripper: next, there: make(chan struct{}), lists: map[string]bool{
		"propagationpolicies": true, "clusterpropagationpolicies": true, "clusters": true, "resourcebindings": true, "clusterresourcebindings": true, "works": true,
	}}
}

func (s *slowPolicies) RoundTrip(r *http.Request) (*http.Response, error) {
	resource := path.Base(r.URL.Path)
	if resource == "overridepolicies" {
		select {
		case <-s.there:
			time.Sleep(300 * time.Millisecond) // and handled
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
	response, err := s.RoundTripper.RoundTrip(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil && s.lists[resource] {
		if delete(s.lists, resource); len(s.lists) == 0 {
			close(s.there)
		}
	}
	return response, err
}

// TestRestartChangesNothing: a hub that starts has no policies at first, and must not undo what they did.
func TestRestartChangesNothing(t *testing.T) {
	createNamespace(t, "restart")
	createCluster(t, "restart1", nil)
	documents, names := []string{propagate("restart", "all", "{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {app: restart}}}", "restart1", "")}, []string{}
	for i := range 30 {
		name := fmt.Sprintf("c%d", i)
		names = append(names, name)
		documents = append(documents, configMap("restart", name, ", labels: {app: restart}"),
			overridePolicy("OverridePolicy", "restart", name, "name: "+name, "labelsOverrider: [{operator: add, value: {color: red}}]"))
	}
	apply(t, documents...)
	m := newMarker(t, "restart", "restart1")
	var before map[string]string
	for round := range 3 {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			calls := &counter{namespace: "restart", marker: m}
			config := fleet.Hub.Config()
			if round > 0 {
				config.Wrap(func(next http.RoundTripper) http.RoundTripper { return newSlowPolicies(next) })
			}
			startHubWith(t, config, calls.options())
			calls.take(t, names...)
			for _, name := range names {
				require.NoError(t, hasLabel("restart1", "restart", name, "color", "red")())
			}
			after := versions(t, "restart", "restart1")
			maps.DeleteFunc(after, func(name, _ string) bool { return strings.Contains(name, "marker") })
			if round > 0 {
				require.Equal(t, before, after)
			} else {
				before = after
			}
		})
	}
	gone := decode(t, configMap("restart", "c7", ""))
	require.NoError(t, hub.Delete(t.Context(), gone))
	startHub(t, controller.Options{})
	eventually(t, noWork("restart1", "ConfigMap", "restart", "c7"))
}
