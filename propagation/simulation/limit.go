package simulation

import (
	"encoding/json"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// The limits of API servers.
const (
	maxObject         = 3 << 19 // bytes of JSON, 1.5 MiB: what etcd stores
	maxSliceEndpoints = 1000    // of an EndpointSlice

	maxError = 1000 // bytes

	// The bytes of names.
	maxName      = 253
	maxNamespace = 63
	maxKind      = 63
	maxVersion   = maxName + 1 + 63 // a group and a version
	maxCluster   = 48               // of Karmada
)

// checkRef returns an error if an API server does not accept the names in a reference, because they are too long.
func checkRef(ref override.Ref) error {
	for _, part := range []struct {
		name, text string
		most       int
	}{{"name", ref.Name, maxName}, {"namespace", ref.Namespace, maxNamespace}, {"kind", ref.Kind, maxKind}, {"apiVersion", ref.APIVersion, maxVersion}} {
		if len(part.text) > part.most {
			return fmt.Errorf("found a %s of %d bytes, expected at most %d", part.name, len(part.text), part.most)
		}
	}
	return nil
}

// checkNamed returns an error if a policy has no name, or names that an API server does not accept.
func checkNamed(policy interface{ Ref() override.Ref }) error {
	ref := policy.Ref()
	if ref.Name == "" {
		return fmt.Errorf("found a %T without a name", policy)
	}
	if err := checkRef(ref); err != nil {
		return fmt.Errorf("%s: %w", content.ClipRef(ref), err)
	}
	return nil
}

// checkObject returns an error if an API server does not accept an object: its names are too long, it contains a value that is not
// JSON, is too large, or is an EndpointSlice with too many endpoints.
func checkObject(o *unstructured.Unstructured) error {
	if err := checkRef(override.RefOf(o)); err != nil {
		return err
	}
	if err := content.Check(o.Object); err != nil {
		if text := err.Error(); len(text) > maxError { // it has the path, whose keys have any length
			return errors.New(content.Clip(text))
		}
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
