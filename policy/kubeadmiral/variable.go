package kubeadmiral

import (
	"encoding/json"
	"errors"
	"fmt"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// variable is an environment variable as KubeAdmiral decodes it, the EnvVar of core/v1 at the time of its release. KubeAdmiral loses
// unknown fields, may omit empty fields, and always writes a divisor.
type variable struct {
	Name      string          `json:"name"`
	Value     string          `json:"value,omitempty"`
	ValueFrom *variableSource `json:"valueFrom,omitempty"`
}

type variableSource struct {
	FieldRef *struct {
		APIVersion string `json:"apiVersion,omitempty"`
		FieldPath  string `json:"fieldPath"`
	} `json:"fieldRef,omitempty"`
	ResourceFieldRef *struct {
		ContainerName string            `json:"containerName,omitempty"`
		Resource      string            `json:"resource"`
		Divisor       quantity.Quantity `json:"divisor"`
	} `json:"resourceFieldRef,omitempty"`
	ConfigMapKeyRef *keyRef `json:"configMapKeyRef,omitempty"`
	SecretKeyRef    *keyRef `json:"secretKeyRef,omitempty"`
}

type keyRef struct {
	Name     string `json:"name,omitempty"`
	Key      string `json:"key"`
	Optional *bool  `json:"optional,omitempty"`
}

// variableOf decodes an environment variable of a policy.
func variableOf(v api.JSON) (map[string]any, error) {
	decoded, err := v.Decode()
	if err != nil {
		return nil, err
	}
	content, _ := decoded.(map[string]any)
	if _, ok := content["name"].(string); !ok {
		return nil, errors.New("an environment variable is an object with a name")
	}
	if _, err := rewritten(content); err != nil {
		return nil, err
	}
	return content, nil
}

// rewritten returns what KubeAdmiral writes for an environment variable, or an error if it cannot read it.
func rewritten(v any) (any, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var held variable
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &held); err != nil {
		var misfit *json.UnmarshalTypeError
		if field, reason, ok := quantity.Reason(err); ok {
			err = fmt.Errorf("%s: %s", field, reason)
		} else if errors.As(err, &misfit) {
			err = fmt.Errorf("%s cannot be %s", misfit.Field, withArticle(misfit.Value))
		}
		return nil, err
	}
	if text, err = json.Marshal(held); err != nil {
		return nil, err
	}
	var again any
	err = utiljson.Unmarshal(text, &again)
	return again, err
}

// withArticle is a type of JSON, as package json names it, with its article.
func withArticle(name string) string {
	if name == "array" || name == "object" {
		return "an " + name
	}
	return "a " + name
}

func asText(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}
