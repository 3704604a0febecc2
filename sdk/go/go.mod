module cloudplatform.example/sdk/go/cloudplatform

go 1.25.11

require (
	github.com/blang/semver v3.5.1+incompatible
	github.com/pulumi/pulumi/sdk/v3 v3.259.0
)
