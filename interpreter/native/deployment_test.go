package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

func TestDeploymentRetain(t *testing.T) {
	t.Parallel()
	const (
		plain    = `"desired": {"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"replicas": 3}}`
		labelled = `"desired": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"labels": {"resourcetemplate.karmada.io/retain-replicas": "true"}}`
	)
	runHook(t, interpreter.Retain, []hookCase{
		{"without the label", "without the label the desired number is used", `{` + plain + `, "observed": {"spec": {"replicas": "x"}}}`, `{object: {apiVersion: apps/v1, kind: Deployment, spec: {replicas: 3}}}`, ""},
		{"with the label", "the member's number is used", `{` + labelled + `, "spec": {"replicas": 3}}, "observed": {"spec": {"replicas": 7}}}`,
			`{object: {apiVersion: apps/v1, kind: Deployment, metadata: {labels: {resourcetemplate.karmada.io/retain-replicas: "true"}}, spec: {replicas: 7}}}`, ""},
		{"without spec", "it is created", `{` + labelled + `}, "observed": {"spec": {"replicas": 7}}}`,
			`{object: {apiVersion: apps/v1, kind: Deployment, metadata: {labels: {resourcetemplate.karmada.io/retain-replicas: "true"}}, spec: {replicas: 7}}}`, ""},
		{"null spec", "a null is not replaced by an object", `{` + labelled + `, "spec": null}, "observed": {"spec": {"replicas": 7}}}`, "", "/spec is null, expected an object"},
		{"another value", "only true is true", `{"desired": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"labels": {"resourcetemplate.karmada.io/retain-replicas": "True"}}}, "observed": {"spec": {"replicas": 7}}}`,
			`{object: {apiVersion: apps/v1, kind: Deployment, metadata: {labels: {resourcetemplate.karmada.io/retain-replicas: "True"}}}}`, ""},
		{"nothing to retain", "the desired number would scale the member", `{` + labelled + `}, "observed": {"spec": {}}}`, "", "of the observed object is null, expected an integer"},
		{"null to retain", "null is not a number", `{` + labelled + `}, "observed": {"spec": {"replicas": null}}}`, "", "of the observed object is null, expected an integer"},
		{"3.0 to retain", "3.0 is not an integer here", `{` + labelled + `}, "observed": {"spec": {"replicas": 3.0}}}`, "", "/spec/replicas of the observed object is the number 3 of the Go type float64, expected an integer"},
		{"a label is a number", "one invalid label makes all unreadable", `{"desired": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"labels": {"a": 1}}}, "observed": {}}`, "", "/metadata/labels is"},
		{"a label is null", "one invalid label makes all unreadable", `{"desired": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"labels": {"a": null}}}, "observed": {}}`, "", "/metadata/labels is"},
		{"labels are null", "null is not an object", `{"desired": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"labels": null}}, "observed": {}}`, "", "/metadata/labels is null"},
	})
}

