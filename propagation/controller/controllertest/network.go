package controllertest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"time"
)

// FreePort returns an unused port of loopback, for a server that starts soon. It is below the ports that systems give to clients: otherwise a client
// might take the port before the server listens, or while the server is stopped for a while.
func FreePort() (int, error) {
	for range 100 {
		port := 20000 + rand.IntN(12000)
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return port, listener.Close()
		}
	}
	return 0, fmt.Errorf("found no free port from 20000 to 31999")
}

// tick returns when to ask a server again whether it is ready.
func tick() <-chan time.Time { return time.After(20 * time.Millisecond) }
