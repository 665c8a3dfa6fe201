package lint

import (
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// readKubeAdmiral reads a policy of KubeAdmiral. The rules are those that [kubeadmiral.Compile] compiles.
func (s *subject) readKubeAdmiral(source api.OverrideSource, spec *api.OverrideSpec) {
	s.kubeadmiral, s.annotations = true, source.GetAnnotations()
	s.rules = nil
	s.selectors = []objectSelector{{at: jsontree.Pointer{"metadata", "name"}, objects: s.policy.Objects()}}
	for i, r := range spec.OverrideRules {
		s.rules = append(s.rules, kubeadmiralRule(specPointer.Child("overrideRules").Index(i), r))
	}
}

func kubeadmiralRule(at jsontree.Pointer, given api.OverrideRule) rule {
	r := rule{at: at, clusters: given.TargetClusters.Selector()}
	if t := given.TargetClusters; t != nil {
		r.named = texts(at.Child("targetClusters", "clusters"), t.Clusters)
		for i, term := range t.ClusterAffinity {
			for j, field := range term.MatchFields {
				values := at.Child("targetClusters", "clusterAffinity").Index(i).Child("matchFields").Index(j).Child("values")
				r.named = append(r.named, texts(values, field.Values)...)
			}
		}
	}
	o := given.Overriders
	if o == nil {
		return r
	}
	at = at.Child("overriders")
	for i, e := range o.Image {
		s := &step{at: at.Child("image").Index(i), what: workloadStep, image: !aboutDigest(e.Operations)}
		if e.ImagePath != "" {
			s.what, s.path = otherStep, written{s.at.Child("imagePath"), e.ImagePath}
		} else {
			s.containers = texts(s.at.Child("containerNames"), e.ContainerNames)
		}
		r.steps = append(r.steps, s)
	}
	named := func(field, operator, container string, i int) {
		s := &step{at: at.Child(field).Index(i), what: workloadStep, operator: operator}
		s.containers = []written{{s.at.Child("containerName"), container}}
		r.steps = append(r.steps, s)
	}
	for i, e := range o.Command {
		named("command", e.Operator, e.ContainerName, i)
	}
	for i, e := range o.Args {
		named("args", e.Operator, e.ContainerName, i)
	}
	for i, e := range o.Envs {
		named("envs", e.Operator, e.ContainerName, i)
	}
	for i, e := range o.Annotations {
		r.steps = append(r.steps, &step{at: at.Child("annotations").Index(i), what: mapStep, operator: e.Operator})
	}
	for i, e := range o.Labels {
		r.steps = append(r.steps, &step{at: at.Child("labels").Index(i), what: mapStep, operator: e.Operator})
	}
	for i, e := range o.JSONPatch {
		s := &step{at: at.Child("jsonpatch").Index(i), what: patchStep, operator: e.Operator, value: e.Value.Raw, upsert: true}
		s.path = written{s.at.Child("path"), e.Path}
		r.steps = append(r.steps, s)
	}
	return r
}

// aboutDigest reports whether an operation on images is about the digest.
func aboutDigest(operations []api.Operation) bool {
	return slices.ContainsFunc(operations, func(o api.Operation) bool { return o.ImageComponent == "Digest" })
}
