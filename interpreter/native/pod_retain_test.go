package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

func TestPodRetain(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.Retain, []question{
		{
			name: "decided by the member", reason: "the scheduler and the admission set these",
			desired: aPod + `
spec:
  containers: [{name: a, image: new}]
  volumes: [{name: mine, emptyDir: {}}]`,
			observed: aPod + `
spec:
  nodeName: n1
  serviceAccountName: default
  schedulerName: other
  containers: [{name: a, image: old, volumeMounts: [{name: token, mountPath: /t}]}]
  volumes: [{name: token, projected: {sources: [{serviceAccountToken: {path: t}}]}}]
status: {phase: Running}`,
			want: aPod + `
spec:
  nodeName: n1
  serviceAccountName: default
  containers: [{name: a, image: new, resources: {}, volumeMounts: [{name: token, mountPath: /t}]}]
  volumes: [{name: token, projected: {sources: [{serviceAccountToken: {path: t}}]}}]
status: {}`,
		},
		{
			name: "not decided", reason: "fields that the observed pod lacks are removed",
			desired:  aPod + "spec: {nodeName: n1, serviceAccountName: sa, volumes: [{name: v}], containers: [{name: a, volumeMounts: [{name: v, mountPath: /v}]}]}",
			observed: aPod + "spec: {containers: [{name: a}]}",
			want:     aPod + "spec: {containers: [{name: a, resources: {}}]}\nstatus: {}",
		},
		{
			name: "containers by name", reason: "the first of a name gets the mounts, and a container that the member lacks keeps its own",
			desired: aPod + `
spec:
  containers: [{name: a}, {name: b, volumeMounts: [{name: b, mountPath: /b}]}, {name: a}]
  initContainers: [{name: a}]`,
			observed: aPod + `
spec:
  containers: [{name: z, volumeMounts: [{name: z, mountPath: /z}]}, {name: a, volumeMounts: [{name: x, mountPath: /1}]}, {name: a, volumeMounts: [{name: x, mountPath: /2}]}]
  initContainers: [{name: a, volumeMounts: [{name: i, mountPath: /i}]}]`,
			want: aPod + `
spec:
  containers: [{name: a, resources: {}, volumeMounts: [{name: x, mountPath: /2}]}, {name: b, resources: {}, volumeMounts: [{name: b, mountPath: /b}]}, {name: a, resources: {}}]
  initContainers: [{name: a, resources: {}, volumeMounts: [{name: i, mountPath: /i}]}]
status: {}`,
		},
		{
			name: "encoded again", reason: "unknown fields are lost, quantities are canonical, empty structs and lists appear",
			desired:  aPod + "junk: 1\nspec: {junk: 1, overhead: {cpu: 1500m, memory: 1024Mi}}\nstatus: {phase: Running, junk: 1}",
			observed: aPod, want: aPod + "spec: {containers: null, overhead: {cpu: 1500m, memory: 1Gi}}\nstatus: {phase: Running}",
		},
		{
			name: "empty objects", reason: "they are empty pods",
			desired: "apiVersion: v1\nkind: Pod", observed: "{}",
			want: "apiVersion: v1\nkind: Pod\nmetadata: {}\nspec: {containers: null}\nstatus: {}",
		},
		{
			name: "no names", reason: "the empty name is a name",
			desired: aPod + "spec: {containers: [null]}", observed: aPod + "spec: {containers: [{volumeMounts: [{name: v}]}]}",
			want: aPod + "spec: {containers: [{name: '', resources: {}, volumeMounts: [{name: v, mountPath: ''}]}]}\nstatus: {}",
		},
		{
			name: "broken desired", reason: "it is decoded as a whole",
			desired: aPod + "spec: {priority: high}", observed: aPod, fails: "/spec/priority",
		},
		{
			name: "broken observed", reason: "it is decoded as a whole, even where nothing is retained",
			desired: aPod, observed: aPod + "status: {conditions: {}}", fails: "/status/conditions",
		},
		{
			name: "beyond int32", reason: "upstream wraps it to 0",
			desired: aPod + "spec: {priority: 4294967296}", observed: aPod, fails: "/spec/priority",
		},
	})
}
