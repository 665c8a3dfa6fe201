// Package native understands the kinds of Kubernetes itself, as Karmada's native interpreter does (Karmada f8fdd02df, 1.19).
//
// # What is understood
//
// Kinds are matched exactly: extensions/v1beta1 Ingress, autoscaling/v1 HorizontalPodAutoscaler or batch/v1beta1 CronJob get nothing but
// their whole status.
//
//	                                           replicas revise retain status aggregate health dependencies
//	apps/v1 Deployment                            x       x      x      x        x       x         x
//	apps/v1 ReplicaSet, StatefulSet               x       x             x        x       x         x
//	apps/v1 DaemonSet                                                   x        x       x         x
//	batch/v1 Job                                  x       x      x      x        x                 x
//	batch/v1 CronJob                                                  whole      x                 x
//	v1 Pod                                        x              x    whole      x       x         x
//	v1 Service                                                   x      x        x       x
//	networking.k8s.io/v1 Ingress                                      whole      x       x         x
//	v1 PersistentVolumeClaim                                     x    whole      x       x
//	v1 PersistentVolume                                          x    whole      x
//	v1 ServiceAccount, Secret                                    x    whole
//	policy/v1 PodDisruptionBudget                                       x        x       x
//	autoscaling/v2 HorizontalPodAutoscaler                              x        x
//	multicluster.x-k8s.io/v1alpha1 ServiceImport                      whole                        x
//	everything else                                                   whole
//
// An object is read as its Go type would read it: a field of a wrong type anywhere in it is an error, as it is upstream. The types
// come from a table of their fields, so that no client library is needed.
//
// # Where it differs from Karmada, on purpose
//
//  1. An integer that its field cannot hold, a sum of the members' that int32 cannot hold, and an amount of a resource that
//     int64 cannot hold are errors. Karmada wraps them around, or drops the request.
//  2. An entry of a ServiceAccount's secrets or imagePullSecrets that is no object with a name is an error. Karmada crashes.
//  3. A value that is no JSON, such as a Go int, is an error where it is read or copied. Karmada crashes.
//  4. A time outside of the years 0 to 9999 is an error, because nobody could read it again.
//  5. AggregateStatus gives the object as it came with another status. Karmada encodes the whole object anew, which loses what
//     its types do not know; only the status is ever written.
//  6. Dependencies, and equal points of a load balancer, are sorted. Karmada's come in random order.
//
// Everything else that looks odd is Karmada's: a claim without members is Bound, a Deployment without members is up to date, kinds without
// a health hook count as healthy, a StatefulSet does not report its observed generation, a finished Job stays as it is.
package native
