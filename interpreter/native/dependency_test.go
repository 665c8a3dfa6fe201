package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

func TestDependency(t *testing.T) {
	t.Parallel()
	pod := func(kind, spec string) string {
		return `{"object": {"apiVersion": "apps/v1", "kind": "` + kind + `", "metadata": {"namespace": "shop"}, "spec": {"template": {"spec": ` + spec + `}}}}`
	}
	one := func(kind, name string) string {
		return `[{apiVersion: v1, namespace: shop, kind: ` + kind + `, name: ` + name + `}]`
	}
	cases := []hookCase{
		{"nothing", "a pod may need nothing", pod("Deployment", `{"containers": [{"name": "c"}], "serviceAccountName": "default", "serviceAccount": "old"}`), `null`, ""},
		{"no namespace", "the namespace may be empty", `{"object": {"apiVersion": "apps/v1", "kind": "ReplicaSet", "spec": {"template": {"spec": {"serviceAccountName": "robot"}}}}}`, `[{apiVersion: v1, kind: ServiceAccount, name: robot}]`, ""},
		{"sorted, no duplicates", "by kind, then by name; of all containers, optional ones included", pod("Deployment", `{
			"serviceAccountName": "robot",
			"imagePullSecrets": [{"name": "pull"}, {"name": "b"}, {}, null],
			"initContainers": [{"envFrom": [{"configMapRef": {"name": "z"}}, {"secretRef": {"name": "b", "optional": true}}]}],
			"containers": [{"env": [{"name": "x", "value": "y"}, {"valueFrom": {"configMapKeyRef": {"name": "a", "key": "k", "optional": true}}}, {"valueFrom": {"secretKeyRef": {"name": "c", "key": "k"}}}]}, null],
			"ephemeralContainers": [{"env": [{"valueFrom": {"configMapKeyRef": {"name": "z"}}}], "envFrom": [{"secretRef": {"name": "d"}}]}],
			"volumes": [{"persistentVolumeClaim": {"claimName": "data"}}, {"configMap": {"name": "m"}}, {"persistentVolumeClaim": {"claimName": ""}}, {"emptyDir": {}}, null]}`), `
- {apiVersion: v1, kind: ConfigMap, namespace: shop, name: a}
- {apiVersion: v1, kind: ConfigMap, namespace: shop, name: m}
- {apiVersion: v1, kind: ConfigMap, namespace: shop, name: z}
- {apiVersion: v1, kind: PersistentVolumeClaim, namespace: shop, name: data}
- {apiVersion: v1, kind: Secret, namespace: shop, name: b}
- {apiVersion: v1, kind: Secret, namespace: shop, name: c}
- {apiVersion: v1, kind: Secret, namespace: shop, name: d}
- {apiVersion: v1, kind: Secret, namespace: shop, name: pull}
- {apiVersion: v1, kind: ServiceAccount, namespace: shop, name: robot}
`, ""},
		{"projected", "all parts of a projected volume count", pod("DaemonSet", `{"volumes": [{"projected": {"sources": [{"configMap": {"name": "a"}, "secret": {"name": "b"}}, {"secret": {"name": "c"}}, {"secret": {}}, null]}}]}`), `
- {apiVersion: v1, kind: ConfigMap, namespace: shop, name: a}
- {apiVersion: v1, kind: Secret, namespace: shop, name: b}
- {apiVersion: v1, kind: Secret, namespace: shop, name: c}
`, ""},
		{"two sources", "the first one hides the others", pod("Deployment", `{"volumes": [{"secret": {"secretName": "b"}, "azureFile": {"secretName": "a"}, "configMap": {"name": "m"}}]}`), `
- {apiVersion: v1, kind: ConfigMap, namespace: shop, name: m}
- {apiVersion: v1, kind: Secret, namespace: shop, name: a}
`, ""},
		{"two sources, the first empty", "it hides the others although it names nothing", pod("Deployment", `{"volumes": [{"cephfs": {}, "secret": {"secretName": "b"}}]}`), `null`, ""},
		{"two sources, the first null", "null is absent", pod("Deployment", `{"volumes": [{"cephfs": null, "secret": {"secretName": "b"}}]}`), one("Secret", "b"), ""},
		{"projected and a ConfigMap", "projected comes first", pod("Deployment", `{"volumes": [{"projected": {}, "configMap": {"name": "m"}}]}`), `null`, ""},
		{"wrong type", "the whole object is decoded", pod("Deployment", `{"volumes": [{"hostPath": 5}]}`), "", "InterpretDependency: Deployment shop/: /spec/template/spec/volumes/0/hostPath is the number 5, expected an object"},
	}
	for _, volume := range []string{
		`{"azureFile": {"secretName": "s"}}`, `{"cephfs": {"secretRef": {"name": "s"}}}`, `{"cinder": {"secretRef": {"name": "s"}}}`,
		`{"flexVolume": {"secretRef": {"name": "s"}}}`, `{"rbd": {"secretRef": {"name": "s"}}}`, `{"secret": {"secretName": "s"}}`,
		`{"scaleIO": {"secretRef": {"name": "s"}}}`, `{"iscsi": {"secretRef": {"name": "s"}}}`, `{"storageos": {"secretRef": {"name": "s"}}}`,
		`{"csi": {"nodePublishSecretRef": {"name": "s"}}}`,
	} {
		cases = append(cases, hookCase{volume, "each of them has a Secret", pod("ReplicaSet", `{"volumes": [`+volume+`]}`), one("Secret", "s"), ""})
	}
	runHook(t, interpreter.InterpretDependency, cases)
}
