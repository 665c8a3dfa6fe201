package table

import (
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
)

// kinds returns the types that the table starts from; it also has every struct that they reach.
func kinds() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[appsv1.DaemonSet](),
		reflect.TypeFor[appsv1.Deployment](),
		reflect.TypeFor[appsv1.ReplicaSet](),
		reflect.TypeFor[appsv1.StatefulSet](),
		reflect.TypeFor[autoscalingv2.HorizontalPodAutoscaler](),
		reflect.TypeFor[batchv1.CronJob](),
		reflect.TypeFor[batchv1.Job](),
		reflect.TypeFor[corev1.ConfigMap](),
		reflect.TypeFor[corev1.LimitRange](),
		reflect.TypeFor[corev1.Namespace](),
		reflect.TypeFor[corev1.PersistentVolume](),
		reflect.TypeFor[corev1.PersistentVolumeClaim](),
		reflect.TypeFor[corev1.Pod](),
		reflect.TypeFor[corev1.ResourceQuota](),
		reflect.TypeFor[corev1.Secret](),
		reflect.TypeFor[corev1.Service](),
		reflect.TypeFor[corev1.ServiceAccount](),
		reflect.TypeFor[networkingv1.Ingress](),
		reflect.TypeFor[networkingv1.IngressClass](),
		reflect.TypeFor[networkingv1.NetworkPolicy](),
		reflect.TypeFor[policyv1.PodDisruptionBudget](),
		reflect.TypeFor[rbacv1.ClusterRole](),
		reflect.TypeFor[rbacv1.ClusterRoleBinding](),
		reflect.TypeFor[rbacv1.Role](),
		reflect.TypeFor[rbacv1.RoleBinding](),
		reflect.TypeFor[schedulingv1.PriorityClass](),
		reflect.TypeFor[storagev1.StorageClass](),
	}
}

// prefixes returns the prefix of the names of types in the table, by the package of the type: the API version, and
// "meta/v1" for types without a version.
func prefixes() map[string]string {
	return map[string]string{
		"k8s.io/api/apps/v1":                   "apps/v1",
		"k8s.io/api/autoscaling/v2":            "autoscaling/v2",
		"k8s.io/api/batch/v1":                  "batch/v1",
		"k8s.io/api/core/v1":                   "v1",
		"k8s.io/api/networking/v1":             "networking.k8s.io/v1",
		"k8s.io/api/policy/v1":                 "policy/v1",
		"k8s.io/api/rbac/v1":                   "rbac.authorization.k8s.io/v1",
		"k8s.io/api/scheduling/v1":             "scheduling.k8s.io/v1",
		"k8s.io/api/storage/v1":                "storage.k8s.io/v1",
		"k8s.io/apimachinery/pkg/apis/meta/v1": "meta/v1",
	}
}
