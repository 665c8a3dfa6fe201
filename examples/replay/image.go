package main

import (
	"encoding/json"

	"github.com/overridekit/overridekit/imageparser"
)

func answerImage(line []byte) any {
	var c struct{ Image string }
	if err := json.Unmarshal(line, &c); err != nil {
		return map[string]any{"error": err.Error()}
	}
	image, err := imageparser.Parse(c.Image)
	if err != nil {
		return map[string]any{"image": c.Image, "error": err.Error()}
	}
	parts := image.Parts()
	if parts.Tag != "" {
		parts.Digest = "" // as in Karmada; the overriders here keep the digest (D3)
	}
	return map[string]any{
		"image": c.Image, "hostname": parts.Registry, "repository": parts.Repository, "tag": parts.Tag, "digest": parts.Digest,
		"string": parts.String(),
	}
}
