// Package controllertest starts real API servers for tests: etcd and kube-apiserver, without a kubelet, controllers or a network beyond loopback.
//
//	var fleet *controllertest.Fleet
//
//	func TestMain(m *testing.M) {
//		os.Exit(controllertest.Run(m, 2, func(f *controllertest.Fleet) { fleet = f }))
//	}
//
//	func TestCreate(t *testing.T) {
//		hub, err := client.New(fleet.Hub.Config(), client.Options{})
//		…
//	}
//
// # The programs
//
// If KUBEBUILDER_ASSETS is set, etcd and kube-apiserver are the programs in that folder. Otherwise [Find] builds them from their Go modules, once:
// Kubernetes 1.36.3 and etcd 3.6.8. They are kept in os.UserCacheDir, in the folder overridekit. The build takes about 8 minutes with two
// cores, 2 GB of memory and 2 GB of the build cache. The default time limit of go test is 10 minutes, so build them before the first test:
//
//	go run github.com/overridekit/overridekit/examples/operator/servers -build
//
// # What is missing
//
// No controllers run. Nothing creates Pods of a Deployment, collects garbage, or removes a deleted namespace: it stays Terminating, and its
// objects stay. Use a namespace for each test. Service accounts have no tokens. [Server.ConfigAs] acts as one.
//
// Servers keep nothing: they have new credentials at each start, their data is deleted by Stop, and etcd does not sync it to the disk. They end
// with the test program, on Linux even if it is killed. The package needs a Unix system.
package controllertest
