// Package generate makes the CustomResourceDefinitions of package crds from the Go types of the library.
package generate

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	karmada "github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiral "github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// kind is what a definition needs beyond the Go type.
type kind struct {
	version    schema.GroupVersion
	object     any // a zero value of the type
	plural     string
	short      string // "": none
	namespaced bool
	columns    []apiextensionsv1.CustomResourceColumnDefinition
}

var kinds = []kind{
	{karmada.PolicyGroupVersion, karmada.PropagationPolicy{}, "propagationpolicies", "pp", true, propagationColumns},
	{karmada.PolicyGroupVersion, karmada.ClusterPropagationPolicy{}, "clusterpropagationpolicies", "cpp", false, propagationColumns},
	{karmada.PolicyGroupVersion, karmada.OverridePolicy{}, "overridepolicies", "op", true, nil},
	{karmada.PolicyGroupVersion, karmada.ClusterOverridePolicy{}, "clusteroverridepolicies", "cop", false, nil},
	{karmada.PolicyGroupVersion, karmada.ClusterTaintPolicy{}, "clustertaintpolicies", "", false, nil},
	{karmada.BindingGroupVersion, karmada.ResourceBinding{}, "resourcebindings", "rb", true, bindingColumns},
	{karmada.BindingGroupVersion, karmada.ClusterResourceBinding{}, "clusterresourcebindings", "crb", false, bindingColumns},
	{karmada.WorkGroupVersion, karmada.Work{}, "works", "", true, []apiextensionsv1.CustomResourceColumnDefinition{
		condition("Applied"),
	}},
	{karmada.ClusterGroupVersion, karmada.Cluster{}, "clusters", "", false, []apiextensionsv1.CustomResourceColumnDefinition{
		column("Version", "string", ".status.kubernetesVersion"), column("Mode", "string", ".spec.syncMode"), condition("Ready"),
	}},
	{kubeadmiral.GroupVersion, kubeadmiral.OverridePolicy{}, "overridepolicies", "", true, nil},
	{kubeadmiral.GroupVersion, kubeadmiral.ClusterOverridePolicy{}, "clusteroverridepolicies", "", false, nil},
}

var (
	propagationColumns = []apiextensionsv1.CustomResourceColumnDefinition{
		column("Conflict-Resolution", "string", ".spec.conflictResolution"), column("Priority", "integer", ".spec.priority"),
	}
	bindingColumns = []apiextensionsv1.CustomResourceColumnDefinition{condition("Scheduled"), condition("Rendered"), condition("FullyApplied")}
)

func column(name, kind, path string) apiextensionsv1.CustomResourceColumnDefinition {
	return apiextensionsv1.CustomResourceColumnDefinition{Name: name, Type: kind, JSONPath: path}
}

// condition is a column with the status of a condition.
func condition(name string) apiextensionsv1.CustomResourceColumnDefinition {
	return column(name, "string", fmt.Sprintf(".status.conditions[?(@.type==%q)].status", name))
}

// Files returns the definitions in YAML, by the name of the file, and a kustomization.yaml that lists them.
func Files() (map[string][]byte, error) {
	files := map[string][]byte{}
	var names []string
	for _, k := range kinds {
		definition, err := k.definition()
		if err != nil {
			return nil, err
		}
		data, err := yaml.Marshal(definition)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", definition.Name, err)
		}
		name := definition.Name + ".yaml"
		files[name], names = data, append(names, name)
	}
	slices.Sort(names)
	files["kustomization.yaml"] = fmt.Appendf(nil, "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n- %s\n", strings.Join(names, "\n- "))
	return files, nil
}

// file is a definition without a status, which an API server writes.
type file struct {
	metav1.TypeMeta `json:",inline"`
	Name            string                                       `json:"-"`
	Metadata        map[string]string                            `json:"metadata"`
	Spec            apiextensionsv1.CustomResourceDefinitionSpec `json:"spec"`
}

func (k kind) definition() (file, error) {
	t := reflect.TypeOf(k.object)
	root, err := k.schema(t)
	if err != nil {
		return file{}, err
	}
	name := k.plural + "." + k.version.Group
	names := apiextensionsv1.CustomResourceDefinitionNames{
		Kind: t.Name(), ListKind: t.Name() + "List", Plural: k.plural, Singular: strings.ToLower(t.Name()),
	}
	if k.short != "" {
		names.ShortNames = []string{k.short}
	}
	scope := apiextensionsv1.ClusterScoped
	if k.namespaced {
		scope = apiextensionsv1.NamespaceScoped
	}
	return file{
		TypeMeta: metav1.TypeMeta{APIVersion: "apiextensions.k8s.io/v1", Kind: "CustomResourceDefinition"},
		Name:     name,
		Metadata: map[string]string{"name": name},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: k.version.Group, Names: names, Scope: scope,
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: k.version.Version, Served: true, Storage: true,
				Schema:                   &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: root},
				Subresources:             &apiextensionsv1.CustomResourceSubresources{Status: &apiextensionsv1.CustomResourceSubresourceStatus{}},
				AdditionalPrinterColumns: append(slices.Clone(k.columns), column("Age", "date", ".metadata.creationTimestamp")),
			}},
		},
	}, nil
}

// schema returns the schema of the whole object. Policies get a status with conditions, which their Go types do not have: a controller
// reports there what is wrong with one.
func (k kind) schema(t reflect.Type) (*apiextensionsv1.JSONSchemaProps, error) {
	root, err := structure(t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cmp.Or(t.Name(), k.plural), err)
	}
	root.Properties["apiVersion"] = apiextensionsv1.JSONSchemaProps{Type: "string"}
	root.Properties["kind"] = apiextensionsv1.JSONSchemaProps{Type: "string"}
	root.Properties["metadata"] = apiextensionsv1.JSONSchemaProps{Type: "object"}
	if _, ok := root.Properties["status"]; !ok {
		conditions, err := of(reflect.TypeFor[[]metav1.Condition]())
		if err != nil {
			return nil, err
		}
		root.Properties["status"] = apiextensionsv1.JSONSchemaProps{
			Type:       "object",
			Properties: map[string]apiextensionsv1.JSONSchemaProps{"conditions": *conditions},
		}
	}
	return root, nil
}
