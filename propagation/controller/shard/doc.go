// Package shard divides the keys of a control plane over the replicas of an operator.
//
// # The model
//
// A key is a string. A template, its binding and its Works have the same key ([OfObject], [OfBinding], [OfWork]), so one replica decides everything
// about a template, and nothing about it is coordinated. A [Ring] is the set of live replicas. It gives each key to one of them. A replica that joins
// takes its share from all others, and when one leaves, the others share its keys. No other key moves.
//
// Each replica has a Lease, with its identity as the name. It renews the Lease and lists those of the others in each period. A replica whose Lease
// has not moved for [Timing].Lease is no longer on the ring, and its keys are taken over. A replica that shuts down cleanly deletes its Lease, and
// its keys are taken over in the next period.
//
//	shards := shard.New(client, "karmada-system", "operator", os.Getenv("POD_NAME"), shard.Timing{})
//	members, err := member.SetupWithManager(mgr, member.Options{Owns: shards.Owns, Fence: shards.Fence})
//	shards.OnChange(members.Resync)
//	err = mgr.Add(shards)
//
// # At most one owner
//
// At no time do two replicas own a key, if their clocks run at the same speed. The clocks need not agree on the time. [View] has the rules:
//
//  1. A replica owns nothing after [Timing].Deadline has passed since it began its last renewal or its last list. The Deadline is shorter than
//     the Lease, so a replica has stopped before the others remove it.
//  2. A replica owns nothing until the Deadline has passed since it joined or rejoined. By then, every list without it has expired.
//
// Suppose that two replicas own a key. By 1, both are on the ring of the other unless one joined after the other's list, and 2 excludes that. Each
// key has an order of all replicas, and its owner is the first one that is on the ring. Both are on both rings, so each of them is before the other:
// a contradiction.
//
// A check of ownership and a write that follows are not one step. [Shards.Fence] returns a context for the calls in between. A process that is paused
// between the check and the write may still send a write that is late. The writes of this library are safe then: updates have the resourceVersion
// of what was read, and are refused if the new owner has changed the object; what it has not changed is as the old owner wanted it. Only an
// object that was deleted meanwhile can be created once more by a late create.
//
// # Which replica does what
//
// All replicas watch the control plane and the members, so a new owner has everything in memory when it takes over. It looks at all keys again
// ([Shards.OnChange]). Nothing else is shared between replicas: a replica needs as much memory for its caches as a single one, and divides the work.
package shard
