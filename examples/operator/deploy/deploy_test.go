// Package deploy has the manifests of the operator. Its test runs the programs with the rights and the arguments that the manifests give them.
package deploy

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/tools/clientcmd"
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
	})
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
	mutating, validating := admission.Configurations(admission.ConfigurationName, admissionregistrationv1.WebhookClientConfig{URL: &url})
	for _, object := range []client.Object{mutating, validating} {
		require.NoError(t, hub.Patch(t.Context(), object, client.RawPatch("application/json-patch+json", fmt.Appendf(nil,
			`[{"op":"replace","path":"/webhooks/0/clientConfig","value":{"url":%q}}]`, url+pathOf(object)))))
	}
	hook := startProgram(t, "../webhook", "webhook", "overridekit-webhook", &appsv1.Deployment{},
		"-url", url, "-bind-address", fmt.Sprintf("127.0.0.1:%d", port))
	operator := startProgram(t, "..", "operator", "overridekit-operator", &appsv1.StatefulSet{}, "-lease", "4s", "-member-period", "200ms")
	for i, member := range fleet.Members {
		kubeconfig, err := member.Kubeconfig()
		require.NoError(t, err)
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: member.Name()}, Data: map[string][]byte{"kubeconfig": kubeconfig}}
		require.NoError(t, hub.Create(t.Context(), secret))
		create(t, fmt.Sprintf(`
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: member%d}
spec: {syncMode: Push, secretRef: {namespace: %s, name: member%d}}
`, i+1, namespace, i+1))
	}
	file, err := os.Open("../nginx.yaml")
	require.NoError(t, err)
	defer file.Close()
	objects := yaml.NewYAMLOrJSONDecoder(file, 4096)
	for {
		object := &unstructured.Unstructured{}
		if err := objects.Decode(&object.Object); err == io.EOF {
			break
		} else {
			require.NoError(t, err)
		}
		// The webhook may not be trusted yet.
		eventually(t, hook, func() error { return hub.Create(t.Context(), object.DeepCopy()) })
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
	for _, p := range []*program{hook, operator} {
		p.stop()
		require.NotContains(t, p.output(), "forbidden")
	}
}

func pathOf(object client.Object) string {
	if _, ok := object.(*admissionregistrationv1.MutatingWebhookConfiguration); ok {
		return admission.MutatePath
	}
	return admission.ValidatePath
}

// program is a running program of the operator.
type program struct {
	cmd  *exec.Cmd
	once sync.Once
	mu   sync.Mutex
	out  bytes.Buffer
}

func (p *program) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Write(data)
}

func (p *program) output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.String()
}

func (p *program) stop() {
	p.once.Do(func() {
		_ = p.cmd.Process.Signal(os.Interrupt)
		_ = p.cmd.Wait()
	})
}

// startProgram builds a program, starts it with the arguments of its manifest and as the service account of that, and waits until it is ready.
func startProgram(t *testing.T, dir, name, manifest string, workload client.Object, more ...string) *program {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	out, err := exec.Command("go", "build", "-o", path, dir).CombinedOutput()
	require.NoError(t, err, string(out))
	require.NoError(t, hub.Get(t.Context(), client.ObjectKey{Namespace: namespace, Name: manifest}, workload))
	var pod corev1.PodSpec
	switch w := workload.(type) {
	case *appsv1.StatefulSet:
		pod = w.Spec.Template.Spec
	case *appsv1.Deployment:
		pod = w.Spec.Template.Spec
	}
	require.Equal(t, []string{"/" + name}, pod.Containers[0].Command)
	expand := strings.NewReplacer("$(POD_NAME)", manifest+"-0", "$(POD_NAMESPACE)", namespace)
	probes := fmt.Sprintf("127.0.0.1:%d", freePort(t))
	args := []string{"-kubeconfig", kubeconfigAs(t, pod.ServiceAccountName), "-metrics-bind-address", "0", "-health-probe-bind-address", probes}
	for _, arg := range pod.Containers[0].Args {
		args = append(args, expand.Replace(arg))
	}
	p := &program{cmd: exec.Command(path, append(args, more...)...)}
	p.cmd.Stdout, p.cmd.Stderr = p, p
	require.NoError(t, p.cmd.Start())
	t.Cleanup(p.stop)
	eventually(t, p, func() error {
		response, err := http.Get("http://" + probes + pod.Containers[0].ReadinessProbe.HTTPGet.Path)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s is not ready: %s", name, response.Status)
		}
		return nil
	})
	return p
}

// kubeconfigAs writes a kubeconfig for a service account.
func kubeconfigAs(t *testing.T, account string) string {
	t.Helper()
	data, err := fleet.Hub.Kubeconfig()
	require.NoError(t, err)
	config, err := clientcmd.Load(data)
	require.NoError(t, err)
	for _, user := range config.AuthInfos {
		user.Impersonate = "system:serviceaccount:" + namespace + ":" + account
	}
	path := filepath.Join(t.TempDir(), "kubeconfig")
	require.NoError(t, clientcmd.WriteToFile(*config, path))
	return path
}

func create(t *testing.T, text string) {
	t.Helper()
	object := &unstructured.Unstructured{}
	require.NoError(t, sigsyaml.Unmarshal([]byte(text), &object.Object))
	require.NoError(t, hub.Create(t.Context(), object))
}

// eventually fails with the output of a program if check does not succeed within a minute.
func eventually(t *testing.T, p *program, check func() error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		err := check()
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			require.NoError(t, err, p.output())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}
