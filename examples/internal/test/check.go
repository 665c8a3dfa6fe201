package test

import (
	"runtime"
	"sync"
	"time"

	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// result is the result of a case.
type result struct {
	*suite.Report
	took time.Duration // 0 without a clock
	why  string        // with --watch, the file that was saved
}

// checkAll checks cases on all cores. It calls emit for each, in their order, as soon as its result and those before are known.
func checkAll(cases []*suite.Case, check func(*suite.Case) result, emit func(result)) {
	results := make([]result, len(cases))
	ready := make([]chan struct{}, len(cases))
	for i := range ready {
		ready[i] = make(chan struct{})
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(cases)) {
		workers.Go(func() {
			for i := range next {
				results[i] = check(cases[i])
				close(ready[i])
			}
		})
	}
	go func() {
		for i := range cases {
			next <- i
		}
		close(next)
	}()
	for i := range cases {
		<-ready[i]
		emit(results[i])
		results[i] = result{} // the caller keeps what it needs
	}
	workers.Wait()
}

// checker returns the function that checks a case.
func (o *options) checker(now func() time.Time) func(*suite.Case) result {
	settings := o.suite()
	return func(c *suite.Case) result {
		if now == nil {
			return result{Report: c.Check(settings)}
		}
		begin := now()
		report := c.Check(settings)
		return result{Report: report, took: now().Sub(begin)}
	}
}

// suite returns the options of package suite.
func (o *options) suite() suite.Options {
	settings := suite.Options{Update: o.update, Hint: "--update"}
	if o.showSecrets {
		settings.Hide = redact.Nothing
	}
	return settings
}
