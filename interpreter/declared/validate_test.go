package declared_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter/declared"
)

// validateCases are the cases of [TestValidate].
var validateCases = []struct {
	name, declaration string
	want              []string // nil if it is valid
}{
	{"a kind without hooks", head, nil},
	{"a core kind", "apiVersion: v1\nkind: Pod", nil},
	{"any version", "apiVersion: example.io/*\nkind: Thing", nil},
	{"anything", "apiVersion: '*/*'\nkind: '*'", nil},
	{"nothing", "{}", []string{`apiVersion: Required value`, `kind: Required value`}},
	{"invalid kinds", "apiVersion: a/b/c\nkind: a/b", []string{
		`apiVersion: Invalid value: "a/b/c": must be group/version, or only a version`,
		`kind: Invalid value: "a/b": must be a kind, which has only letters and digits`,
	}},
	{"no version", "apiVersion: apps/\nkind: Thing", []string{`apiVersion: Invalid value: "apps/": must be group/version, or only a version`}},

	{"replicas without a pointer", head + "replicas: {default: 1}", []string{`replicas.pointer: Required value: a JSON pointer`}},
	{"a negative default", head + "replicas: {pointer: /spec/replicas, default: -1}", []string{`replicas.default: Invalid value: -1: must not be negative`}},
	{"no slash", head + "replicas: {pointer: spec.replicas}", []string{`replicas.pointer: Invalid value: "spec.replicas": must be a JSON pointer, which starts with "/"`}},
	{"an unknown escape", head + "template: /spec/a~2", []string{`template: Invalid value: "/spec/a~2": must be a JSON pointer, in which "~" is followed by 0 or 1`}},
	{"an incomplete escape", head + "template: /spec/a~", []string{`template: Invalid value: "/spec/a~": must be a JSON pointer, in which "~" is followed by 0 or 1`}},
	{"at the limit", head + "template: " + strings.Repeat("/a", 100), nil},
	{"too deep", head + "template: " + strings.Repeat("/a", 101), []string{`template: Too many: 101: must have at most 100 items`}},

	{"components", head + "components: [{name: a, replicas: {pointer: /a}}, {name: b, replicas: {pointer: /b}, template: /c}]", nil},
	{"an empty component", head + "components: [{}]", []string{`components[0].name: Required value`, `components[0].replicas.pointer: Required value: a JSON pointer`}},
	{"a repeated component", head + "components: [{name: a, replicas: {pointer: /a}}, {name: a, replicas: {pointer: /b}, template: c}]", []string{
		`components[1].name: Duplicate value: "a"`,
		`components[1].template: Invalid value: "c": must be a JSON pointer, which starts with "/"`,
	}},
	{"one place with one default", head + "replicas: {pointer: /a, default: 1}\ncomponents: [{name: a, replicas: {pointer: /a, default: 1}}]", nil},
	{"one place with two defaults", head + "replicas: {pointer: /a}\ncomponents: [{name: a, replicas: {pointer: /a, default: 1}}]", []string{
		`components[0].replicas.default: Invalid value: 1: the default of /a is already 0`,
	}},

	{"retain", head + "retain: [/spec/a, /spec/b, /spec/a, '', a]", []string{
		`retain[2]: Duplicate value: "/spec/a"`,
		`retain[3]: Required value: a JSON pointer`,
		`retain[4]: Invalid value: "a": must be a JSON pointer, which starts with "/"`,
	}},

	{"every aggregation", head + `status:
- {pointer: /status/a, aggregate: sum}
- {pointer: /status/b, aggregate: max}
- {pointer: /status/c, aggregate: min}
- {pointer: /status/d, aggregate: latest}
- {pointer: /status/e, aggregate: allTrue}
- {pointer: /status/f, aggregate: concatenate}
- {pointer: /status/g, aggregate: first}`, nil},
	{"an unknown aggregation", head + "status: [{pointer: /status/a, aggregate: Sum}]", []string{
		`status[0].aggregate: Unsupported value: "Sum": supported values: "sum", "max", "min", "latest", "allTrue", "concatenate", "first"`,
	}},
	{"neither aggregated nor reported", head + "status: [{pointer: /status/a}]", []string{`status[0]: Required value: must be aggregated or reported`}},
	{"reported only", head + "status: [{pointer: /status/a, report: true}]", nil},
	{"aggregated but not reported, beside a reported field", head + "status: [{pointer: /status/a, aggregate: sum}, {pointer: /status/b, report: true}]", []string{
		`status[0].report: Invalid value: false: must be true, as other fields are reported and no member would report this one`,
	}},
	{"a repeated field", head + "status: [{pointer: /status/a, report: true}, {pointer: /status/a, report: true}]", []string{`status[1].pointer: Duplicate value: "/status/a"`}},
	{"a field inside another", head + "status: [{pointer: /status/a/b, report: true}, {pointer: /status/a, report: true}]", []string{
		`status[1].pointer: Invalid value: "/status/a": must not overlap status[0], which is /status/a/b`,
	}},
	{"fields with a common prefix", head + "status: [{pointer: /status/a, report: true}, {pointer: /status/ab, report: true}]", nil},
	{"outside the status", head + "status: [{pointer: /spec/a, report: true}, {pointer: /status, report: true}, {report: true}]", []string{
		`status[0].pointer: Invalid value: "/spec/a": must be inside "/status/"`,
		`status[1].pointer: Invalid value: "/status": must be inside "/status/"`,
		`status[2].pointer: Required value: a JSON pointer`,
	}},
	{"in a list", head + "status: [{pointer: /status/a/0/b, report: true}, {pointer: /status/b/-, report: true}]", []string{
		`status[0].pointer: Invalid value: "/status/a/0/b": must not name an element of a list`,
		`status[1].pointer: Invalid value: "/status/b/-": must not name an element of a list`,
	}},

	{"every test", head + `health:
- {pointer: /status/a, equals: false}
- {pointer: /status/a, equalsPointer: /spec/a}
- {pointer: /status/a, atLeast: 0}
- {pointer: /status/a, atLeastPointer: /spec/a}
- {condition: Ready}
- {pointer: /status/a, condition: Ready}`, nil},
	{"no test", head + "health: [{}, {pointer: /status/a}]", []string{
		`health[0].pointer: Required value: a JSON pointer`,
		`health[0]: Required value: one of equals, equalsPointer, atLeast, atLeastPointer and condition`,
		`health[1]: Required value: one of equals, equalsPointer, atLeast, atLeastPointer and condition`,
	}},
	{"a test without a pointer", head + "health: [{equals: 1}]", []string{`health[0].pointer: Required value: a JSON pointer`}},
	{"several tests", head + "health: [{pointer: /a, equals: 1, atLeast: 1, condition: Ready}]", []string{
		`health[0]: Forbidden: only one of equals, atLeast, condition may be set`,
	}},
	{"a test against a list", head + "health: [{pointer: /a, equals: [1]}]", []string{`health[0].equals: Invalid value: "a list": must be a string, a boolean or a number`}},
	{"tests with invalid pointers", head + "health: [{pointer: /a, equalsPointer: a}, {pointer: /a, atLeastPointer: a}, {pointer: a, condition: A}]", []string{
		`health[0].equalsPointer: Invalid value: "a": must be a JSON pointer, which starts with "/"`,
		`health[1].atLeastPointer: Invalid value: "a": must be a JSON pointer, which starts with "/"`,
		`health[2].pointer: Invalid value: "a": must be a JSON pointer, which starts with "/"`,
	}},

	{"dependencies", head + `dependencies:
- {apiVersion: v1, kind: Secret, namePointer: /a}
- {apiVersion: v1, kind: Secret, namePointer: /a, namespacePointer: /b}
- {apiVersion: v1, kind: Secret, namePointer: /a}
- {apiVersion: "*", kind: "*", namespacePointer: b}
- {}`, []string{
		`dependencies[2]: Duplicate value: "Secret /a"`,
		`dependencies[3].apiVersion: Invalid value: "*": must be group/version, or only a version`,
		`dependencies[3].kind: Invalid value: "*": must be a kind, which has only letters and digits`,
		`dependencies[3].namePointer: Required value: a JSON pointer`,
		`dependencies[3].namespacePointer: Invalid value: "b": must be a JSON pointer, which starts with "/"`,
		`dependencies[4].apiVersion: Required value`,
		`dependencies[4].kind: Required value`,
		`dependencies[4].namePointer: Required value: a JSON pointer`,
	}},
	{"all at once", "kind: Thing\nreplicas: {pointer: a}\nretain: [b]\nhealth: [{}]\n", []string{
		`apiVersion: Required value`,
		`replicas.pointer: Invalid value: "a": must be a JSON pointer, which starts with "/"`,
		`retain[0]: Invalid value: "b": must be a JSON pointer, which starts with "/"`,
		`health[0].pointer: Required value: a JSON pointer`,
		`health[0]: Required value: one of equals, equalsPointer, atLeast, atLeastPointer and condition`,
	}},
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for _, test := range validateCases {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			declarations, err := declared.Decode(strings.NewReader(test.declaration))
			require.NoError(t, err)
			require.Len(t, declarations, 1)
			var found []string
			for _, err := range declarations[0].Validate() {
				found = append(found, err.Error())
			}
			require.Equal(t, test.want, found)
			made, err := declared.Interpreters(declarations...)
			require.Equal(t, test.want != nil, err != nil, "Interpreters does not refuse what Validate refuses: %v", err)
			if err != nil {
				require.Nil(t, made)
			}
		})
	}
}

// Values of a Go program that YAML cannot express.
func TestValidateGoValues(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		equals any
		valid  bool
	}{
		{"an int", 1, true},
		{"an int32", int32(1), true},
		{"a struct", struct{}{}, false},
		{"a float that is not a number", math.NaN(), false},
		{"an infinite float", math.Inf(1), false},
		{"a map", map[string]string{}, false},
		{"a value that cannot be compared", []string{}, false},
	} {
		d := declared.Declaration{APIVersion: "v1", Kind: "Thing", Health: []declared.Condition{{Pointer: "/a", Equals: test.equals}, {Pointer: "/a", Equals: test.equals}}}
		require.Equal(t, test.valid, len(d.Validate()) == 0, test.name)
	}
}
