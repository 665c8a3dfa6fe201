package status_test

import (
	"time"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
)

var hooks = interpreter.NewRegistry(native.Interpreters(func() time.Time { return now })...)
