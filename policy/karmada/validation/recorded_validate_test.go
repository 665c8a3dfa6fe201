package validation_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
)

// admitted is a case and the result of Karmada's admission: Want or Panic.
type admitted struct {
	Name, Op, Operation string
	Policy, OldPolicy   json.RawMessage
	Want                *struct {
		Errors []admittedError
		Policy json.RawMessage
	}
	Denied, Panic string // Denied is the message of a refusal
}

type admittedError struct{ Type, Field, Detail string }

// TestRecordedValidate compares with recorded errors and defaults of Karmada f8fdd02df.
func TestRecordedValidate(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/validate.jsonl.gz")
	require.NoError(t, err)
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	require.NoError(t, err)
	text, err := io.ReadAll(unzipped)
	require.NoError(t, err)
	seen := map[string]int{}
	for line := range bytes.Lines(text) {
		var c admitted
		require.NoError(t, json.Unmarshal(line, &c))
		policy := emptyPolicy(t, c.Policy)
		require.NoError(t, json.Unmarshal(c.Policy, policy), c.Name)
		before := policy.DeepCopyObject()
		switch c.Op {
		case "Validate":
			if s, ok := policy.(api.PropagationSource); ok {
				requireAdmitted(t, c, s)
			} else {
				require.Equal(t, c.Want.Errors, errorsOf(validation.ValidateOverride(policy.(api.OverrideSource))), c.Name)
			}
		case "Default":
			require.Equal(t, withoutEmpty(dialecttest.Decode(t, c.Want.Policy)), withoutEmpty(dialecttest.Decode(t, defaulted(t, c, policy))), c.Name)
		default:
			require.Fail(t, "no known operation", "%s: %s", c.Name, c.Op)
		}
		require.Equal(t, before, policy, "%s: the policy must not change", c.Name)
		seen[c.Op]++
	}
	require.Equal(t, map[string]int{"Validate": 67, "Default": 33}, seen, "every recording is read")
}

func emptyPolicy(t testing.TB, text []byte) runtime.Object {
	t.Helper()
	var head struct{ Kind string }
	require.NoError(t, json.Unmarshal(text, &head))
	require.Contains(t, kinds, head.Kind)
	return kinds[head.Kind]()
}

func requireAdmitted(t testing.TB, c admitted, s api.PropagationSource) {
	t.Helper()
	errs := validation.ValidatePropagation(s)
	if c.Panic != "" {
		require.True(t, needsOne(errs), "%s: an error where Karmada crashes", c.Name)
		return
	}
	require.Equal(t, c.Want.Errors, errorsOf(errs), c.Name)

	var old api.PropagationSource
	if c.OldPolicy != nil {
		old = emptyPolicy(t, c.OldPolicy).(api.PropagationSource)
		require.NoError(t, json.Unmarshal(c.OldPolicy, old), c.Name)
	}
	all := validation.ValidatePropagationUpdate(s, old)
	require.Equal(t, c.Denied == "", len(all) == 0, "%s: refused or not: %v", c.Name, all)
	switch {
	case c.Denied == "":
	case len(all) > len(errs):
		require.Equal(t, c.Denied, all[0].Detail, "%s: Karmada reports only the first of these", c.Name)
	default:
		require.Equal(t, c.Denied, all.ToAggregate().Error(), "%s: the exact message", c.Name)
	}
}

// needsOne reports whether an error has the type Required.
func needsOne(errs field.ErrorList) bool {
	for _, err := range errs {
		if err.Type == field.ErrorTypeRequired {
			return true
		}
	}
	return false
}

func errorsOf(errs field.ErrorList) []admittedError {
	list := make([]admittedError, len(errs))
	for i, err := range errs {
		list[i] = admittedError{string(err.Type), err.Field, err.Detail}
	}
	return list
}

// defaulted returns the JSON of a policy with its defaults.
func defaulted(t testing.TB, c admitted, policy runtime.Object) []byte {
	t.Helper()
	var out any
	if s, ok := policy.(api.PropagationSource); ok {
		var newID func() string
		if c.Operation == "CREATE" {
			newID = func() string { return "<uuid>" }
		}
		out = validation.DefaultPropagation(s, newID)
	} else {
		out = validation.DefaultOverride(policy.(api.OverrideSource))
	}
	text, err := json.Marshal(out)
	require.NoError(t, err, c.Name)
	return text
}

// withoutEmpty removes null and empty values from objects: only some of the types encode them.
func withoutEmpty(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if value = withoutEmpty(value); value == nil {
				delete(v, key)
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		for i := range v {
			if item := withoutEmpty(v[i]); item != nil {
				v[i] = item
			}
		}
		if len(v) == 0 {
			return nil
		}
	case string:
		if v == "" {
			return nil
		}
	}
	return v
}
