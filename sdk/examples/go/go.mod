module cloudplatform.example/examples/go

go 1.25.11

require (
	cloudplatform.example/sdk/go/cloudplatform v0.1.0
	github.com/pulumi/pulumi/sdk/v3 v3.259.0
)

replace cloudplatform.example/sdk/go/cloudplatform => ../../go
