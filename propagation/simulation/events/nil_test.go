package events

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNothing calls everything with nil and zero values.
func TestNothing(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"Decode": func(t *testing.T) {
			_, err := Decode(nil)
			require.EqualError(t, err, "there is no stream")
		},
		"Begin": func(t *testing.T) {
			all, err := Begin(nil, []Event{{}})
			require.NoError(t, err)
			require.Len(t, all, 2)
		},
		"CheckKinds": func(t *testing.T) { require.NoError(t, CheckKinds(nil)) },
		"TableOf": func(t *testing.T) {
			require.NotEmpty(t, TableOf(0, Event{}, simulation.New(propagation.PlanInput{}, start), nil, nil).String())
		},
		"Table.WriteTo": func(t *testing.T) {
			n, err := Table{}.WriteTo(t.Output())
			require.NoError(t, err)
			require.Positive(t, n)
		},
		"Error.Error": func(t *testing.T) {
			require.EqualError(t, (*Error)(nil), "no error")
			require.EqualError(t, &Error{}, "no error")
		},
	}
	exported.Methods(t, calls, &Error{}, &Event{}, &Table{})
	exported.Walk(t, calls)
}
