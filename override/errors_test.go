package override_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
)

// TestErrorLongNames has an error with names that no API server stores. There may be one for each of many clusters.
func TestErrorLongNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("n", 1<<20) + "\n"
	ref := override.Ref{Kind: "Pod", Namespace: long, Name: long}
	err := &override.Error{Policy: ref, Object: ref, Cluster: "a\nb" + long, At: "spec", Err: errors.New("x")}
	name := "Pod " + long[:596] + "…"
	require.EqualError(t, err, name+": spec: "+name+" in cluster a\ufffdb"+long[:597]+"…: x")
}
