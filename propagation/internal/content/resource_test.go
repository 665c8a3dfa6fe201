package content_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/internal/content"
)

func TestIsScalarResource(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"hugepages-2Mi": true, "hugepages-": true, "attachable-volumes-aws-ebs": true, "kubernetes.io/batteries": true, "requests.kubernetes.io/x": true,
		"kubernetes.io/":  true, // rule 1 does not look at the rest of the name
		"example.com/gpu": true, "example.com/GPU_1.x": true,
		"cpu": false, "memory": false, "pods": false, "odd": false, "": false, "/": false, "/gpu": false, "example.com/": false, "a/b/c": false,
		"Example.com/gpu": false, "example.com/-gpu": false, "requests.example.com/gpu": false, "hugepages": false,
		"example.com/" + strings.Repeat("x", 63): true, "example.com/" + strings.Repeat("x", 64): false,
		strings.Repeat("x", 63) + ".com/gpu": true, strings.Repeat("x.", 130) + "com/gpu": false,
	} {
		require.Equal(t, want, content.IsScalarResource(name), name)
	}
}
