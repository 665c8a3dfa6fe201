package deploy

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/propagation/controller/controllertest"
)

// program is a running program of the operator.
type program struct {
	cmd     *exec.Cmd
	metrics string // its address
	once    sync.Once
	mu      sync.Mutex
	out     bytes.Buffer
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
	out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", path, dir).CombinedOutput()
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
	p := &program{metrics: fmt.Sprintf("127.0.0.1:%d", freePort(t))}
	args := []string{"-kubeconfig", kubeconfigAs(t, pod.ServiceAccountName), "-metrics-bind-address", p.metrics, "-health-probe-bind-address", probes}
	for _, arg := range pod.Containers[0].Args {
		args = append(args, expand.Replace(arg))
	}
	p.cmd = exec.Command(path, append(args, more...)...)
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

func parse(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	object := &unstructured.Unstructured{}
	require.NoError(t, sigsyaml.Unmarshal([]byte(text), &object.Object))
	return object
}

// gone returns an error while an object exists.
func gone(t *testing.T, c client.Client, object *unstructured.Unstructured) error {
	t.Helper()
	err := c.Get(t.Context(), client.ObjectKeyFromObject(object), object.DeepCopy())
	if err == nil {
		return fmt.Errorf("%s %s still exists", object.GetKind(), object.GetName())
	}
	return client.IgnoreNotFound(err)
}

// finalize does what the namespace controller of Kubernetes does with a deleted namespace, if there are only Works in it.
func finalize(t *testing.T, name string) {
	t.Helper()
	space := &corev1.Namespace{}
	if err := hub.Get(t.Context(), client.ObjectKey{Name: name}, space); err != nil || space.DeletionTimestamp == nil {
		return
	}
	works := parse(t, "apiVersion: work.karmada.io/v1alpha1\nkind: Work")
	controller, err := client.New(fleet.Hub.ConfigAs("system:serviceaccount:kube-system:namespace-controller", "system:masters"), client.Options{})
	require.NoError(t, err)
	require.NoError(t, controller.DeleteAllOf(t.Context(), works, client.InNamespace(name)))
	list := &unstructured.UnstructuredList{Object: map[string]any{"apiVersion": "work.karmada.io/v1alpha1", "kind": "WorkList"}}
	require.NoError(t, hub.List(t.Context(), list, client.InNamespace(name)))
	if len(list.Items) == 0 {
		space.Spec.Finalizers = nil
		_ = hub.SubResource("finalize").Update(t.Context(), space) // a conflict is tried again
	}
}

// eventually fails with the output of a program if check does not succeed within three minutes: a machine may be slow and busy.
func eventually(t *testing.T, p *program, check func() error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
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
	port, err := controllertest.FreePort()
	require.NoError(t, err)
	return port
}
