package native

import (
	"cmp"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/interpreter"
)

// podDependencies returns the objects that a pod needs. The namespace is that of the object. podSpec must have passed the check of
// its kind, or of PodSpec (package typed); nil is an empty one. The list is sorted and shares nothing with podSpec.
//
//  1. ConfigMaps: configMapRef of envFrom and configMapKeyRef of env in every container; those of volumes.
//  2. Secrets: imagePullSecrets; secretRef of envFrom and secretKeyRef of env in every container; those of volumes.
//  3. The ServiceAccount of serviceAccountName, unless it is "default". The old field serviceAccount is ignored.
//  4. PersistentVolumeClaims: those of volumes.
//  5. Containers are the init, the regular and the ephemeral ones.
//  6. Optional objects are included. Empty names are ignored, and duplicates removed.
func podDependencies(namespace string, podSpec map[string]any) []interpreter.Dependency {
	found := dependencies{}
	for secret := range objects(podSpec, "imagePullSecrets") {
		found.add("Secret", text(secret, "name"))
	}
	for _, key := range []string{"initContainers", "containers", "ephemeralContainers"} {
		for container := range objects(podSpec, key) {
			found.addContainer(container)
		}
	}
	for volume := range objects(podSpec, "volumes") {
		found.addVolume(volume)
	}
	if account := text(podSpec, "serviceAccountName"); account != "default" {
		found.add("ServiceAccount", account)
	}
	return found.sorted(namespace)
}

// dependency is an object of the core group.
type dependency struct{ kind, name string }

// dependencies is a set.
type dependencies map[dependency]struct{}

func (d dependencies) add(kind, name string) {
	if name != "" {
		d[dependency{kind, name}] = struct{}{}
	}
}

// sorted returns the set as objects of a namespace, by kind and name; nil if it is empty.
func (d dependencies) sorted(namespace string) []interpreter.Dependency {
	var list []interpreter.Dependency
	for _, e := range slices.SortedFunc(maps.Keys(d), func(a, b dependency) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name))
	}) {
		list = append(list, interpreter.Dependency{APIVersion: "v1", Kind: e.kind, Namespace: namespace, Name: e.name})
	}
	return list
}

func (d dependencies) addContainer(container map[string]any) {
	for source := range objects(container, "envFrom") {
		d.add("ConfigMap", text(object(source, "configMapRef"), "name"))
		d.add("Secret", text(object(source, "secretRef"), "name"))
	}
	for variable := range objects(container, "env") {
		from := object(variable, "valueFrom")
		d.add("ConfigMap", text(object(from, "configMapKeyRef"), "name"))
		d.add("Secret", text(object(from, "secretKeyRef"), "name"))
	}
}

// addVolume adds at most one source of each kind, since a valid volume has only one: the first that is set, even if it names nothing.
//
//  1. ConfigMap: projected, configMap.
//  2. Secret: azureFile, cephfs, cinder, flexVolume, projected, rbd, secret, scaleIO, iscsi, storageos, csi.
//  3. PersistentVolumeClaim: persistentVolumeClaim.
func (d dependencies) addVolume(volume map[string]any) {
	projected := object(volume, "projected")
	for source := range objects(projected, "sources") {
		d.add("ConfigMap", text(object(source, "configMap"), "name"))
	}
	if projected == nil {
		d.add("ConfigMap", text(object(volume, "configMap"), "name"))
	}
	d.addVolumeSecret(volume)
	d.add("PersistentVolumeClaim", text(object(volume, "persistentVolumeClaim"), "claimName"))
}

func (d dependencies) addVolumeSecret(volume map[string]any) {
	for _, key := range []string{"azureFile", "cephfs", "cinder", "flexVolume", "projected", "rbd", "secret", "scaleIO", "iscsi", "storageos", "csi"} {
		source := object(volume, key)
		if source == nil {
			continue
		}
		switch key {
		case "azureFile", "secret":
			d.add("Secret", text(source, "secretName"))
		case "projected":
			for part := range objects(source, "sources") {
				d.add("Secret", text(object(part, "secret"), "name"))
			}
		case "csi":
			d.add("Secret", text(object(source, "nodePublishSecretRef"), "name"))
		default:
			d.add("Secret", text(object(source, "secretRef"), "name"))
		}
		return
	}
}
