package typed_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter/internal/typed"
	"github.com/overridekit/overridekit/override/jsontree"
)

// load reads JSON or YAML. In JSON, 3.0 is a float64.
func load(tb testing.TB, text string) any {
	converted := []byte(text)
	if !json.Valid(converted) { // YAML would write 3.0 as 3
		var err error
		converted, err = yaml.YAMLToJSON(converted)
		require.NoError(tb, err)
	}
	var v any
	require.NoError(tb, utiljson.Unmarshal(converted, &v))
	return v
}

func show(tb testing.TB, v any) string {
	text, err := json.Marshal(v)
	require.NoError(tb, err)
	return string(text)
}

// decodingCases are the cases of [TestDecoding].
var decodingCases = []struct{ name, reason, typ, object, encoded, decoded string }{
	{"nothing", "null is the zero value", "SecretReference", "null", `{}`, ""},
	{"an empty object", "structs that are not pointers are written", "ReplicaSet", "{}", `{"metadata":{},"spec":{"selector":null,"template":{"metadata":{},"spec":{"containers":null}}},"status":{"replicas":0}}`, ""},
	{"not an object", "a struct is an object", "ReplicaSet", "[]", `the value is a list, expected an object`, ""},
	{"unknown keys", "they are dropped, whatever their value", "SecretReference", `{name: a, other: {x: 1}}`, `{"name":"a"}`, ""},
	{"other case", "only encoding/json matches the field", "SecretReference", `{Name: a, NAMEſPACE: b}`, `{}`, `{"name":"a","namespace":"b"}`},
	{"both cases", "the later in the order of bytes wins", "SecretReference", `{name: a, NAME: b, namespace: c, namesPace: d}`, `{"name":"a","namespace":"c"}`, ""},
	{"both cases, wrong", "each must fit", "SecretReference", `{name: a, NAME: 1}`, `{"name":"a"}`, `/NAME is the number 1, expected a string`},
	{"both cases of an object", "it is decoded into the present value", "ReplicaSetSpec", `{Selector: {matchLabels: {a: b, c: d}}, selector: {matchLabels: {a: e}, MatchExpressions: []}, template: null, TEMPLATE: {Spec: {nodeName: x}}}`,
		`{"selector":{"matchLabels":{"a":"e"}},"template":{"metadata":{},"spec":{"containers":null}}}`,
		`{"selector":{"matchLabels":{"a":"e","c":"d"}},"template":{"metadata":{},"spec":{"containers":null,"nodeName":"x"}}}`},
	{"both cases of a list", "elements are decoded into the present ones", "PodSpec", `{Containers: [{name: a, image: b}, {name: c}], containers: [{name: d}]}`,
		`{"containers":[{"name":"d","resources":{}}]}`, `{"containers":[{"image":"b","name":"d","resources":{}}]}`},
	{"both cases, null", "it clears a pointer and a list, and leaves a string", "StatefulSetSpec", `{Replicas: 3, replicas: null, ServiceName: a, serviceName: null, VolumeClaimTemplates: [], volumeClaimTemplates: null, selector: null, template: {}}`,
		`{"selector":null,"serviceName":"","template":{"metadata":{},"spec":{"containers":null}},"updateStrategy":{}}`,
		`{"selector":null,"serviceName":"a","template":{"metadata":{},"spec":{"containers":null}},"updateStrategy":{}}`},

	{"a whole float", "the converter reads it as an integer", "HPAScalingPolicy", `{"type":"a","value":3.0,"periodSeconds":1e1}`, `{"periodSeconds":10,"type":"a","value":3}`, `/value is the number 3 of the Go type float64, expected an integer of 32 bits`},
	{"a fraction", "it is not an integer", "HPAScalingPolicy", `{"value":1.5}`, `/value is the number 1.5, expected an integer of 32 bits`, ""},
	{"too large for 32 bits", "it is not wrapped around", "HPAScalingPolicy", `{"value":2147483648}`, `/value is the number 2147483648, expected an integer of 32 bits`, ""},
	{"a float too large for 32 bits", "it is not wrapped around", "HPAScalingPolicy", `{"value":-2147483649.0}`, `/value is the number -2.147483649e+09, expected an integer of 32 bits`, ""},
	{"too large for 64 bits", "it is not wrapped around", "DeploymentStatus", `{"observedGeneration":9223372036854775808}`, `/observedGeneration is the number 9.223372036854776e+18, expected an integer of 64 bits`, ""},
	{"too small for 64 bits", "it is not wrapped around", "DeploymentStatus", `{"observedGeneration":-1e19}`, `/observedGeneration is the number -1e+19, expected an integer of 64 bits`, ""},
	{"the smallest of 64 bits", "it fits", "DeploymentStatus", `{"observedGeneration":-9223372036854775808}`, `{"observedGeneration":-9223372036854775808}`, ""},
	{"a string for an integer", "a string is not a number", "HPAScalingPolicy", `{"value":"3"}`, `/value is the string "3", expected an integer of 32 bits`, ""},
	{"a number for a string", "a number is not a string", "SecretReference", `{"name":3}`, `/name is the number 3, expected a string`, ""},
	{"a string for a boolean", "a string is not a boolean", "PodSpec", `{"hostNetwork":"true"}`, `/hostNetwork is the string "true", expected a boolean`, ""},
	{"an object for a list", "a single element is not a list", "PodSpec", `{"containers":{}}`, `/containers is an object, expected a list`, ""},
	{"a list for a map", "labels are a map", "LabelSelector", `{"matchLabels":[]}`, `/matchLabels is a list, expected an object`, ""},
	{"a number in a map", "a label is a string", "LabelSelector", `{"matchLabels":{"b":1,"a/x":2}}`, `/matchLabels/a~1x is the number 2, expected a string`, ""},
	{"deep inside", "the place is a pointer", "PodSpec", `{"containers":[{},{"ports":[{"containerPort":"http"}]}]}`, `/containers/1/ports/0/containerPort is the string "http", expected an integer of 32 bits`, ""},
	{"null in lists and maps", "it is the zero value", "PodSpec", `{containers: [null], tolerations: [], nodeSelector: {a: null}, overhead: {cpu: null}}`, `{"containers":[{"name":"","resources":{}}],"nodeSelector":{"a":""},"overhead":{"cpu":"0"}}`, ""},
	{"empty pointers", "their value is kept, even if it is zero", "PodSpec", `{containers: [], terminationGracePeriodSeconds: 0, enableServiceLinks: false, securityContext: {}}`, `{"containers":[],"enableServiceLinks":false,"securityContext":{},"terminationGracePeriodSeconds":0}`, ""},

	{"quantities", "in canonical form, from strings and numbers", "ResourceRequirements", `{"limits":{"a":"0.5","b":2000,"c":0.25,"d":" 1024Mi ","e":"1e3","f":"1.5Gi","g":"-0.1"}}`, `{"limits":{"a":"500m","b":"2k","c":"250m","d":"1Gi","e":"1e3","f":"1536Mi","g":"-100m"}}`, ""},
	{"a quantity of words", "it is not a quantity", "ResourceRequirements", `{"limits":{"cpu":"one"}}`, `/limits/cpu is the string "one", expected a quantity`, ""},
	{"an empty quantity", "it is not a quantity", "ResourceRequirements", `{"limits":{"cpu":""}}`, `/limits/cpu is the string "", expected a quantity`, ""},
	{"a tab before a quantity", "JSON escapes it, and a quantity has no escapes", "ResourceRequirements", `{"limits":{"cpu":"\t1"}}`, `/limits/cpu is the string "\t1", expected a quantity`, ""},
	{"a boolean for a quantity", "it is not a quantity", "ResourceRequirements", `{"limits":{"cpu":true}}`, `/limits/cpu is the boolean true, expected a quantity`, ""},
	{"a huge exponent", "it is not computed", "ResourceRequirements", `{"limits":{"cpu":"12345678901234567890e2000000000"}}`, `/limits/cpu is the string "12345678901234567890e2000000000", expected a quantity: a quantity has an exponent of more than 3 digits`, ""},
	{"a huge negative exponent", "it is not computed", "ResourceRequirements", `{"limits":{"cpu":"1e-2000000000"}}`, `/limits/cpu is the string "1e-2000000000", expected a quantity: a quantity has an exponent of more than 3 digits`, ""},
	{"an exponent after white space", "white space is dropped", "ResourceRequirements", `{"limits":{"cpu":" 1e9999"}}`, `/limits/cpu is the string " 1e9999", expected a quantity: a quantity has an exponent of more than 3 digits`, ""},
	{"a long quantity", "its digits are not computed", "ResourceRequirements", `{"limits":{"cpu":"` + strings.Repeat("1", 1001) + `"}}`, `/limits/cpu is the string "` + strings.Repeat("1", 80) + `"…, expected a quantity: a quantity has 1001 bytes, expected at most 1000`, ""},
	{"long white space", "it is part of the length", "ResourceRequirements", `{"limits":{"cpu":"` + strings.Repeat(" ", 1000) + `1"}}`, `/limits/cpu is the string "` + strings.Repeat(" ", 80) + `"…, expected a quantity: a quantity has 1001 bytes, expected at most 1000`, ""},

	{"an integer or a string", "each is kept", "RollingUpdateDeployment", `{maxSurge: 1, maxUnavailable: 25%}`, `{"maxSurge":1,"maxUnavailable":"25%"}`, ""},
	{"an integer or a string, a float", "the converter writes it as an integer", "RollingUpdateDeployment", `{"maxSurge":1.0}`, `{"maxSurge":1}`, `/maxSurge is the number 1, expected a string or an integer of 32 bits`},
	{"an integer or a string, too large", "it must fit", "RollingUpdateDeployment", `{"maxSurge":4294967296}`, `/maxSurge is the number 4294967296, expected a string or an integer of 32 bits`, ""},
	{"an integer or a string, null", "it is 0 where it is not a pointer, and not left out", "HTTPGetAction", `{}`, `{"port":0}`, ""},

	{"a time", "in UTC, to the second", "ContainerStateRunning", `{startedAt: "2024-01-02T03:04:05.6+02:00"}`, `{"startedAt":"2024-01-02T01:04:05Z"}`, ""},
	{"an absent time", "it is the zero time, which is null", "ContainerStateRunning", `{}`, `{"startedAt":null}`, ""},
	{"the zero time", "it is left out where zero is", "ObjectMeta", `{creationTimestamp: "0001-01-01T00:00:00Z", deletionTimestamp: "0001-01-01T00:00:00Z"}`, `{"deletionTimestamp":null}`, ""},
	{"a day", "it is not a time", "ContainerStateRunning", `{startedAt: "2024-01-02"}`, `/startedAt is the string "2024-01-02", expected a time as in RFC 3339`, ""},

	{"bytes", "line ends are dropped, and odd bits are cleared", "Secret", `{"data":{"a":"YQ\n==","b":"YR==","c":"","d":null}}`, `{"data":{"a":"YQ==","b":"YQ==","c":"","d":null},"metadata":{}}`, ""},
	{"bytes as numbers", "they are a list of bytes", "Secret", `{"data":{"a":[97,null,255],"b":[]}}`, `{"data":{"a":"YQD/","b":""},"metadata":{}}`, ""},
	{"a float for a byte", "the converter reads it as an integer", "Secret", `{"data":{"a":[97.0]}}`, `{"data":{"a":"YQ=="},"metadata":{}}`, `/data/a is a list, expected a string in base64`},
	{"a number that is not a byte", "it is not wrapped around", "Secret", `{"data":{"a":[256]}}`, `/data/a is a list, expected a string in base64`, ""},
	{"bytes not encoded", "they are not in base64", "Secret", `{"data":{"a":"plain"}}`, `/data/a is the string "plain", expected a string in base64`, ""},

	{"any value", "the converter writes it as JSON and reads it again", "ManagedFieldsEntry", `{"fieldsV1":{"f:x":[1.0,1.5,1e30,null]}}`, `{"fieldsV1":{"f:x":[1,1.5,1e+30,null]}}`, ""},
	{"a string for any value", "any type is allowed", "ManagedFieldsEntry", `{fieldsV1: x}`, `{"fieldsV1":"x"}`, ""},
}

