// Package deploy has the manifests of the operator. Its test runs the programs with the rights and the arguments that the manifests give them.
package deploy

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/controller-runtime/pkg/client"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/propagation/controller/admission"
	"github.com/overridekit/overridekit/propagation/controller/controllertest"
)

const namespace = "overridekit-system"

var (
	update = flag.Bool("update", false, "rewrite webhook-configuration.yaml")
	fleet  *controllertest.Fleet
	hub    client.Client
)

func TestMain(m *testing.M) {
	os.Exit(controllertest.Run(m, 2, func(f *controllertest.Fleet) {
		c, err := client.New(f.Hub.Config(), client.Options{})
		if err != nil {
			panic(err)
		}
		fleet, hub = f, c
	}))
}

func TestWebhookConfigurationIsCurrent(t *testing.T) {
	mutating, validating := admission.Configurations(admission.ConfigurationName, admissionregistrationv1.WebhookClientConfig{
		Service: &admissionregistrationv1.ServiceReference{Namespace: namespace, Name: "overridekit-webhook"},
	}, admission.DefaultWriters(namespace))
	var want bytes.Buffer
	want.WriteString("# The webhook sets the caBundle.\n")
	for i, object := range []client.Object{mutating, validating} {
		data, err := sigsyaml.Marshal(object)
		require.NoError(t, err)
		if i > 0 {
			want.WriteString("---\n")
		}
		want.Write(data)
	}
	const path = "webhook-configuration.yaml"
	if *update {
		require.NoError(t, os.WriteFile(path, want.Bytes(), 0o644))
	}
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want.String(), string(got), "if this is intended, run the test with -update")
}

// manifests returns the objects of a kustomization, in its order.
func manifests(t *testing.T, dir string) (out []*unstructured.Unstructured) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "kustomization.yaml"))
	require.NoError(t, err)
	var list struct{ Resources []string }
	require.NoError(t, sigsyaml.Unmarshal(data, &list))
	for _, name := range list.Resources {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			out = append(out, manifests(t, path)...)
			continue
		}
		file, err := os.Open(path)
		require.NoError(t, err)
		decoder := yaml.NewYAMLOrJSONDecoder(file, 4096)
		for {
			object := &unstructured.Unstructured{}
			if err := decoder.Decode(&object.Object); err == io.EOF {
				break
			} else {
				require.NoError(t, err, path)
			}
			out = append(out, object)
		}
		require.NoError(t, file.Close())
	}
	return out
}

// TestDeploy applies the manifests, starts both programs as their service accounts, and propagates a Deployment to two members. No call of the programs
// may be forbidden.
func TestDeploy(t *testing.T) {
	port := freePort(t)
	url := fmt.Sprintf("https://127.0.0.1:%d", port)
	for _, object := range manifests(t, ".") {
		require.NoError(t, hub.Create(t.Context(), object, client.FieldValidation(metav1.FieldValidationStrict)), "%s %s", object.GetKind(), object.GetName())
	}
	// There is no network of services here.
	mutating, validating := admission.Configurations(admission.ConfigurationName, admissionregistrationv1.WebhookClientConfig{URL: &url}, admission.DefaultWriters(namespace))
	for _, object := range []client.Object{mutating, validating} {
		object.SetResourceVersion(deployed(t, object).GetResourceVersion())
		require.NoError(t, hub.Update(t.Context(), object))
	}
	hook := startProgram(t, "../webhook", "webhook", "overridekit-webhook", &appsv1.Deployment{},
		"-url", url, "-bind-address", fmt.Sprintf("127.0.0.1:%d", port))
	operator := startProgram(t, "..", "operator", "overridekit-operator", &appsv1.StatefulSet{}, "-lease", "4s", "-member-period", "200ms")
	for _, member := range fleet.Members {
		kubeconfig, err := member.Kubeconfig()
		require.NoError(t, err)
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: member.Name()}, Data: map[string][]byte{"kubeconfig": kubeconfig}}
		require.NoError(t, hub.Create(t.Context(), secret))
		require.NoError(t, hub.Create(t.Context(), parse(t, fmt.Sprintf(`
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: %s}
spec: {syncMode: Push, secretRef: {namespace: %s, name: %s}}
`, member.Name(), namespace, member.Name()))))
	}
	t.Run("metrics of the operator", func(t *testing.T) { testMetrics(t, operator, "operator") })
	t.Run("metrics of the webhook", func(t *testing.T) { testMetrics(t, hook, "webhook") })
	file, err := os.Open("../nginx.yaml")
	require.NoError(t, err)
	defer file.Close()
	objects := yaml.NewYAMLOrJSONDecoder(file, 4096)
	var created []*unstructured.Unstructured // the Deployment is the last one
	for {
		object := &unstructured.Unstructured{}
		if err := objects.Decode(&object.Object); err == io.EOF {
			break
		} else {
			require.NoError(t, err)
		}
		// The webhook may not be trusted yet.
		eventually(t, hook, func() error { return hub.Create(t.Context(), object.DeepCopy()) })
		created = append(created, object)
	}
	for i, want := range []string{"nginx:1.29", "mirror.example/nginx:1.29"} {
		member, err := client.New(fleet.Members[i].Config(), client.Options{})
		require.NoError(t, err)
		eventually(t, operator, func() error {
			got := &appsv1.Deployment{}
			if err := member.Get(t.Context(), client.ObjectKey{Namespace: "default", Name: "nginx"}, got); err != nil {
				return err
			}
			if image := got.Spec.Template.Spec.Containers[0].Image; image != want || *got.Spec.Replicas != 2 {
				return fmt.Errorf("found %d replicas of %s, expected 2 of %s", *got.Spec.Replicas, image, want)
			}
			return nil
		})
	}
	for _, server := range fleet.Members {
		c, err := client.New(server.Config(), client.Options{})
		require.NoError(t, err)
		require.NoError(t, gone(t, c, parse(t, "apiVersion: v1\nkind: Namespace\nmetadata: {name: "+namespace+"}")), "the namespace of the operator stays on the hub")
	}
	// What is deleted is gone everywhere, with the rights to delete and to remove finalizers.
	for _, object := range created {
		require.NoError(t, hub.Delete(t.Context(), object))
	}
	for _, object := range created {
		eventually(t, operator, func() error { return gone(t, hub, object) })
	}
	for _, member := range fleet.Members {
		c, err := client.New(member.Config(), client.Options{})
		require.NoError(t, err)
		eventually(t, operator, func() error { return gone(t, c, created[len(created)-1]) })
	}
	for _, member := range fleet.Members {
		cluster := parse(t, "apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: "+member.Name()+"}")
		require.NoError(t, hub.Delete(t.Context(), cluster))
		eventually(t, operator, func() error {
			finalize(t, "karmada-es-"+member.Name())
			return gone(t, hub, cluster)
		})
	}
	for _, p := range []*program{hook, operator} {
		p.stop()
		require.NotContains(t, p.output(), "forbidden: User") // not: forbidden: … because it is being terminated
	}
}

// deployed returns a webhook configuration as it is stored.
func deployed(t *testing.T, object client.Object) client.Object {
	t.Helper()
	stored := object.DeepCopyObject().(client.Object)
	require.NoError(t, hub.Get(t.Context(), client.ObjectKeyFromObject(object), stored))
	return stored
}
