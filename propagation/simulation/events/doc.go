// Package events decodes events and applies them to a simulated control plane and its clusters, a [simulation.World].
// A [Table] shows what follows.
//
//	decoded, err := events.Decode(file)          // events.yaml
//	story, err := events.Begin(bundle, decoded)  // the initial state comes first
//	for i, e := range story {
//		err := e.Happen(world)
//		step, err := world.Settle(ctx)
//		fmt.Print(events.TableOf(i, e, world, step, err))
//	}
//
// # The format
//
// A file with events is a stream of YAML documents. Each is an event: an object with the key step and at least one other key. The keys of an
// event take effect in this order, whatever their order in the file:
//
//	step     string    the title
//	apply    list      objects to create or replace in the control plane, first Clusters, then policies, override policies, and others; a Cluster
//	                   joins
//	delete   list      references to objects to delete in the control plane
//	edit     object    cluster (a name), object (a reference) and patch (a list: a JSON patch of RFC 6902): somebody edits the object in the cluster
//	remove   object    cluster and object: somebody deletes the object there
//	cutOff   list      names of clusters that become unreachable; they keep what they have
//	connect  list      names of clusters that become reachable again
//	leave    list      names of clusters whose Cluster objects are deleted
//	wait     duration  time to let pass, such as 10m or 1h30m
//
// A reference is an object with apiVersion, kind, namespace and name. Objects and references without a namespace are in the namespace default,
// unless their kind is cluster-scoped. CustomResourceDefinitions of any event and of the initial state define the scope of their kinds. Keys
// are case-sensitive, and an unknown key is an error.
//
// For example:
//
//	step: somebody scales web in m1, and m2 is lost
//	edit:
//	  cluster: m1
//	  object: {apiVersion: apps/v1, kind: Deployment, name: web}
//	  patch: [{op: replace, path: /spec/replicas, value: 9}]
//	cutOff: [m2]
//
// # Limits
//
// The stream has the limits of package policy, see [policy.Limits], and is split into documents as there. Names have at most 253 bytes, and the operations of a patch copy at most 1 MiB.
package events