func TestDeploymentStatus(t *testing.T) {
	t.Parallel()
	const (
		bare  = `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "namespace": "shop"}, `
		head  = `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"generation": 2, "annotations": {"resourcetemplate.karmada.io/generation": "7"}}, `
		fresh = `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"annotations": {"resourcetemplate.karmada.io/generation": "0"}}, `
	)
	runHook(t, interpreter.InterpretStatus, []hookCase{
		{"all", "conditions and collisionCount stay in the member",
			head + `"status": {"replicas": 6, "updatedReplicas": 5, "readyReplicas": 4, "availableReplicas": 3, "unavailableReplicas": 1, "observedGeneration": 2, "collisionCount": 9, "terminatingReplicas": 8, "conditions": [{"type": "Available", "status": "True"}]}}}`,
			`{generation: 2, resourceTemplateGeneration: 7, replicas: 6, updatedReplicas: 5, readyReplicas: 4, availableReplicas: 3, unavailableReplicas: 1, observedGeneration: 2}`, ""},
		{"zeros", "zeros are left out", head + `"status": {"replicas": 0}}}`, `{generation: 2, resourceTemplateGeneration: 7}`, ""},
		{"nothing left", "an empty status is not reported", fresh + `"status": {"replicas": 0}}}`, `null`, ""},
		{"3.0", "3.0 is an integer", fresh + `"status": {"replicas": 3.0}}}`, `{replicas: 3}`, ""},
		{"no status", "no annotation is required", bare + `"spec": {}}}`, `null`, ""},
		{"invalid spec", "only the status is decoded", fresh + `"spec": 5, "status": {"replicas": 3}}}`, `{replicas: 3}`, ""},
		{"generation 2.0", "2.0 is not an integer outside of the status", `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"generation": 2.0, "annotations": {"resourcetemplate.karmada.io/generation": "+7"}}, "status": {}}}`, `{resourceTemplateGeneration: 7}`, ""},
		{"null", "null is not a status", head + `"status": null}}`, "", "/status is null, expected an object"},
		{"a string", "a string is not a status", head + `"status": "up"}}`, "", `/status is the string "up", expected an object`},
		{"a field of the wrong type", "the status is decoded", head + `"status": {"readyReplicas": "3"}}}`, "", "/status/readyReplicas"},
		{"a field of the wrong type that is not reported", "the whole status is decoded", head + `"status": {"conditions": {}}}}`, "", "/status/conditions is an object, expected a list"},
		{"too large", "a wrapped number would be wrong", head + `"status": {"readyReplicas": 2147483648}}}`, "", "/status/readyReplicas"},
		{"no annotation", "the generation of the template is unknown", bare + `"status": {}}}`, "", `InterpretStatus: Deployment shop/web: /metadata/annotations/resourcetemplate.karmada.io~1generation is ""`},
		{"annotation with a space", "it must be only a number", `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"annotations": {"resourcetemplate.karmada.io/generation": " 1"}}, "status": {}}}`, "", `is " 1"`},
		{"another annotation is a number", "one invalid annotation makes all unreadable", `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"annotations": {"a": 1, "resourcetemplate.karmada.io/generation": "1"}}, "status": {}}}`, "", `is ""`},
	})
}

func TestDeploymentHealth(t *testing.T) {
	t.Parallel()
	const head = `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"generation": 2}, `
	yes, no := `{healthy: true}`, `{healthy: false}`
	runHook(t, interpreter.InterpretHealth, []hookCase{
		{"rolled out", "all are updated and available", head + `"spec": {"replicas": 3}, "status": {"observedGeneration": 2, "updatedReplicas": 3, "availableReplicas": 3}}}`, yes, ""},
		{"more than requested", "old replicas are ignored", head + `"spec": {"replicas": 3}, "status": {"observedGeneration": 2, "updatedReplicas": 4, "availableReplicas": 5}}}`, yes, ""},
		{"not observed", "the status is about an older object", head + `"spec": {"replicas": 3}, "status": {"observedGeneration": 1, "updatedReplicas": 3, "availableReplicas": 3}}}`, no, ""},
		{"observed a later generation", "the numbers must be equal", head + `"spec": {"replicas": 3}, "status": {"observedGeneration": 3, "updatedReplicas": 3, "availableReplicas": 3}}}`, no, ""},
		{"not updated", "old replicas are ignored", head + `"spec": {"replicas": 3}, "status": {"observedGeneration": 2, "updatedReplicas": 2, "availableReplicas": 3}}}`, no, ""},
		{"not available", "updated is not enough", head + `"spec": {"replicas": 3}, "status": {"observedGeneration": 2, "updatedReplicas": 3, "availableReplicas": 2}}}`, no, ""},
		{"no number", "no replicas are requested, none are needed", head + `"spec": {"replicas": null}, "status": {"observedGeneration": 2}}}`, yes, ""},
		{"empty object", "0 of 0 are available", `{"object": {"apiVersion": "apps/v1", "kind": "Deployment"}}`, yes, ""},
		{"wrong elsewhere", "the whole object is decoded", head + `"spec": {"paused": "no"}}}`, "", "/spec/paused"},
	})
}
