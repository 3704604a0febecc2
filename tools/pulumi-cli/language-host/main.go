// Command language-host is a Node language host for a CLI that was built from its Go modules, which do not include the
// official one. It serves pulumirpc.LanguageRuntime; the engine starts it with the engine's address as the last argument
// and reads the port from the first line of stdout.
package main

import (
	"fmt"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
)

// maxMessageBytes is the SDK's limit for a message (@pulumi/pulumi/runtime/rpc.js); gRPC's default of 4 MB is too small for
// big stacks.
const maxMessageBytes = 400 << 20

// version is the CLI's, set by the build.
var version string

func main() {
	host := &host{engineAddress: lastArgument()}
	ended := make(chan os.Signal, 1)
	// The engine interrupts the whole process group when it no longer needs the host.
	signal.Notify(ended, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		<-ended
		host.children.killAll()
		os.Exit(0)
	}()
	go whenParentDies(func() {
		host.children.killAll()
		os.Exit(1)
	})
	server := grpc.NewServer(grpc.MaxRecvMsgSize(maxMessageBytes))
	pulumirpc.RegisterLanguageRuntimeServer(server, host)
	port, listener, err := listen()
	if err == nil {
		fmt.Println(port)
		err = server.Serve(listener)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func lastArgument() string {
	for index := len(os.Args) - 1; index > 0; index-- {
		if !strings.HasPrefix(os.Args[index], "-") {
			return os.Args[index]
		}
	}
	return ""
}

// listen opens a free port of the loopback interface.
func listen() (int, net.Listener, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, nil, err
	}
	return listener.Addr().(*net.TCPAddr).Port, listener, nil
}
