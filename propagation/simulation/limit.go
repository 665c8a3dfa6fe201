package simulation

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// The limits of API servers.
const (
	maxObject         = 3 << 19 // bytes of JSON, 1.5 MiB: what etcd stores
	maxSliceEndpoints = 1000    // of an EndpointSlice
)

// checkObject returns an error if an API server does not accept an object: it contains a value that is not JSON, is too large, or is an EndpointSlice
// with too many endpoints.
func checkObject(o *unstructured.Unstructured) error {
	if err := content.Check(o.Object); err != nil {
		return err
	}
	if endpoints, ok := o.Object["endpoints"].([]any); ok && override.RefOf(o).Kind == "EndpointSlice" && len(endpoints) > maxSliceEndpoints {
		return fmt.Errorf("/endpoints has %d elements, expected at most %d", len(endpoints), maxSliceEndpoints)
	}
	var size counter
	if err := json.NewEncoder(&size).Encode(o.Object); err != nil {
		return err
	}
	if size > maxObject {
		return fmt.Errorf("found %d bytes, expected at most %d", size, maxObject)
	}
	return nil
}

// counter counts the bytes that are written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
