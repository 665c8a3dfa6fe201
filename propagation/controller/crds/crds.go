// Package crds has the CustomResourceDefinitions of the kinds that a control plane stores: Karmada's policies, bindings, Works and Clusters, and
// KubeAdmiral's override policies (Karmada f8fdd02df, 1.19; KubeAdmiral 19de01c).
//
// They are generated from the Go types of this project, and accept what the types can hold. Values with their own rules, such as manifests, are
// stored as they are. Each kind has a status, which is a subresource. Policies have conditions there, which report their
// faults. Policies in Karmada have no status.
//
// Karmada serves Clusters from an API server of its own. Do not install these definitions into a control plane of Karmada or KubeAdmiral,
// which has its own.
package crds

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"
)

// FieldOwner is the field manager of Install.
const FieldOwner = client.FieldOwner("overridekit-crds")

//go:embed files/*.karmada.io.yaml files/*.kubeadmiral.io.yaml
var files embed.FS

// All returns the definitions, sorted by name. The caller may change them.
func All() ([]*apiextensionsv1.CustomResourceDefinition, error) {
	var out []*apiextensionsv1.CustomResourceDefinition
	err := each(func(name string, data []byte) error {
		definition := &apiextensionsv1.CustomResourceDefinition{}
		if err := yaml.UnmarshalStrict(data, definition); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, definition)
		return nil
	})
	return out, err
}

// Install applies the definitions by server-side apply, and returns when the API server serves all of them. It takes over fields of other
// managers. It needs the rights to get and patch customresourcedefinitions, and to create those that are missing.
func Install(ctx context.Context, c client.Client) error {
	var names []string
	err := each(func(name string, data []byte) error {
		definition := &unstructured.Unstructured{}
		if err := yaml.Unmarshal(data, definition); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := c.Apply(ctx, client.ApplyConfigurationFromUnstructured(definition), FieldOwner, client.ForceOwnership); err != nil {
			return fmt.Errorf("definition %s: %w", definition.GetName(), err)
		}
		names = append(names, definition.GetName())
		return nil
	})
	if err != nil {
		return err
	}
	for _, name := range names {
		err := wait.PollUntilContextCancel(ctx, 100*time.Millisecond, true, func(ctx context.Context) (bool, error) { return established(ctx, c, name) })
		if err != nil {
			return fmt.Errorf("definition %s is not established: %w", name, err)
		}
	}
	return nil
}

func established(ctx context.Context, c client.Client, name string) (bool, error) {
	definition := &unstructured.Unstructured{}
	definition.SetGroupVersionKind(apiextensionsv1.SchemeGroupVersion.WithKind("CustomResourceDefinition"))
	if err := c.Get(ctx, client.ObjectKey{Name: name}, definition); err != nil {
		return false, err
	}
	return isEstablished(definition), nil
}

// isEstablished reports whether a definition has the condition Established. The conditions are null until the API server has looked at it.
func isEstablished(definition *unstructured.Unstructured) bool {
	value, _, _ := unstructured.NestedFieldNoCopy(definition.Object, "status", "conditions")
	conditions, _ := value.([]any)
	for _, item := range conditions {
		condition, _ := item.(map[string]any)
		if condition["type"] == string(apiextensionsv1.Established) {
			return condition["status"] == string(apiextensionsv1.ConditionTrue)
		}
	}
	return false
}

// each calls f for the files, sorted by name.
func each(f func(name string, data []byte) error) error {
	entries, err := fs.ReadDir(files, "files")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		data, err := fs.ReadFile(files, "files/"+entry.Name())
		if err != nil {
			return err
		}
		if err := f(entry.Name(), data); err != nil {
			return err
		}
	}
	return nil
}
