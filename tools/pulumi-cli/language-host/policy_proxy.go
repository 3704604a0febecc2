package main

import (
	"context"
	"fmt"
	"sync"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// policyProxy is between the engine and a policy pack. A pack reads the stack's name and config from the environment, but
// the engine sends them only by a call (ConfigureStack) to a running pack. So the engine connects to this proxy; after the
// call the host starts the pack, and the proxy forwards all further calls.
//
// It serves as long as this process runs: otherwise the engine would report a broken connection instead of the reason why a
// pack does not start.
type policyProxy struct {
	// configuration receives the stack's configuration once, or nil when another call came first (as by `policy publish`).
	configuration chan *pulumirpc.AnalyzerStackConfigureRequest
	once          sync.Once
	configured    []byte

	settled sync.Once
	ready   chan struct{}
	pack    *grpc.ClientConn
	failure error
}

func startPolicyProxy() (*policyProxy, int, error) {
	proxy := &policyProxy{
		configuration: make(chan *pulumirpc.AnalyzerStackConfigureRequest, 1),
		ready:         make(chan struct{}),
	}
	port, listener, err := listen()
	if err != nil {
		return nil, 0, err
	}
	server := grpc.NewServer(
		grpc.MaxRecvMsgSize(maxMessageBytes),
		grpc.ForceServerCodec(rawCodec{}),
		grpc.UnknownServiceHandler(proxy.serve),
	)
	go func() { _ = server.Serve(listener) }()
	return proxy, port, nil
}

func (p *policyProxy) serve(_ any, stream grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(stream)
	var request, response []byte
	if err := stream.RecvMsg(&request); err != nil {
		return err
	}
	switch method {
	case pulumirpc.Analyzer_Handshake_FullMethodName:
	case pulumirpc.Analyzer_ConfigureStack_FullMethodName:
		if err := p.configure(request); err != nil {
			return err
		}
	default:
		p.once.Do(func() { p.configuration <- nil })
		pack, err := p.started(stream.Context())
		if err != nil {
			return err
		}
		if err := pack.Invoke(stream.Context(), method, &request, &response); err != nil {
			return err
		}
	}
	return stream.SendMsg(&response)
}

func (p *policyProxy) configure(request []byte) error {
	configuration := &pulumirpc.AnalyzerStackConfigureRequest{}
	if err := proto.Unmarshal(request, configuration); err != nil {
		return err
	}
	p.once.Do(func() {
		p.configured = request
		p.configuration <- configuration
	})
	return nil
}

// started waits until the pack serves.
func (p *policyProxy) started(ctx context.Context) (*grpc.ClientConn, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.ready:
	}
	if p.failure != nil {
		return nil, status.Errorf(codes.Unavailable, "policy pack not started: %v", p.failure)
	}
	return p.pack, nil
}

// attach connects to the pack, which listens on a port.
func (p *policyProxy) attach(port int, err error) {
	if err != nil {
		p.fail(err)
		return
	}
	pack, err := grpc.NewClient(fmt.Sprintf("127.0.0.1:%d", port),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(
			grpc.ForceCodec(rawCodec{}),
			grpc.MaxCallRecvMsgSize(maxMessageBytes),
			grpc.MaxCallSendMsgSize(maxMessageBytes),
		))
	if err == nil {
		err = p.passConfiguration(pack)
	}
	if err != nil {
		p.fail(err)
		return
	}
	p.settled.Do(func() {
		p.pack = pack
		close(p.ready)
	})
}

// passConfiguration forwards ConfigureStack, the only source of stack tags; older packs respond with Unimplemented.
func (p *policyProxy) passConfiguration(pack *grpc.ClientConn) error {
	if p.configured == nil {
		return nil
	}
	var response []byte
	err := pack.Invoke(context.Background(), pulumirpc.Analyzer_ConfigureStack_FullMethodName, &p.configured, &response)
	if status.Code(err) == codes.Unimplemented {
		return nil
	}
	return err
}

// fail lets every call fail with the reason why the pack does not start.
func (p *policyProxy) fail(err error) {
	p.settled.Do(func() {
		p.failure = err
		close(p.ready)
	})
}

// rawCodec passes messages on as they are.
type rawCodec struct{}

func (rawCodec) Name() string { return "proto" }

func (rawCodec) Marshal(value any) ([]byte, error) { return *value.(*[]byte), nil }

func (rawCodec) Unmarshal(data []byte, value any) error {
	*value.(*[]byte) = append([]byte{}, data...)
	return nil
}

// stackEnvironment has the variables that packs read.
func stackEnvironment(configuration *pulumirpc.AnalyzerStackConfigureRequest) []string {
	if configuration == nil {
		return nil
	}
	var variables []string
	for _, variable := range []struct{ name, value string }{
		{"PULUMI_NODEJS_ORGANIZATION", configuration.GetOrganization()},
		{"PULUMI_NODEJS_PROJECT", configuration.GetProject()},
		{"PULUMI_NODEJS_STACK", configuration.GetStack()},
		{"PULUMI_NODEJS_DRY_RUN", fmt.Sprint(configuration.GetDryRun())},
		{"PULUMI_CONFIG", asJSON(configuration.GetConfig())},
	} {
		if variable.value != "" {
			variables = append(variables, variable.name+"="+variable.value)
		}
	}
	return variables
}
