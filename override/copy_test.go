package override_test

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// copyOf copies a value of whatever types, and keeps what is no map and no list.
func copyOf(v any) any {
	switch v := v.(type) {
	case map[string]any:
		c := maps.Clone(v)
		for key := range c {
			c[key] = copyOf(c[key])
		}
		return c
	case []any:
		c := slices.Clone(v)
		for i := range c {
			c[i] = copyOf(c[i])
		}
		return c
	}
	return v
}

func contentOf(obj *unstructured.Unstructured) map[string]any {
	if obj == nil {
		return nil
	}
	return obj.Object
}

func copyOfCluster(c selector.Cluster) selector.Cluster {
	c.Labels, c.Zones = maps.Clone(c.Labels), slices.Clone(c.Zones)
	return c
}

// scribble writes into every map and list of a value.
func scribble(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			scribble(v[key])
			v[key] = "scribbled"
		}
		if v != nil {
			v["scribbled"] = true
		}
	case []any:
		for i := range v {
			scribble(v[i])
			v[i] = "scribbled"
		}
	}
}

func scribbleOn(p jsontree.Pointer) {
	for i := range p {
		p[i] = "scribbled"
	}
}
