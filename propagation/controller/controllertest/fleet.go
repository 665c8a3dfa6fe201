package controllertest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// Fleet is a hub and the member clusters member1, member2, ….
type Fleet struct {
	Hub     *Server
	Members []*Server
}

// StartFleet starts a hub with that many members at once, and returns when all are ready. A build of the programs is reported to output,
// which may be nil. Call Stop in the end.
func StartFleet(ctx context.Context, members int, output io.Writer) (*Fleet, error) {
	programs, err := Find(ctx, output)
	if err != nil {
		return nil, err
	}
	servers := make([]*Server, max(members, 0)+1)
	errs := make([]error, len(servers))
	var wait sync.WaitGroup
	for i := range servers {
		wait.Go(func() {
			name := "hub"
			if i > 0 {
				name = fmt.Sprintf("member%d", i)
			}
			servers[i], errs[i] = Start(ctx, programs, name)
		})
	}
	wait.Wait()
	f := &Fleet{Hub: servers[0], Members: servers[1:]}
	if err := errors.Join(errs...); err != nil {
		f.Stop()
		return nil, err
	}
	return f, nil
}

// Stop ends all servers and deletes their data.
func (f *Fleet) Stop() {
	for _, s := range append([]*Server{f.Hub}, f.Members...) {
		if s != nil {
			s.Stop()
		}
	}
}

// Run starts a fleet, gives it to use, runs the tests (a *testing.M), and stops the fleet. It returns the exit status for os.Exit.
func Run(tests interface{ Run() int }, members int, use func(*Fleet)) int {
	f, err := StartFleet(context.Background(), members, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer f.Stop()
	use(f)
	return tests.Run()
}
