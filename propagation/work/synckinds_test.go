package work_test

import (
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
)

// syncKind is a template of a kind, and the slots that people edit in it.
type syncKind struct {
	name, template string
	slots          []slot
}

// slot is a place in an object, and the values that it may have; nil removes it.
type slot struct {
	at     string
	values []any
}

type m = map[string]any

var syncKinds = []syncKind{
	{"Deployment", `{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: web}, spec: {selector: {matchLabels: {app: web}}, template: {
		metadata: {labels: {app: web}}, spec: {volumes: [{name: v, emptyDir: {}}], containers: [{name: app, image: "nginx:1"}]}}}}`, deploymentSlots},
	{"scaled Deployment", `{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: scaled, labels: {resourcetemplate.karmada.io/retain-replicas: "true"}},
		spec: {replicas: 2, template: {spec: {volumes: [{name: v, emptyDir: {}}], containers: [{name: app, image: nginx}]}}}}`, deploymentSlots},
	{"Service", `{apiVersion: v1, kind: Service, metadata: {namespace: shop, name: web}, spec: {selector: {app: web}, ports: [{name: http, port: 80}]}}`, append(metadataSlots(), []slot{
		{"/spec/type", []any{"ClusterIP", "NodePort", nil}}, {"/spec/selector/app", []any{"web", "other"}}, {"/spec/selector/track", []any{"a", nil}},
		{"/spec/ports/0/port", []any{int64(80), int64(8080)}}, {"/spec/ports/0/targetPort", []any{int64(80), "http", nil}}, {"/spec/publishNotReadyAddresses", []any{true, false, nil}},
		{"/spec/ports/0/protocol", []any{"TCP", "UDP", nil}}, {"/spec/sessionAffinity", []any{"None", "ClientIP", nil}}, {"/spec/externalTrafficPolicy", []any{"Local", nil}},
	}...)},
	{"ConfigMap", `{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: web}, data: {a: x}}`, append(metadataSlots(), []slot{
		{"/data/a", []any{"x", "y", "", nil}}, {"/data/b", []any{"x", "", nil}}, {"/binaryData/c", []any{"eA==", nil}}, {"/immutable", []any{false, nil}}, {"/data", []any{m{}, m{"c": "z"}, nil}},
	}...)},
	{"Secret", `{apiVersion: v1, kind: Secret, metadata: {namespace: shop, name: web}, data: {a: eA==}}`, append(metadataSlots(), []slot{
		{"/data/a", []any{"eA==", "eQ==", "", nil}}, {"/data/b", []any{"eA==", nil}}, {"/stringData/s", []any{"x", "", nil}}, {"/immutable", []any{false, nil}},
	}...)},
	{"token", `{apiVersion: v1, kind: Secret, type: kubernetes.io/service-account-token, metadata: {namespace: shop, name: token, annotations: {kubernetes.io/service-account.name: web}}, data: {}}`, metadataSlots()},
	{"ServiceAccount", `{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: shop, name: web}}`, append(metadataSlots(), []slot{
		{"/automountServiceAccountToken", []any{true, nil}}, {"/imagePullSecrets", []any{[]any{m{"name": "a"}}, []any{}, nil}},
	}...)},
	{"Job", `{apiVersion: batch/v1, kind: Job, metadata: {namespace: shop, name: once}, spec: {template: {metadata: {labels: {app: once}}, spec: {restartPolicy: Never, containers: [{name: app, image: "busybox:1"}]}}}}`, append(metadataSlots(), []slot{
		{"/spec/parallelism", []any{int64(0), int64(1), int64(2), nil}}, {"/spec/suspend", []any{true, false, nil}}, {"/spec/ttlSecondsAfterFinished", []any{int64(0), int64(9), nil}}, {"/spec/backoffLimit", []any{int64(0), int64(1), nil}},
	}...)},
	{"claim", `{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {namespace: shop, name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1024Mi}}}}`, append(metadataSlots(), []slot{
		{"/spec/resources/requests/storage", []any{"1Gi", "2048Mi", "3"}},
	}...)},
	{"Pod", `{apiVersion: v1, kind: Pod, metadata: {namespace: shop, name: one}, spec: {containers: [{name: app, image: "nginx:1"}]}}`, append(metadataSlots(), []slot{
		{"/spec/containers/0/image", []any{"nginx:1", "nginx:2"}}, {"/spec/activeDeadlineSeconds", []any{int64(9), nil}},
	}...)},
	{"Certificate", `{apiVersion: example.io/v1, kind: Certificate, metadata: {namespace: shop, name: web}, spec: {rules: [{name: a}]}}`, append(metadataSlots(), []slot{
		{"/spec/mode", []any{"auto", "manual", nil}}, {"/spec/rules", []any{[]any{}, []any{m{"name": "a"}, m{"name": "b", "weight": int64(2)}}, nil}}, {"/spec/size", []any{int64(1), 1.5, nil}},
		{"/spec/tls", []any{m{}, m{"enabled": true}, m{"enabled": false}, nil}}, {"/spec/names", []any{[]any{"a"}, []any{"a", "b"}, nil}}, {"/spec/note", []any{"x", "", nil}}, {"/data/a", []any{"x", nil}},
	}...)},
}

