package files

import (
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/overridekit/overridekit/override/yamltext"
)

// maxKustomization is the number of bytes of a kustomization file that are read.
const maxKustomization = 1 << 20

// kustomization is the part of a kustomization file that names patches, see the fields patches, patchesStrategicMerge and patchesJson6902 of
// kustomize.config.k8s.io/v1beta1. An entry of patchesStrategicMerge is a file or the patch itself.
type kustomization struct {
	Patches               []patchFile `json:"patches"`
	PatchesStrategicMerge []string    `json:"patchesStrategicMerge"`
	PatchesJSON6902       []patchFile `json:"patchesJson6902"`
}

type patchFile struct {
	Path string `json:"path"`
}

// ignorePatches removes the files that a kustomization file in a folder names as patches: a patch is only a part of an object. A kustomization file that
// cannot be read names none; reading it as a document reports the error.
func ignorePatches(found []File, report *Report) []File {
	patches := map[string]bool{}
	for _, file := range found {
		if base := filepath.Base(file.Name); base == "kustomization.yaml" || base == "kustomization.yml" {
			for _, name := range patchesIn(file.Name) {
				patches[filepath.Join(filepath.Dir(file.Name), filepath.FromSlash(name))] = true
			}
		}
	}
	return slices.DeleteFunc(found, func(file File) bool {
		if patches[file.Name] {
			report.Ignored = append(report.Ignored, Ignored{OfKustomize, file.Name})
		}
		return patches[file.Name]
	})
}

// patchesIn returns the patches that a kustomization file names, relative to its folder.
func patchesIn(name string) []string {
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxKustomization))
	if err != nil {
		return nil
	}
	var k kustomization
	if err := yamltext.Unmarshal(text, &k); err != nil {
		return nil
	}
	names := k.PatchesStrategicMerge
	for _, p := range slices.Concat(k.Patches, k.PatchesJSON6902) {
		if p.Path != "" {
			names = append(names, p.Path)
		}
	}
	return names
}
