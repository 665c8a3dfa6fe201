package propagation_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/affected"
	"github.com/overridekit/overridekit/propagation/template"
)

// controller is a controller in memory. All that it must not lose is on its API server.
type controller struct {
	server *server
	index  affected.Index
	queue  []override.Ref
	memory map[override.Ref]template.Memory // may be lost
}

// place brings one template up to date. An error means that it must be placed again. What is wrong with the template is reported.
func (c *controller) place(ctx context.Context, ref override.Ref) error {
	control, object := template.NewControl(&c.index), c.index.Template(ref)
	placed, err := template.Place(ctx, control, template.Input{
		Template: object, Binding: c.index.Binding(ref), Bindings: c.index.Bindings(), Find: c.index.Find, Memory: c.memory[ref],
	})
	if err != nil {
		return err // ctx is done, or an option is invalid
	}
	if edit := placed.Row.ClaimEdit; !edit.Empty() { // the claim comes first: that is an event, so the template is placed again
		return errors.Join(c.put(placed.Released), c.put(edit.Apply(object)))
	}
	c.memory[ref] = placed.Memory
	for _, b := range placed.Bindings() { // its own, and those of what it needs
		if err := c.put(b); err != nil {
			return err // for example a conflict
		}
	}
	rendered := template.Rendered{}
	if placed.Binding != nil {
		rendered = template.Render(ctx, control, template.RenderInput{
			Template: object, Binding: placed.Binding, Left: placed.Row.Left, Works: c.index.Works(placed.Binding.Ref()), AtOnce: true,
		})
	}
	for _, w := range rendered.Works {
		if err := c.put(w.Work()); err != nil {
			return err
		}
	}
	for _, orphan := range rendered.Delete {
		c.delete(orphan.Work)
	}
	rendered.Complete(placed.Row)
	c.report(ref, placed.Row.Err, placed.Row.Warnings, placed.Again)
	return nil
}

// report is for people. An error needs an event to go away, unless propagation.IsRetryable says that time helps.
func (c *controller) report(ref override.Ref, err error, _ []string, _ time.Time) {
	if err != nil {
		fmt.Println(ref, err)
	}
}

// put stores an object unless it is stored already, and adds the templates that this concerns to the queue.
func (c *controller) put(o metav1.Object) error {
	if o == nil || c.server.has(o) {
		return nil
	}
	if err := c.server.write(o); err != nil {
		return err
	}
	c.see(o)
	return nil
}

// see handles an event of the API server.
func (c *controller) see(o metav1.Object) {
	switch o := o.(type) {
	case *unstructured.Unstructured:
		c.queue = append(c.queue, c.index.PutTemplate(o)...)
	case api.PropagationSource:
		c.queue = append(c.queue, c.index.PutPolicy(o)...)
	case *api.Cluster:
		c.queue = append(c.queue, c.index.PutCluster(o)...)
	case api.Binding:
		c.queue = append(c.queue, c.index.PutBinding(o)...)
	case *api.Work:
		c.queue = append(c.queue, c.index.PutWork(o)...)
	}
}

func (c *controller) delete(work override.Ref) {
	delete(c.server.objects, work)
	c.queue = append(c.queue, c.index.DeleteWork(work)...)
}

// run places templates until nothing is in the queue.
func (c *controller) run(ctx context.Context) {
	for len(c.queue) > 0 {
		ref := c.queue[0]
		if c.queue = c.queue[1:]; c.place(ctx, ref) != nil { // later, in a controller
			c.queue = append(c.queue, ref)
		}
	}
}

// server is an API server that refuses a write which is based on an old version.
type server struct {
	objects map[override.Ref]metav1.Object
	version int
	writes  int
	before  func() // called once before the next write: another writer
}

func (s *server) write(o metav1.Object) error {
	if before := s.before; before != nil {
		s.before = nil
		before()
	}
	if was := s.objects[refOf(o)]; was != nil && was.GetResourceVersion() != o.GetResourceVersion() {
		return errors.New("conflict")
	}
	s.version++
	s.writes++
	o.SetResourceVersion(strconv.Itoa(s.version))
	s.objects[refOf(o)] = o
	return nil
}