// TestDecoding has Encode and DecodeJSON on the same objects. If only encoded is given, decoded is the same. A string that
// does not start with a brace is an error.
func TestDecoding(t *testing.T) {
	t.Parallel()
	for _, c := range decodingCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.decoded == "" {
				c.decoded = c.encoded
			}
			typ, object := typed.Named(c.typ), load(t, c.object)
			require.NotNil(t, typ)
			encoded, err := typ.Encode(object)
			require.Equal(t, err, typ.Check(object))
			requireText(t, c.encoded, encoded, err, c.reason)
			decoded, err := typ.DecodeJSON(object)
			requireText(t, c.decoded, decoded, err, c.reason)
			require.Equal(t, load(t, c.object), object, "the argument was written")
		})
	}
}

func requireText(t *testing.T, want string, v any, err error, reason string) {
	t.Helper()
	if !strings.HasPrefix(want, "{") {
		require.EqualError(t, err, want, reason)
		require.Nil(t, v)
		return
	}
	require.NoError(t, err, reason)
	require.Equal(t, want, show(t, v), reason)
}

// TestGoValues has values that no decoder makes.
func TestGoValues(t *testing.T) {
	t.Parallel()
	deep := any("x")
	for range jsontree.MaxDepth + 1 {
		deep = []any{deep}
	}
	for _, c := range []struct {
		name, reason, typ string
		object            any
		encoded, decoded  string
	}{
		{"a Go int", "it is not JSON", "HPAScalingPolicy", map[string]any{"value": 3}, "/value is a Go int, expected an integer of 32 bits", ""},
		{"a Go map", "it is not JSON", "LabelSelector", map[string]any{"matchLabels": map[string]string{}}, "/matchLabels is a Go map[string]string, expected an object", ""},
		{"a Go int inside any value", "no encoder is called", "ManagedFieldsEntry", map[string]any{"fieldsV1": []any{3}}, "/fieldsV1 is a list, expected a JSON value, finite and not too deep", ""},
		{"not a number", "JSON has no NaN", "ManagedFieldsEntry", map[string]any{"fieldsV1": []any{math.NaN()}}, "/fieldsV1 is a list, expected a JSON value, finite and not too deep", ""},
		{"not a number for an integer", "it is not whole", "HPAScalingPolicy", map[string]any{"value": math.NaN()}, "/value is the number NaN, expected an integer of 32 bits", ""},
		{"infinity for an integer", "it does not fit", "DeploymentStatus", map[string]any{"observedGeneration": math.Inf(1)}, "/observedGeneration is the number +Inf, expected an integer of 64 bits", ""},
		{"infinity for a quantity", "JSON has no infinity", "ResourceRequirements", map[string]any{"limits": map[string]any{"cpu": math.Inf(-1)}}, "/limits/cpu is the number -Inf, expected a quantity", ""},
		{"too deep", "there is a bound", "ManagedFieldsEntry", map[string]any{"fieldsV1": deep}, "/fieldsV1 is a list, expected a JSON value, finite and not too deep", ""},
		{"too deep elsewhere", "unknown fields are ignored", "ManagedFieldsEntry", map[string]any{"unknown": deep}, "{}", ""},
		{"a nil map at the top", "it is an empty object", "SecretReference", map[string]any(nil), "{}", ""},
		{"a nil map for a pointer", "it is null in JSON only", "DeploymentSpec", map[string]any{"selector": map[string]any(nil), "strategy": map[string]any(nil)},
			`{"selector":{},"strategy":{},"template":{"metadata":{},"spec":{"containers":null}}}`, `{"selector":null,"strategy":{},"template":{"metadata":{},"spec":{"containers":null}}}`},
		{"a nil list", "it is null", "PodSpec", map[string]any{"containers": []any(nil), "volumes": []any(nil)}, `{"containers":null}`, ""},
		{"a nil list for a map", "it is null in JSON only", "LabelSelector", map[string]any{"matchLabels": []any(nil)}, `/matchLabels is a list, expected an object`, `{}`},
		{"nil for an integer or a string", "it is written as null", "RollingUpdateDeployment", map[string]any{"maxSurge": map[string]any(nil)}, `{"maxSurge":0}`, `{}`},
		{"a nil map for any value", "it is written as null", "ManagedFieldsEntry", map[string]any{"fieldsV1": map[string]any(nil)}, `{"fieldsV1":null}`, `{}`},
		{"a nil map for bytes", "it is not a list", "Secret", map[string]any{"data": map[string]any{"a": map[string]any(nil), "b": []any(nil)}}, `/data/a is an object, expected a string in base64`, `{"data":{"a":null,"b":null},"metadata":{}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.decoded == "" {
				c.decoded = c.encoded
			}
			typ := typed.Named(c.typ)
			encoded, err := typ.Encode(c.object)
			require.Equal(t, err, typ.Check(c.object))
			requireText(t, c.encoded, encoded, err, c.reason)
			decoded, err := typ.DecodeJSON(c.object)
			requireText(t, c.decoded, decoded, err, c.reason)
		})
	}
}

func TestError(t *testing.T) {
	t.Parallel()
	err := typed.Of("apps/v1", "Deployment").Check(load(t, "spec: {replicas: '3'}"))
	require.EqualError(t, err, `/spec/replicas is the string "3", expected an integer of 32 bits`)
	var e *typed.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, &typed.Error{Pointer: jsontree.Pointer{"spec", "replicas"}, Found: `the string "3"`, Expected: "an integer of 32 bits"}, e)
}

// TestShared checks that the result shares no map and no list with the argument.
func TestShared(t *testing.T) {
	t.Parallel()
	const object = `{metadata: {labels: {a: b}, finalizers: [x], managedFields: [{fieldsV1: {"f:x": [{}]}}]}, spec: {containers: [{args: [a]}]}}`
	in := load(t, object)
	for _, recode := range []func(any) (any, error){typed.Named("Pod").Encode, typed.Named("Pod").DecodeJSON} {
		out, err := recode(in)
		require.NoError(t, err)
		spoil(out)
		require.Equal(t, load(t, object), in)
	}
}

func spoil(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			spoil(e)
			v[key] = "spoiled"
		}
	case []any:
		for i, e := range v {
			spoil(e)
			v[i] = "spoiled"
		}
	}
}

// TestCheckAllocatesNothing checks valid objects.
func TestCheckAllocatesNothing(t *testing.T) {
	for _, c := range []struct {
		typ    string
		object any
	}{
		{"Deployment", deployment(t)},
		{"Secret", load(t, `data: {a: "YWJj", b: "YQ==", c: [1, 2]}`)},
		{"Pod", load(t, `{metadata: {creationTimestamp: "2024-01-02T03:04:05Z", managedFields: [{fieldsV1: {"f:x": [{}, 1.5]}}]}, spec: {overhead: {a: "0.5Gi", b: 1, c: 0.5}}}`)},
		{"RollingUpdateDeployment", load(t, `{"maxSurge":1.0,"maxUnavailable":"25%","unknown":{}}`)},
	} {
		typ := typed.Named(c.typ)
		require.NoError(t, typ.Check(c.object))
		require.Zero(t, testing.AllocsPerRun(100, func() { _ = typ.Check(c.object) }), c.typ)
	}
}

// TestMarshal has encoded values, and how encoding/json writes the Go type.
func TestMarshal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, typ, object, want string }{
		{"fields", "they have the order of the Go type", "DeploymentStatus", `{availableReplicas: 1, replicas: 2, observedGeneration: 3}`, `{"observedGeneration":3,"replicas":2,"availableReplicas":1}`},
		{"other keys", "they come first, sorted", "DeploymentStatus", `{replicas: 2, z: {c: 1, b: 2}, a: 1}`, `{"a":1,"z":{"b":2,"c":1},"replicas":2}`},
		{"fields of elements", "a list has structs", "JobStatus", `{failed: 1, conditions: [{status: "True", type: Failed, message: "<a> & b"}]}`,
			`{"conditions":[{"type":"Failed","status":"True","message":"\u003ca\u003e \u0026 b"}],"failed":1}`},
		{"a map", "its keys are sorted", "PodDisruptionBudgetStatus", `{expectedPods: 1, disruptedPods: {b: x, a: z}}`, `{"disruptedPods":{"a":"z","b":"x"},"expectedPods":1}`},
		{"null", "it is written", "HorizontalPodAutoscalerStatus", `{currentMetrics: null, desiredReplicas: 1}`, `{"desiredReplicas":1,"currentMetrics":null}`},
		{"another type", "it is written by its value", "JobStatus", `{conditions: {b: 1, a: [2]}}`, `{"conditions":{"a":[2],"b":1}}`},
		{"not an object", "it is written by its value", "JobStatus", `[{b: 1, a: 2}]`, `[{"a":2,"b":1}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text, err := typed.Named(c.typ).Marshal(load(t, c.object))
			require.NoError(t, err)
			require.Equal(t, c.want, string(text), c.reason)
		})
	}
	for _, v := range []any{math.NaN(), map[string]any{"replicas": math.Inf(1)}, map[string]any{"conditions": []any{math.NaN()}}, func() {}} {
		text, err := typed.Named("DeploymentStatus").Marshal(v)
		require.Error(t, err)
		require.Nil(t, text)
	}
	text, err := (*typed.Type)(nil).Marshal(map[string]any{"b": nil, "a": []any(nil)})
	require.NoError(t, err)
	require.Equal(t, `{"a":null,"b":null}`, string(text))
}
