package main

// help is what -h prints before the flags. The package comment has the same text.
const help = `usage: simulate [flags] FOLDER

FOLDER has events.yaml, and other .yaml, .yml and .json files for the
initial state: templates, policies, override policies and Clusters of
Karmada, in any order. Folders in it are not read.

events.yaml is a stream of YAML documents. Each is an event: an object with
the key step and at least one other key. The keys of an event
take effect in this order, whatever their order in the file:

  step     string    the title
  apply    list      objects to create or replace in the control plane, first
                     Clusters, then policies, override policies, and others;
                     a Cluster joins
  delete   list      references to objects to delete in the control plane
  edit     object    cluster (a name), object (a reference) and patch (a list:
                     a JSON patch of RFC 6902): somebody edits the object in
                     the cluster
  remove   object    cluster and object: somebody deletes the object there
  cutOff   list      names of clusters that become unreachable; they keep what
                     they have
  connect  list      names of clusters that become reachable again
  leave    list      names of clusters whose Cluster objects are deleted
  wait     duration  time to let pass, such as 10m or 1h30m

A reference is an object with apiVersion, kind, namespace and name. Objects and
references without a namespace are in the namespace default, unless their kind
is cluster-scoped. Kinds of CustomResourceDefinitions in any file count. Keys
are case-sensitive, and an unknown key is an error.

Custom resources are interpreted by the ResourceInterpreterCustomizations in the
files of the initial state, and by what Karmada comes with. All hooks run, but
the clusters give a status only to Deployments, StatefulSets and ReplicaSets of
the group apps: the scripts for the reflection of a status and for health do not
run for other kinds. The first step in which a script for a status fails has a
warning. Scripts run in a sandbox: they read and write no files, no environment
and no network. A call ends after a second, or when it has counted 512 MB of
memory. The time is always that of the beginning, and math.random returns the
smallest number. A customization that cannot be loaded is an error, and one in
events.yaml is ignored. A ResourceInterpreterWebhookConfiguration is ignored,
with a warning if it is in a file of the initial state.

For example:

  step: somebody scales web in m1, and m2 is lost
  edit:
    cluster: m1
    object: {apiVersion: apps/v1, kind: Deployment, name: web}
    patch: [{op: replace, path: /spec/replicas, value: 9}]
  cutOff: [m2]

With -dies NAME, FOLDER needs no events.yaml. The cluster NAME is cut off after
the events, and simulate prints what happens minute by minute. As in Karmada,
nothing is evicted by default: that needs a ClusterTaintPolicy with the effect
NoExecute, -feature-gates Failover=true and -evict-no-execute.

Flags come before FOLDER:
`
