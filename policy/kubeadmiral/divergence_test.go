package kubeadmiral_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
)

// TestDivergences has each divergence, and similar cases that are not divergences.
func TestDivergences(t *testing.T) {
	t.Parallel()
	const digest = "@sha256:aaaaf56b44807c64d294e6c8059b479f35350b454492398225034174808d1726"
	pod := func(container string) string {
		return "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: web, " + container + "}]}}"
	}
	settings := func(rest string) string {
		return "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, " + rest + "}"
	}
	cases := []struct {
		name, reason       string
		object, overriders string
		want               string // the object, or below it the error; empty: nothing changes
		err                string
		said               []string
	}{
		{"D1, below null", "a missing value is null; json-patch forgets that it has written it", settings("data: {}"),
			"jsonpatch: [{path: /data/a, operator: add}, {path: /data/a/b, operator: add, value: 1}]", "",
			`add /data/a/b: /data/a is null, expected an object or a list`, []string{"D1: /data/a/b: upstream fails, or crashes; here an error"}},
		{"D1, null in a list", "json-patch compares it with any value", settings("data: {a: [b]}"),
			"jsonpatch: [{path: /data/a, operator: test, value: [null]}]", "",
			`test /data/a: /data/a is ["b"], expected [null]`, []string{"D1: /data/a: upstream fails, or crashes; here an error"}},
		{"D1, null in a list of the object", "the other way round", settings("data: {a: [null]}"),
			"jsonpatch: [{path: /data/a, operator: test, value: [b]}]", "",
			`test /data/a: /data/a is [null], expected ["b"]`, []string{"D1: /data/a: upstream fails, or crashes; here an error"}},
		{"no D1, lists of other lengths", "json-patch compares them no further", settings("data: {a: [null, b]}"),
			"jsonpatch: [{path: /data/a, operator: test, value: [null]}]", "",
			`test /data/a: /data/a is [null,"b"], expected [null]`, nil},
		{"no D1, another value", "a test that fails is an error in both", settings("data: {a: null}"),
			"jsonpatch: [{path: /data/a, operator: test, value: b}]", "",
			`test /data/a: /data/a is null, expected "b"`, nil},

		{"D5", "a broken reference stays", pod("image: 'docker.io/nginx:1'"),
			"image: [{operations: [{imageComponent: Repository, operator: delete}]}]", "",
			`/spec/containers/0/image: the reference is broken: image "docker.io/:1": invalid reference format`,
			[]string{"D5: /spec/containers/0/image: upstream leaves the broken reference in the object; here an error"}},
		{"D5, cleared", "an empty image is not a reference", pod("image: nginx"),
			"image: [{imagePath: /spec/containers/0/image, operations: [{imageComponent: Repository, operator: delete}]}]", "",
			`/spec/containers/0/image: the reference is broken: image "": repository name must have at least one component`,
			[]string{"D5: /spec/containers/0/image: upstream leaves the broken reference in the object; here an error"}},
		{"D5, cleared and set", "a second entry for the path starts again", pod("image: nginx"),
			"image: [{imagePath: /spec/containers/0/image, operations: [{imageComponent: Repository, operator: delete}]}, {imagePath: /spec/containers/0/image, operations: [{imageComponent: Tag, value: v1}]}]", "",
			`/spec/containers/0/image is the string "", expected an image reference: image "": repository name must have at least one component`,
			[]string{"D5: /spec/containers/0/image: upstream starts again from the image that was there before the rule; here an error"}},
		{"no D5, repaired by the entry", "a later operation sets a repository", pod("image: 'docker.io/nginx:1'"),
			"image: [{operations: [{imageComponent: Repository, operator: delete}, {imageComponent: Repository, operator: addIfAbsent, value: redis}]}]",
			pod("image: 'docker.io/redis:1'"), "", nil},
		{"no D5, repaired by a patch", "the image after the rule counts", pod("image: 'docker.io/nginx:1'"),
			"image: [{operations: [{imageComponent: Repository, operator: delete}]}], jsonpatch: [{path: /spec/containers/0/image, value: redis}]",
			pod("image: redis"), "", nil},

		{"D11", "KubeAdmiral converts the whole pod", pod("image: nginx, command: run"),
			"image: [{operations: [{imageComponent: Tag, value: v1}]}]", pod("image: 'nginx:v1', command: run"), "",
			[]string{`D11: /spec/containers/0/command: upstream fails: the string "run" has the wrong type; here only the fields that the override needs are read`}},
		{"D11, range", "a port has 32 bits, or is a name", pod("image: nginx, readinessProbe: {httpGet: {port: 3000000000}}, startupProbe: {httpGet: {port: http}}"),
			"image: [{operations: [{imageComponent: Tag, value: v1}]}]", pod("image: 'nginx:v1', readinessProbe: {httpGet: {port: 3000000000}}, startupProbe: {httpGet: {port: http}}"), "",
			[]string{`D11: /spec/containers/0/readinessProbe/httpGet/port: upstream fails: the number 3000000000 has the wrong type; here only the fields that the override needs are read`}},
		{"no D11, by path", "only the one text is read", pod("image: nginx, command: run"),
			"image: [{imagePath: /spec/containers/0/image, operations: [{imageComponent: Tag, value: v1}]}]", pod("image: 'nginx:v1', command: run"), "", nil},
		{"D11, no pod spec", "there is nothing to override, which is not an error", "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {}}",
			"args: [{containerName: web, operator: append, value: [-v]}]", "", "",
			[]string{"D11: /spec/template: upstream fails, because there is no pod spec; here there are no containers"}},
		{"D11, a variable", "KubeAdmiral reads all variables of the container", pod("env: [{name: A, value: 5}]"),
			"envs: [{containerName: web, operator: addIfAbsent, value: [{name: B, value: x}]}]", pod("env: [{name: A, value: 5}, {name: B, value: x}]"), "",
			[]string{"D11: /spec/containers/0/env/0/value: upstream fails: the number 5 has the wrong type; here only the fields that the override needs are read"}},
		{"D11, a variable of another case", "the names of fields are exact where the pod is read", pod("env: [{name: A, Value: 5}]"),
			"args: [{containerName: web, operator: append, value: [-v]}]", pod("env: [{name: A, Value: 5}], args: [-v]"), "", nil},

		{"D11, a value that is an object", "the type of what was found has its article", pod("env: [{name: A, value: {}}, {name: B, value: []}]"),
			"envs: [{containerName: web, operator: delete, value: [{name: none}]}]", "", "",
			[]string{
				"D11: /spec/containers/0/env/0/value: upstream fails: an object has the wrong type; here only the fields that the override needs are read",
				"D11: /spec/containers/0/env/1/value: upstream fails: a list has the wrong type; here only the fields that the override needs are read"}},

		{"D11, a divisor", "KubeAdmiral reads it, which takes hours", pod("env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1e-2000000000}}}, {name: B, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: '1e-2000000000'}}}]"),
			"envs: [{containerName: web, operator: delete, value: [{name: none}]}]", "", "",
			[]string{
				`D11: /spec/containers/0/env/1/valueFrom/resourceFieldRef/divisor: upstream fails: the string "1e-2000000000" has the wrong type; here only the fields that the override needs are read`,
				`D14: /spec/containers/0/env/0: upstream writes {"name":"A","valueFrom":{"resourceFieldRef":{"divisor":"0","resource":"limits.cpu"}}}; here the variable stays unchanged`}},

		{"D12", "documented as overwrite", pod("command: [run]"), "command: [{containerName: web, value: [stop]}]", pod("command: [stop]"), "",
			[]string{"D12: upstream fails, because no operator is given; here the list is overwritten, as the documentation says"}},
		{"no D12, no container", "KubeAdmiral does not read the operator", pod("command: [run]"), "command: [{containerName: other, value: [stop]}]", "", "", nil},
		{"no D12, image", "overwrite is the default of images", pod("image: nginx"), "image: [{operations: [{imageComponent: Tag, value: v1}]}]", pod("image: 'nginx:v1'"), "", nil},

		{"unknown operator, image", "KubeAdmiral reads the operator when it has an image", pod("image: nginx"),
			"image: [{operations: [{imageComponent: Tag, operator: prepend, value: v1}]}]", "", `operator "prepend" is unknown, expected addIfAbsent, overwrite, delete`, nil},
		{"unknown operator, image of an empty container name", "no container has that name, and KubeAdmiral does not read the operator", pod("image: nginx"),
			"image: [{containerNames: [''], operations: [{imageComponent: Tag, operator: prepend, value: v1}]}]", "", "", nil},
		{"unknown operator, command of no container", "KubeAdmiral does not read the operator", pod("command: [run]"),
			"command: [{containerName: other, operator: prepend, value: [stop]}]", "", "", nil},
		{"unknown operator, envs of no container", "KubeAdmiral does not read the operator", pod("image: nginx"),
			"envs: [{containerName: other, operator: prepend, value: [{name: A, value: b}]}]", "", "", nil},
		{"unknown operator, another type", "KubeAdmiral fails on the pod first", pod("image: nginx, command: run"),
			"args: [{containerName: other, operator: prepend, value: [stop]}]", "", "",
			[]string{`D11: /spec/containers/0/command: upstream fails: the string "run" has the wrong type; here only the fields that the override needs are read`}},

		{"D13", "in JSON, \\/ is a slash", pod("image: nginx"),
			`image: [{operations: [{imageComponent: Repository, value: "team\\/web"}]}]`, "",
			`/spec/containers/0/image: the reference is broken: image "team\\/web": invalid reference format`,
			[]string{`D13: /spec/containers/0/image: upstream reads "team\\/web" as "team/web"; here an error`}},
		{"no D13, no JSON", "KubeAdmiral fails, too", pod("image: nginx"),
			`image: [{operations: [{imageComponent: Repository, value: 'a"b'}]}]`, "",
			`/spec/containers/0/image: the reference is broken: image "a\"b": invalid reference format`, nil},
		{"D13, repaired", "KubeAdmiral fails before", pod("image: nginx"),
			`image: [{operations: [{imageComponent: Repository, value: 'a"b'}]}], jsonpatch: [{path: /spec/containers/0/image, value: redis}]`, pod("image: redis"), "",
			[]string{`D13: upstream fails, because "a\"b" is not valid inside a JSON string; here the value is used as written`}},
		{"no D13, repaired at once", "the value is not written to JSON", pod("image: nginx"),
			`image: [{operations: [{imageComponent: Repository, value: 'a"b'}, {imageComponent: Repository, value: redis}]}]`, pod("image: redis"), "", nil},
		{"no D13, digest", "valid values need no escapes", pod("image: nginx"),
			"image: [{operations: [{imageComponent: Digest, value: '" + digest[1:] + "'}]}]", pod("image: 'nginx" + digest + "'"), "", nil},

		{"D14", "all variables of the container pass through a Go type, also those of the policy", pod("env: [{name: A, value: ''}, {name: B, value: b, note: x}, {name: C, value: c}]"),
			"envs: [{containerName: web, operator: addIfAbsent, value: [{name: D, value: ''}]}]", pod("env: [{name: A, value: ''}, {name: B, value: b, note: x}, {name: C, value: c}, {name: D, value: ''}]"), "",
			[]string{
				`D14: /spec/containers/0/env/0: upstream writes {"name":"A"}; here the variable stays unchanged`,
				`D14: /spec/containers/0/env/1: upstream writes {"name":"B","value":"b"}; here the variable stays unchanged`,
				`D14: /spec/containers/0/env/3: upstream writes {"name":"D"}; here the variable stays unchanged`}},
		{"D14, sources", "a divisor is added, and written in the shortest way", pod("env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}, {name: B, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1000m}}}, {name: C, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}}, {name: D, valueFrom: {secretKeyRef: {name: '', key: k}}}, {name: E, valueFrom: {fileKeyRef: {key: k}}}]"),
			"envs: [{containerName: web, operator: delete, value: [{name: none}]}]", "", "",
			[]string{
				`D14: /spec/containers/0/env/0: upstream writes {"name":"A","valueFrom":{"resourceFieldRef":{"divisor":"0","resource":"limits.cpu"}}}; here the variable stays unchanged`,
				`D14: /spec/containers/0/env/1: upstream writes {"name":"B","valueFrom":{"resourceFieldRef":{"divisor":"1","resource":"limits.cpu"}}}; here the variable stays unchanged`,
				`D14: /spec/containers/0/env/3: upstream writes {"name":"D","valueFrom":{"secretKeyRef":{"key":"k"}}}; here the variable stays unchanged`,
				`D14: /spec/containers/0/env/4: upstream writes {"name":"E","valueFrom":{}}; here the variable stays unchanged`}},
		{"D14 reported once", "the variables after the entries count, at their new places", pod("env: [{name: A, value: ''}, {name: B, value: ''}, {name: C, value: ''}]"),
			"envs: [{containerName: web, operator: delete, value: [{name: A}]}, {containerName: web, value: [{name: B, value: b}]}]", pod("env: [{name: B, value: b}, {name: C, value: ''}]"), "",
			[]string{`D14: /spec/containers/0/env/1: upstream writes {"name":"C"}; here the variable stays unchanged`}},
		{"no D14, other containers", "they are not written", "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {initContainers: [{name: web}], containers: [{name: web, env: [{name: A, value: ''}]}, {name: other, env: [{name: A, value: ''}]}]}}",
			"envs: [{containerName: web, operator: addIfAbsent, value: [{name: B, value: b}]}]",
			"{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {initContainers: [{name: web, env: [{name: B, value: b}]}], containers: [{name: web, env: [{name: A, value: ''}]}, {name: other, env: [{name: A, value: ''}]}]}}", "", nil},

		{"D16", "KubeAdmiral reads the map as empty", "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, labels: {a: x, num: 5}}}",
			"labels: [{operator: addIfAbsent, value: {b: x}}]", "", "/metadata/labels/num is the number 5, expected a string",
			[]string{"D16: /metadata/labels/num: upstream reads the map as empty and replaces it; here an error"}},
		{"D16, annotations of another type", "a list reads as empty, too", "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, annotations: [a]}}",
			"annotations: [{operator: delete, value: {b: ''}}]", "", "/metadata/annotations is a list, expected an object of strings",
			[]string{"D16: /metadata/annotations: upstream reads the map as empty and replaces it; here an error"}},
		{"no D16, a key that is there", "addIfAbsent fails in both", "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, labels: {a: x}}}",
			"labels: [{operator: addIfAbsent, value: {a: other}}]", "", `/metadata/labels/a is the string "x", expected no such key`, nil},

		{"D17", "the first token of the path is lost", settings("data: {a: b}"), "jsonpatch: [{path: data/a, value: c}]", "",
			`JSON pointer "data/a" must be empty or start with "/"`, []string{"D17: upstream reads the path as /a; here an error"}},
		{"no D17, a single token", "there is no path left", settings("data: {a: b}"), "jsonpatch: [{path: data, value: c}]", "",
			`JSON pointer "data" must be empty or start with "/"`, nil},
		{"no D17, image", "an imagePath must have a slash in both", pod("image: nginx"), "image: [{imagePath: spec/containers/0/image, operations: [{imageComponent: Tag, value: v1}]}]", "",
			`JSON pointer "spec/containers/0/image" must be empty or start with "/"`, nil},
	}
	var wanted []string
	for _, c := range cases {
		for _, text := range c.said {
			if code, _, _ := strings.Cut(text, ":"); !slices.Contains(wanted, code) {
				wanted = append(wanted, code)
			}
		}
	}
	var defined []string
	for _, d := range kubeadmiral.Divergences() {
		if !slices.Contains([]string{kubeadmiral.CodeHalfChanged, kubeadmiral.CodeAllClusters, kubeadmiral.CodeMissingPolicy}, d.Code) {
			defined = append(defined, d.Code)
		}
	}
	require.ElementsMatch(t, defined, wanted, "each code has a case")
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, failed := apply(t, c.object, "overrideRules: [{overriders: {"+c.overriders+"}}]")
			var said []string
			if c.err != "" {
				require.NotNil(t, failed, c.reason)
				require.Equal(t, c.err, failed.Err.Error(), c.reason)
				if d := failed.Divergence; d != nil {
					said = append(said, d.String())
				}
			} else {
				require.Nil(t, failed, c.reason)
				want := c.want
				if want == "" {
					want = c.object
				}
				require.Equal(t, dialecttest.Object(t, want), objectOf(t, result), c.reason)
				for _, d := range result.Divergences() {
					said = append(said, d.String())
				}
			}
			for i, text := range said {
				code, rest, _ := strings.Cut(text, ": ")
				_, rest, _ = strings.Cut(rest, "]: ") // after the policy and the place in it
				said[i] = code + ": " + rest
			}
			require.Equal(t, c.said, said, c.reason)
		})
	}
}
