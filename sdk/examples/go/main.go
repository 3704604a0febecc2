// A CDN rule template and a cluster, through the Go SDK.
package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"cloudplatform.example/sdk/go/cloudplatform"
	"cloudplatform.example/sdk/go/cloudplatform/cdn"
	"cloudplatform.example/sdk/go/cloudplatform/kubernetes"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		images, err := cdn.NewRuleTemplate(ctx, "images", &cdn.RuleTemplateArgs{
			Rule:     pulumi.String("/images/.*"),
			RuleType: pulumi.Int(0),
		})
		if err != nil {
			return err
		}
		eu, err := cloudplatform.NewProvider(ctx, "eu", &cloudplatform.ProviderArgs{
			ProjectId: pulumi.Int(1),
			RegionId:  pulumi.Int(76),
		})
		if err != nil {
			return err
		}
		cluster, err := kubernetes.NewCluster(ctx, "edge", &kubernetes.ClusterArgs{
			Name:    pulumi.String("edge-1"),
			Keypair: pulumi.String("ops"),
			Version: pulumi.String("v1.31.9"),
			Pools: kubernetes.PoolArray{
				kubernetes.PoolArgs{
					Name:         pulumi.String("metal"),
					FlavorId:     pulumi.String("bm1-hf-medium"),
					MinNodeCount: pulumi.Int(1),
				},
			},
		}, pulumi.Provider(eu), pulumi.Timeouts(&pulumi.CustomTimeouts{Create: "45m"}))
		if err != nil {
			return err
		}
		ctx.Export("template", images.TemplateId)
		ctx.Export("cluster", cluster.Status)
		return nil
	})
}
