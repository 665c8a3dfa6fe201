package member_test

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller/member"
)

// A Secret may have a token, as Karmada stores it.
func ExampleConfig() {
	cluster := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "member1"}}
	cluster.Spec.APIEndpoint = "https://member1.example:6443"
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "overridekit-system", Name: "member1"}}

	_, err := member.Config(cluster, secret)
	fmt.Println(err)

	secret.Data = map[string][]byte{member.TokenKey: []byte("secret")}
	config, err := member.Config(cluster, secret)
	fmt.Println(config.Host, err)
	// Output:
	// secret overridekit-system/member1 of cluster member1: found neither kubeconfig nor token, expected one of them
	// https://member1.example:6443 <nil>
}
