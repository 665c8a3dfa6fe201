// Package admission is an admission webhook for the policies of a hub: Karmada's propagation and override policies, and KubeAdmiral's override
// policies. It also protects Works and bindings.
//
//	hook := admission.New(admission.Options{Namespace: "overridekit-system"})
//	mgr, err := manager.New(config, manager.Options{WebhookServer: hook.Server(webhook.Options{Port: 9443}), …})
//	err = hook.SetupWithManager(mgr)
//
// # What it does to policies
//
//  1. Karmada's policies get the defaults of Karmada's admission (packages policy/karmada/validation). A propagation policy gets an
//     id and a finalizer when it is created, so a controller must remove the finalizer of a deleted one.
//  2. Karmada's policies are refused for what Karmada's admission refuses, and KubeAdmiral's for what kubeadmiral.Lint reports.
//  3. An update may keep a fault that the stored policy has. Otherwise nobody could remove the finalizer of a policy that was stored before the
//     webhook was there.
//  4. Override policies are refused if a step can only change the identity of objects: their kind, namespace or name, or labels and annotations of the control
//     plane (package override, Guard). This may be allowed for cluster-scoped policies. An update that does not change the spec may keep them.
//  5. Warnings are about what is accepted but cannot work, or is perhaps not meant.
//
// # What it does to Works and bindings
//
// Only [Writers] may create, change or delete them, or their status. Everybody else is refused, whatever the object is.
//
// [Default] and [Validate] are these rules as plain functions. The schema of the kinds, with more defaults, is in package crds.
//
// # Certificates
//
// The webhook makes its certificates: an authority for 10 years and a serving certificate for one year, in a Secret. They are renewed when
// less than a third of their time is left. A new authority is added to the webhook configurations before its first certificate is
// served, and the one before it remains there. One replica, the leader, renews them. Every replica reads the Secret and serves.
//
// The configurations must exist: apply those that [Configurations] returns. The leader sets their caBundle and nothing else. It needs the rights
// to get and patch these two objects, and to get, create and update the Secret.
package admission
