package bind

import (
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Detach detaches one binding from a stored one, as [Distribute] and [Follow] do.
func Detach(stored, independent *api.ResourceBinding, referrers Referrers) (Attached, error) {
	s := newPair(stored, independent, referrers)
	b := s.get(content.NameOf(stored))
	if err := s.detach(b, content.NameOf(independent)); err != nil {
		return Attached{}, err
	}
	return s.result(b)
}
