// Package native interprets the kinds of Kubernetes itself, as Karmada's native interpreter does (Karmada f8fdd02df, 1.19).
//
// # Supported kinds
//
// Kinds are matched exactly: extensions/v1beta1 Ingress, autoscaling/v1 HorizontalPodAutoscaler and batch/v1beta1 CronJob count as
// "everything else".
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
// An object is decoded as its Go type is: a field of a wrong type anywhere in it is an error, as it is upstream. The types come from a
// table of their fields, so no client library is needed.
//
// # Deliberate differences from Karmada
//
//  1. An integer beyond its field, a sum of the members beyond int32, and an amount of a resource beyond int64 are errors. Karmada
//     wraps them around, or drops the request.
//  2. An entry of a ServiceAccount's secrets or imagePullSecrets that is not an object with a name is an error. Karmada crashes.
//  3. A value that is not JSON, such as a Go int, is an error where it is read or copied. Karmada crashes.
//  4. A time outside of the years 0 to 9999 is an error, because no decoder could read it.
//  5. AggregateStatus changes only the status of the object. Karmada encodes the whole object again, and loses what its types do not
//     know.
//  6. Dependencies, and equal points of a load balancer, are sorted. Karmada returns them in random order.
//
// All other oddities are Karmada's: a claim without members is Bound, a Deployment without members is up to date, kinds without
// a health hook are healthy, a StatefulSet does not report its observed generation, a finished Job does not change.
package native
