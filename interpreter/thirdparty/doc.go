// Package thirdparty interprets kinds of other projects, as the Lua scripts do that Karmada comes with (Karmada f8fdd02df, 1.19). It is
// plain Go: no script is run. Together with package native it is what a fresh Karmada understands:
//
//	interpreter.NewRegistry(append(thirdparty.Interpreters(time.Now), native.Interpreters(time.Now)...)...)
//
// # Supported kinds
//
// Kinds are matched exactly. R is InterpretReplica, C InterpretComponent, V ReviseReplica, T Retain, S InterpretStatus, A AggregateStatus,
// H InterpretHealth and D InterpretDependency.
//
//	apps.kruise.io/v1alpha1 CloneSet                         R-V-SAHD
//	apps.kruise.io/v1alpha1 UnitedDeployment                 R-V-SAHD
//	apps.kruise.io/v1beta1 StatefulSet                       R-V-SAHD
//	apps.kruise.io/v1alpha1 DaemonSet                        ----SAHD
//	apps.kruise.io/v1alpha1 BroadcastJob                     R-VTSAHD
//	apps.kruise.io/v1alpha1 AdvancedCronJob                  -----A-D
//	apps.kruise.io/v1alpha1 SidecarSet                       R--TSAHD
//	argoproj.io/v1alpha1 Workflow                            R-VT--HD
//	batch.volcano.sh/v1alpha1 Job                            -C--SAH-
//	flink.apache.org/v1beta1 FlinkDeployment                 RC--SAH-
//	kubeflow.org/v1 Notebook                                 R---SAH-
//	kubeflow.org/v1 PyTorchJob                               -C---AHD
//	kubeflow.org/v1 TFJob                                    -C---AHD
//	kubeflow.org/v2beta1 MPIJob                              -C--SAH-
//	ray.io/v1 RayCluster                                     -C---AH-
//	ray.io/v1 RayJob                                         -C---AHD
//	ray.io/v1 RayService                                     R-V--AHD
//	sparkoperator.k8s.io/v1beta2 SparkApplication            -C--SAH-
//	kustomize.toolkit.fluxcd.io/v1 Kustomization             ---TSAHD
//	helm.toolkit.fluxcd.io/v2beta1 HelmRelease               ---TSAHD
//	source.toolkit.fluxcd.io/v1 GitRepository                ---TSAHD
//	source.toolkit.fluxcd.io/v1beta2 Bucket                  ---TSAHD
//	source.toolkit.fluxcd.io/v1beta2 HelmChart               ---TSAHD
//	source.toolkit.fluxcd.io/v1beta2 HelmRepository          ---TSAHD
//	source.toolkit.fluxcd.io/v1beta2 OCIRepository           ---TSAHD
//	kyverno.io/v1 ClusterPolicy                              ----SAH-
//	kyverno.io/v1 Policy                                     ----SAH-
//
// # What values mean
//
// These rules apply to every hook; each hook has further rules.
//
//  1. Null is the same as absent; null elements of a list are left out, and the others move up. Nothing can be read from an absent value, a
//     number or a boolean, unless the hook says so. A member of a string or a list is absent.
//  2. All numbers are float64, so an integer beyond 53 bits loses digits. A result has integers again where the number is one.
//  3. Arithmetic takes numbers and strings that are numbers. Two numbers or two strings can be compared. Times are compared as strings.
//  4. Empty objects and lists are the same. A result has one only where an argument has one at the same path: Retain and ReviseReplica keep
//     those that were there, InterpretStatus and AggregateStatus have none. The objects and lists that contained them stay, even if they
//     become empty.
//  5. AggregateStatus distinguishes nil items, no cluster at all, from an empty list. Karmada writes only the status of the result; some kinds
//     lose other parts of the object.
//  6. The requirements and the dependencies of pods are those of package native, of a pod template that is decoded as encoding/json does.
//
// # Deliberate differences from Karmada
//
//  1. Calls are independent. In Karmada, scripts overwrite each other's variables, so some kinds fail after others were interpreted, and a
//     HelmChart may report the generation of a FlinkDeployment.
//  2. The components of an MPIJob are sorted by name; Karmada's order is random. Karmada removes the empty elements of a list in random order, so it may
//     remove other elements if there are several. Here only the empty ones are left out.
//  3. The name of a member is taken literally. If an empty object or list is at a name with *, ?, |, #, @, a quotation mark or a backslash,
//     Karmada fails, or changes another member.
//  4. A quantity beyond the limits of package quantity, and a sum of requests beyond int64, are errors.
//  5. An object that is too deep or too large, or that contains itself, is an error. There is no time limit, because nothing runs for long.
//
// All other oddities are Karmada's: a number of replicas beyond int32 is the lowest int32, pods of a CloneSet that need nothing are an
// error, a Ray cluster loses its spec, the failures of a HelmRelease grow with each aggregation.
package thirdparty
