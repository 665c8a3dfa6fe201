package overridetest

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// CopyOf copies the maps and lists of a value, and keeps anything else.
func CopyOf(v any) any {
	switch v := v.(type) {
	case map[string]any:
		c := maps.Clone(v)
		for key := range c {
			c[key] = CopyOf(c[key])
		}
		return c
	case []any:
		c := slices.Clone(v)
		for i := range c {
			c[i] = CopyOf(c[i])
		}
		return c
	}
	return v
}

func ContentOf(obj *unstructured.Unstructured) map[string]any {
	if obj == nil {
		return nil
	}
	return obj.Object
}

func CopyOfCluster(c selector.Cluster) selector.Cluster {
	c.Labels, c.Zones = maps.Clone(c.Labels), slices.Clone(c.Zones)
	return c
}

// Scribble writes into every map and list of a value.
func Scribble(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			Scribble(v[key])
			v[key] = "scribbled"
		}
		if v != nil {
			v["scribbled"] = true
		}
	case []any:
		for i := range v {
			Scribble(v[i])
			v[i] = "scribbled"
		}
	}
}

func ScribbleOn(p jsontree.Pointer) {
	for i := range p {
		p[i] = "scribbled"
	}
}