var deploymentSlots = append(metadataSlots(), []slot{
	{"/spec/replicas", []any{int64(0), int64(1), int64(3), nil}}, {"/spec/paused", []any{true, false, nil}},
	{"/spec/strategy", []any{m{"type": "Recreate"}, m{"type": "RollingUpdate"}, m{}, m{"rollingUpdate": m{"maxSurge": int64(0)}}, nil}},
	{"/spec/template/metadata/labels/tier", []any{"a", "b", nil}}, {"/spec/template/metadata/annotations/note", []any{"a", nil}},
	{"/spec/template/spec/nodeSelector/disk", []any{"ssd", "", nil}}, {"/spec/template/spec/automountServiceAccountToken", []any{true, false, nil}},
	{"/spec/template/spec/serviceAccountName", []any{"a", "b", nil}}, {"/spec/template/spec/hostNetwork", []any{true, false, nil}},
	{"/spec/template/spec/terminationGracePeriodSeconds", []any{int64(0), int64(60), nil}},
	{"/spec/template/spec/volumes/0", []any{m{"name": "v", "emptyDir": m{}}, m{"name": "v", "hostPath": m{"path": "/x"}}, m{"name": "v", "configMap": m{"name": "c"}}, m{"name": "v"}}},
	{"/spec/template/spec/containers/0/image", []any{"nginx", "nginx:1", "nginx:2"}}, {"/spec/template/spec/containers/0/imagePullPolicy", []any{"Always", nil}},
	{"/spec/template/spec/containers/0/env", []any{[]any{m{"name": "A", "value": ""}}, []any{m{"name": "A", "value": "x"}}, []any{m{"name": "A"}, m{"name": "B", "valueFrom": m{"fieldRef": m{"fieldPath": "spec.nodeName"}}}}, []any{}, nil}},
	{"/spec/template/spec/containers/0/ports", []any{[]any{m{"containerPort": int64(80)}}, []any{m{"containerPort": int64(80), "protocol": "TCP"}}, []any{m{"containerPort": int64(80), "protocol": "UDP", "hostPort": int64(0)}}, nil}},
	{"/spec/template/spec/containers/0/resources", []any{m{"limits": m{"cpu": "1000m"}}, m{"limits": m{"cpu": int64(1)}}, m{"limits": m{"cpu": "0.5", "memory": "1024Mi"}}, m{"requests": m{"cpu": 0.1}}, m{"limits": m{}}, m{}, nil}},
	{"/spec/template/spec/containers/0/securityContext", []any{m{"runAsUser": int64(0)}, m{"runAsUser": int64(1)}, m{"allowPrivilegeEscalation": false}, m{}, nil}},
}...)

func metadataSlots() []slot {
	return []slot{
		{"/metadata/labels/t1", []any{"a", "b", "", nil}}, {"/metadata/labels/t2", []any{"a", nil}},
		{"/metadata/annotations/t1", []any{"a", "b", nil}}, {"/metadata/annotations/t2", []any{"a", "", nil}},
	}
}

// setAt sets a copy of a value at a pointer, and makes the objects on its way. Nil removes the value.
func setAt(root any, pointer string, v any) {
	keys := strings.Split(pointer[1:], "/")
	for i, key := range keys {
		switch at := root.(type) {
		case map[string]any:
			switch last := i == len(keys)-1; {
			case last && v == nil:
				delete(at, key)
			case last:
				at[key] = runtime.DeepCopyJSONValue(v)
			case at[key] == nil:
				at[key] = m{}
			}
			root = at[key]
		case []any:
			n, _ := strconv.Atoi(key)
			if n >= len(at) {
				return
			}
			if i == len(keys)-1 && v != nil {
				at[n] = runtime.DeepCopyJSONValue(v)
			}
			root = at[n]
		}
	}
}

// at returns the value at a pointer.
func at(root any, pointer string) (any, bool) {
	for key := range strings.SplitSeq(pointer[1:], "/") {
		switch at := root.(type) {
		case map[string]any:
			v, found := at[key]
			if !found {
				return nil, false
			}
			root = v
		case []any:
			n, _ := strconv.Atoi(key)
			if n >= len(at) {
				return nil, false
			}
			root = at[n]
		default:
			return nil, false
		}
	}
	return root, true
}
