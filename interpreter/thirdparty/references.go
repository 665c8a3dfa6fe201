package thirdparty

import "github.com/overridekit/overridekit/interpreter"

// references collects the objects that an object names in its namespace. Absent names and empty ones do not count.
type references struct {
	*run
	object any
	all    []interpreter.Dependency
}

func (r *references) add(kind string, name any) {
	if name != nil && name != "" {
		r.all = append(r.all, r.dependency(r.object, kind, name))
	}
}

// addVolume adds all sources of a volume. The name of a Secret is the member secretKey of its source.
func (r *references) addVolume(volume any, secretKey string) {
	r.add("ConfigMap", r.find(volume, "configMap", "name"))
	for _, source := range r.each(volume, "projected", "sources") {
		r.add("ConfigMap", r.find(source, "configMap", "name"))
		r.add("Secret", r.find(source, "secret", "name"))
	}
	r.add("Secret", r.find(volume, "secret", secretKey))
	r.add("Secret", r.find(volume, "azureFile", "secretName"))
	for _, kind := range []string{"cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos"} {
		r.add("Secret", r.find(volume, kind, "secretRef", "name"))
	}
	r.add("Secret", r.find(volume, "csi", "nodePublishSecretRef", "name"))
	r.add("PersistentVolumeClaim", r.find(volume, "persistentVolumeClaim", "claimName"))
}

// addPod adds what a pod spec, or a part of one, names outside of its containers.
func (r *references) addPod(spec any, secretKey string) {
	for _, volume := range r.each(spec, "volumes") {
		r.addVolume(volume, secretKey)
	}
	for _, secret := range r.each(spec, "imagePullSecrets") {
		r.add("Secret", r.get(secret, "name"))
	}
	if account := r.find(spec, "serviceAccountName"); account != "default" {
		r.add("ServiceAccount", account)
	}
}
