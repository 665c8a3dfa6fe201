// Package propagation plans which objects go to which clusters, as Karmada does (Karmada f8fdd02df, 1.19): which policy claims an object,
// which clusters get it, with how many replicas, and exactly what each cluster receives. Only the policies and clusters of Karmada count: a
// plan ignores those of KubeAdmiral.
//
// # The model
//
//   - A template is an object as a user wrote it to the control plane.
//   - A policy selects templates. It claims a template by a label and annotations on it ([Row].ClaimEdit), and the claim is sticky.
//   - A binding belongs to a template and its policy. It has the replicas and the placement, and the scheduler writes the clusters into it.
//   - A dependency is an object that a template needs, for example a ConfigMap. Its binding lists the bindings that require it, and has all
//     their clusters.
//   - A follower is an object that names its workload, for example an autoscaler. [bind.Follow] attaches its binding to that of the workload.
//     Karmada has no followers, and a plan does not compute them: it detaches them from bindings with propagateDeps. All others keep the clusters that
//     their stored bindings have, even if their workload moves. Call [bind.Follow] for them after the bindings of the plan are stored.
//   - A Work is what one cluster gets of a template.
//
// # The stages
//
//	template ── claim.ResourceFilter: is it considered at all?
//	    │
//	    │  claim.Decide       which policy claims it: that of its claim, or the best one that selects it
//	    v
//	claimed template
//	    │  bind.Bind, Merge   its replicas and their requirements (package interpreter), and the placement of the policy
//	    v
//	binding
//	    │  schedule.Schedule  which clusters, with how many replicas
//	    v
//	binding with clusters ── Batch.Distribute ──> bindings of its dependencies
//	    │
//	    │  work.Render        revised replicas, overrides (package override); work.Orphans: Works that must be deleted
//	    v
//	Works, one for each cluster
//	    │  work.Sync          what to do in the cluster: create, update, delete, …
//	    v
//	objects in the clusters
//	    │  status.Reflect, AggregateBinding, AggregateTemplate
//	    v
//	status of the Works, the binding and the template
//
// Namespaces have no policy and no binding: package namespace sends each of them to all clusters.
//
// Each stage is a function in a package of its own, which a controller can call by itself. Lookups, the clock and ids are arguments. Package template has all
// stages for one template: [template.Place] and [template.Render]. Package affected finds the templates that an event concerns. Example_controller is the
// loop of a controller that needs nothing else.
// [NewPlan] runs the stages down to the Works for all templates and explains each result. Package diff compares two plans. [IsRetryable] reports
// whether an error may go away by itself.
//
// Package claim also handles changes: [claim.Changed] reports who changed a template, [claim.Policies.ShouldRelease] whether a policy releases
// one, and [claim.Policies.Preempt] which policies take a template from others.
//
// # Large plans
//
//   - [NewPlan] uses as many goroutines as [PlanOptions].Workers. The plan does not depend on their number.
//   - With [PlanOptions].StreamWorks, [Plan.EachWork] and [MapWorks] make each Work when it is asked for, so that not all of them are in memory.
//
// # When it happens
//
// A plan has the clusters that each template gets when its binding is touched the next time. Karmada does not touch a binding because a cluster
// was added or because its capacity has changed: the binding stays as it is until its template, its policy, the labels or the spec of a
// cluster, or a restart of the scheduler touches it. To plan what happens now, set [PlanOptions].Touched; [TouchedSince] makes it from the state before.
//
// The labels and the spec of a cluster alone change no Work: if other override rules match the cluster then, they wait until the template, the binding or
// an override policy changes. A plan with Touched has a warning for such clusters.
//
// A cluster under eviction is not chosen, and the Works that an eviction keeps are in [Plan].Left. With [PlanOptions].Now, a plan starts evictions and
// ends those that are over (package eviction): [Row].Failover and [Row].Evictions have the reasons, and [Plan].LookAgain when to plan again. Without it
// only stored evictions count. A binding that is left is not evicted. Surprising results have a warning that begins with an [eviction.WarningCode].
//
// # Events: which objects to look at
//
// A controller that is called for one object at a time needs to know which other objects an event concerns:
//
//	event                                            what to do
//	the controller has restarted                     place all templates, sync all Works, and reflect all objects in the clusters
//	a template, policy, override or cluster changed  affected.Index: template.Place and template.Render for each; or NewPlan
//	an object in a cluster was edited or deleted     work.MemberEvent.Work: sync its Work
//	an object in a cluster was created or changed    status.WorkOf: reflect its status into its Work
//	the status of a Work has changed, or it is gone  status.WorkChanged, work.BindingOf: aggregate its binding
//	a binding was made, or its template has changed  status.BindingChanged: aggregate it and its template
//	a Work has changed, or its cluster is ready      sync it
//	a Work is gone                                   work.Orphans again, if it returned a Wait
//	a cluster has a taint NoExecute                  eviction.TaintEvictions for each binding in it
//	the health of a binding's object has changed     eviction.ApplicationFailover, and again after RetryAfter
//	a binding has eviction tasks                     eviction.Assess, and again after RetryAfter
//	a follower has changed, or is gone               bind.Follow, and bind.Followers.Add or Remove
//	the binding of a workload was made or changed    bind.Follow for each of its bind.Followers.Of; give them to Batch.Distribute too
//	the binding of a workload is gone                bind.Follow for each Of its last state; a binding with only spec.resource will do
//
// # The guarantees
//
//   - Inputs are never written, and results share no memory with them. A stream of Works still reads the input, see [Plan.EachWork].
//   - Every decision has a reason.
//   - The order of input lists does not matter, and results are sorted. A plan of what a plan returned is the same plan.
//   - An error of one template, or of one cluster, does not affect the others.
//
// The results are Karmada's, even where they are surprising: a claim is sticky, names of bindings do not contain the API group, and each
// selected cluster gets the whole object if no interpreter knows its kind. Where Karmada panics, wraps an integer around or drops something, this
// package returns an error.
package propagation