func (s *server) has(o metav1.Object) bool {
	return equality.Semantic.DeepEqual(s.objects[refOf(o)], o)
}

func refOf(o metav1.Object) override.Ref {
	if o, ok := o.(*unstructured.Unstructured); ok {
		return override.RefOf(o)
	}
	return o.(interface{ Ref() override.Ref }).Ref()
}

// newController starts a controller: it sees all that its server has, and places all templates once.
func newController(s *server) *controller {
	c := &controller{server: s, memory: map[override.Ref]template.Memory{}}
	c.index.Options.Registry = interpreter.NewRegistry(native.Interpreters(time.Now)...)
	for _, o := range s.objects {
		c.see(o)
	}
	c.queue = c.index.Templates()
	return c
}

// A controller places the templates that events concern. A conflict with another writer and a restart lose nothing.
func Example_controller() {
	ctx, s := context.Background(), &server{objects: map[override.Ref]metav1.Object{}}
	policy := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{
		Namespace: "shop", Name: "web", Labels: map[string]string{api.PropagationPolicyIDLabel: "1"}, // an admission webhook sets the id
	}}
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment"}}
	policy.Spec.PropagateDeps = true
	policy.Spec.Placement.ReplicaScheduling = &api.ReplicaSchedulingStrategy{ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted}
	web := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"name": "web", "namespace": "shop", "uid": "1"},
		"spec": map[string]any{"replicas": int64(3), "template": map[string]any{"spec": map[string]any{"volumes": []any{
			map[string]any{"name": "settings", "configMap": map[string]any{"name": "settings"}},
		}}}},
	}}
	settings := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "settings", "namespace": "shop", "uid": "2"},
	}}
	c := newController(s)
	for _, o := range []metav1.Object{withAPIs("eu"), withAPIs("us"), policy, web, settings} {
		_ = c.put(o)
	}
	c.run(ctx)
	fmt.Println("first: ", s.clusters())

	writes := s.writes
	newController(s).run(ctx)
	fmt.Println("writes after a restart:", s.writes-writes)

	more := c.index.Template(override.RefOf(web)).DeepCopy()
	_ = unstructured.SetNestedField(more.Object, int64(8), "spec", "replicas")
	_ = c.put(more)
	s.before = func() { // somebody else writes the binding meanwhile
		b := c.index.Binding(override.RefOf(web)).DeepCopyObject().(api.Binding)
		b.SetLabels(map[string]string{api.BindingIDLabel: b.GetLabels()[api.BindingIDLabel], api.PropagationPolicyIDLabel: "1", "team": "web"})
		_ = c.put(b)
	}
	c.run(ctx)
	fmt.Println("larger:", s.clusters())
	fmt.Println("the other writer's label:", c.index.Binding(override.RefOf(web)).GetLabels()["team"])
	// Output:
	// first:  [eu/settings:0 eu/web:2 us/settings:0 us/web:1]
	// writes after a restart: 0
	// larger: [eu/settings:0 eu/web:4 us/settings:0 us/web:4]
	// the other writer's label: web
}

// withAPIs returns a cluster with the APIs of the templates.
func withAPIs(name string) *api.Cluster {
	c := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}}
	for version, kind := range map[string]string{"apps/v1": "Deployment", "v1": "ConfigMap"} {
		c.Status.APIEnablements = append(c.Status.APIEnablements, api.APIEnablement{GroupVersion: version, Resources: []api.APIResource{{Kind: kind}}})
	}
	return c
}

// clusters returns what each cluster gets.
func (s *server) clusters() (all []string) {
	for _, o := range s.objects {
		if w, ok := o.(*api.Work); ok {
			object := unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}
			replicas, _, _ := unstructured.NestedInt64(object.Object, "spec", "replicas")
			name, _ := api.ClusterOfNamespace(w.Namespace)
			all = append(all, fmt.Sprint(name, "/", object.GetName(), ":", replicas))
		}
	}
	slices.SortFunc(all, cmp.Compare)
	return all
}
