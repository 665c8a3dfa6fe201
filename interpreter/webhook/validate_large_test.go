package webhook

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
)

// TestManyFaults checks the limit of reported faults: the text of an aggregate takes quadratic time.
func TestManyFaults(t *testing.T) {
	t.Parallel()
	errs := checkDependencies(make([]interpreter.Dependency, 100_000))
	require.Len(t, errs, maxErrors)
	require.Equal(t, "dependencies[0].apiVersion", errs[0].Field)
	require.Nil(t, checkDependencies(nil).ToAggregate())
}

// TestManyKinds has webhooks that each keep their own limit.
func TestManyKinds(t *testing.T) {
	t.Parallel()
	var names []string
	for i := range 300 {
		names = append(names, fmt.Sprint("k", i))
	}
	w := Webhook{Rules: []Rule{{Operations: []interpreter.Operation{interpreter.Any}, APIGroups: names, APIVersions: names[:300], Kinds: names[:1]}}}
	c := Configuration{Webhooks: []Webhook{w, w}}
	_, err := Interpreters(func(id string, w Webhook) Client { return w.Client(id, http.DefaultClient, nil) }, c)
	require.ErrorContains(t, err, "all rules expand to more than 1000000 kinds")
	require.Equal(t, 1, strings.Count(err.Error(), "\n")+1)
}
