package native

import (
	"fmt"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/internal/typed"
)

// nodeClaimOf returns what a pod requires of its node; nil if it has no node selector, no required node affinity and no tolerations. An
// empty node selector makes an empty claim.
func nodeClaimOf(podSpec map[string]any) (*interpreter.NodeClaim, error) {
	selector, selects := podSpec["nodeSelector"].(map[string]any)
	affinity := object(podSpec, "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
	tolerations, _ := podSpec["tolerations"].([]any)
	if !selects && affinity == nil && len(tolerations) == 0 {
		return nil, nil
	}
	claim := &interpreter.NodeClaim{}
	if selects {
		claim.NodeSelector = make(map[string]string, len(selector))
		for key := range selector {
			claim.NodeSelector[key] = text(selector, key)
		}
	}
	if affinity != nil {
		encoded, err := typed.Named("NodeSelector").Encode(affinity)
		if err != nil {
			return nil, fmt.Errorf("required node affinity: %w", err)
		}
		claim.HardNodeAffinity, _ = encoded.(map[string]any)
	}
	for i, toleration := range tolerations {
		encoded, err := typed.Named("Toleration").Encode(toleration)
		if err != nil {
			return nil, fmt.Errorf("toleration %d: %w", i, err)
		}
		claim.Tolerations = append(claim.Tolerations, encoded)
	}
	return claim, nil
}
