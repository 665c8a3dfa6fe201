package overrider_test

import (
	"testing"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
)

// TestContainers shows which containers are found, by overriding the tag of their images.
func TestContainers(t *testing.T) {
	t.Parallel()
	tagged := func(c overrider.Containers) []override.Overrider {
		return overridetest.One(overrider.Image{Where: c, Operations: []overrider.ImageOperation{overridetest.ImageOp(imageparser.Tag, overrider.ImageSet, "v2")}})
	}
	for _, c := range []trial{
		{
			name: "all", reason: "without names every container is selected, but not init containers and other lists",
			object: "spec: {pod: {containers: [{name: a, image: a}, {image: b}], initContainers: [{name: a, image: a}], ephemeralContainers: [{image: c}]}}",
			steps:  tagged(overridetest.Containers()),
			want:   "spec: {pod: {containers: [{name: a, image: 'a:v2'}, {image: 'b:v2'}], initContainers: [{name: a, image: a}], ephemeralContainers: [{image: c}]}}",
			skips:  []string{"/spec/pod/initContainers is skipped, this overrider does not apply to init containers"},
		}, {
			name: "by name", reason: "every container with one of the names is selected, even two of one name",
			object: "spec: {pod: {containers: [{name: a, image: a}, {name: b, image: b}, {name: a, image: c}, {name: d, image: d}]}}",
			steps:  tagged(overridetest.Containers("a", "d")),
			want:   "spec: {pod: {containers: [{name: a, image: 'a:v2'}, {name: b, image: b}, {name: a, image: 'c:v2'}, {name: d, image: 'd:v2'}]}}",
		}, {
			name: "the empty name", reason: "it is that of a container without a name",
			object: "spec: {pod: {containers: [{image: a}, {name: 5, image: b}, {name: c, image: c}]}}",
			steps:  tagged(overridetest.Containers("")),
			want:   "spec: {pod: {containers: [{image: 'a:v2'}, {name: 5, image: 'b:v2'}, {name: c, image: c}]}}",
		}, {
			name: "no such name", reason: "that is not an error",
			object: "spec: {pod: {containers: [{name: b, image: b}]}}", steps: tagged(overridetest.Containers("a", "c")),
			skips: []string{`/spec/pod/containers has no container "a, c"`},
		}, {
			name: "another kind", reason: "an object without a pod spec has no containers",
			object: "{apiVersion: v1, kind: ConfigMap, spec: {pod: {containers: [{image: a}]}}}", steps: tagged(overridetest.Containers()),
			skips: []string{"v1 ConfigMap has no known pod spec"},
		}, {
			name: "no spec", reason: "an absent value has no containers",
			object: "{}", steps: tagged(overridetest.Containers()), skips: []string{"/spec is absent"},
		}, {
			name: "null above it", reason: "null has no containers",
			object: "spec: {pod: null}", steps: tagged(overridetest.Containers()), skips: []string{"/spec/pod is null"},
		}, {
			name: "no list", reason: "an absent value has no containers",
			object: "spec: {pod: {}}", steps: tagged(overridetest.Containers()), skips: []string{"/spec/pod/containers is absent"},
		}, {
			name: "a null list", reason: "null has no containers",
			object: "spec: {pod: {containers: null}}", steps: tagged(overridetest.Containers("a")), skips: []string{"/spec/pod/containers is null"},
		}, {
			name: "an empty list", reason: "the reason differs from that of a missing name",
			object: "spec: {pod: {containers: []}}", steps: tagged(overridetest.Containers("a")), skips: []string{"/spec/pod/containers is an empty list"},
		}, {
			name: "a spec of another type", reason: "it has no containers",
			object: "spec: [1]", steps: tagged(overridetest.Containers()),
			code: override.CodeValue, err: "/spec is a list, expected an object",
		}, {
			name: "a pod spec of another type", reason: "it has no containers",
			object: "spec: {pod: x}", steps: tagged(overridetest.Containers()),
			code: override.CodeValue, err: `/spec/pod is the string "x", expected an object`,
		}, {
			name: "containers of another type", reason: "they have another type",
			object: "spec: {pod: {containers: {a: {image: a}}}}", steps: tagged(overridetest.Containers()),
			code: override.CodeValue, err: "/spec/pod/containers is an object, expected a list of containers",
		}, {
			name: "no container", reason: "every element must be a container, even if not selected",
			object: "spec: {pod: {containers: [{name: a, image: a}, null]}}", steps: tagged(overridetest.Containers("a")),
			code: override.CodeValue, err: "/spec/pod/containers/1 is null, expected a container",
		}, {
			name: "no image", reason: "a selected container must have one",
			object: "spec: {pod: {containers: [{name: a, image: a}, {name: b}]}}", steps: tagged(overridetest.Containers()),
			code: override.CodeValue, err: "/spec/pod/containers/1/image is missing, expected an image reference",
		}, {
			name: "no image elsewhere", reason: "other containers are not checked",
			object: "spec: {pod: {containers: [{name: a, image: a}, {name: b}]}}", steps: tagged(overridetest.Containers("a")),
			want: "spec: {pod: {containers: [{name: a, image: 'a:v2'}, {name: b}]}}",
		}, {
			name: "init containers", reason: "they come first, and names select them, too",
			object: "spec: {pod: {initContainers: [{name: a, image: a}, {name: b, image: b}], containers: [{name: a, image: a}]}}",
			steps:  tagged(with(overridetest.Containers("a"), func(c *overrider.Containers) { c.Init = true })),
			want:   "spec: {pod: {initContainers: [{name: a, image: 'a:v2'}, {name: b, image: b}], containers: [{name: a, image: 'a:v2'}]}}",
		}, {
			name: "only init containers", reason: "if some are found, the other list needs no reason",
			object: "spec: {pod: {initContainers: [{image: a}]}}", steps: tagged(with(overridetest.Containers(), func(c *overrider.Containers) { c.Init = true })),
			want: "spec: {pod: {initContainers: [{image: 'a:v2'}]}}",
		}, {
			name: "no init containers", reason: "they may be absent",
			object: "spec: {pod: {initContainers: null, containers: [{name: b, image: b}]}}", steps: tagged(with(overridetest.Containers("a"), func(c *overrider.Containers) { c.Init = true })),
			skips: []string{`/spec/pod/containers has no container "a"`},
		}, {
			name: "init containers of another type", reason: "they have another type",
			object: "spec: {pod: {initContainers: {}}}", steps: tagged(with(overridetest.Containers(), func(c *overrider.Containers) { c.Init = true })),
			code: override.CodeValue, err: "/spec/pod/initContainers is an object, expected a list of containers",
		}, {
			name: "the first of a name", reason: "among containers with one name, in both lists, the first is selected",
			object: "spec: {pod: {initContainers: [{name: a, image: a}], containers: [{name: a, image: a}, {name: b, image: b}, {name: b, image: b}]}}",
			steps:  tagged(with(overridetest.Containers(), func(c *overrider.Containers) { c.Init, c.First = true, true })),
			want:   "spec: {pod: {initContainers: [{name: a, image: 'a:v2'}], containers: [{name: a, image: a}, {name: b, image: 'b:v2'}, {name: b, image: b}]}}",
		}, {
			name: "required", reason: "a kind without a pod spec may be an error",
			object: "{apiVersion: v1, kind: ConfigMap}", steps: tagged(with(overridetest.Containers(), func(c *overrider.Containers) { c.Required = true })),
			code: override.CodeValue, err: "/kind is v1 ConfigMap, expected a kind with a pod spec",
		}, {
			name: "required, without containers", reason: "a kind with a pod spec need not have containers",
			object: "{}", steps: tagged(with(overridetest.Containers(), func(c *overrider.Containers) { c.Required = true })),
			skips: []string{"/spec is absent"},
		},
	} {
		t.Run(c.name, c.run)
	}
}

func with(c overrider.Containers, set func(*overrider.Containers)) overrider.Containers {
	set(&c)
	return c
}
