package kubeadmiral

import (
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

var (
	imageOperators      = []string{api.OperatorAddIfAbsent, api.OperatorOverwrite, api.OperatorDelete}
	entrypointOperators = []string{api.OperatorAppend, api.OperatorOverwrite, api.OperatorDelete}
	envOperators        = []string{api.OperatorAddIfAbsent, api.OperatorOverwrite, api.OperatorDelete}
	mapOperators        = []string{api.OperatorAddIfAbsent, api.OperatorOverwrite, api.OperatorDelete}
)

func unknownOperator(operator string, known []string) error {
	return fmt.Errorf("operator %q is unknown, expected %s", operator, strings.Join(known, ", "))
}

// unknownOperatorOverrider is an entry for containers or an image whose operator, or component, is unknown. It fails only if there
// is such a container or image: KubeAdmiral does not read the operator before.
type unknownOperatorOverrider struct {
	where overrider.Images
	err   error
}

// Override implements [override.Overrider].
func (o unknownOperatorOverrider) Override(in override.Input, out *override.Edits) error {
	places, err := o.where.Images(in, out)
	if err != nil || len(places) == 0 {
		return err
	}
	return override.Fail(o.err).Override(in, out)
}
