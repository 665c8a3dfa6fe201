package controller

import (
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	ctrl "sigs.k8s.io/controller-runtime"
)

// servedKinds returns a function that asks the API server for all of its kinds. That costs two requests, however many kinds there are. If some groups
// cannot be read, it returns the other kinds and an error.
func servedKinds(mgr ctrl.Manager) (func(ctx context.Context) (map[schema.GroupVersionKind]bool, error), error) {
	c, err := discovery.NewDiscoveryClientForConfigAndClient(mgr.GetConfig(), mgr.GetHTTPClient())
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (map[schema.GroupVersionKind]bool, error) {
		_, lists, err := c.ServerGroupsAndResourcesWithContext(ctx)
		served := map[schema.GroupVersionKind]bool{}
		for _, list := range lists {
			for i := range list.APIResources {
				if r := &list.APIResources[i]; !strings.Contains(r.Name, "/") {
					served[schema.FromAPIVersionAndKind(list.GroupVersion, r.Kind)] = true
				}
			}
		}
		return served, err
	}, nil
}
