"""A CDN rule template, a cluster and a function, through the Python SDK."""

import pulumi
import pulumi_cloudplatform as cloudplatform
from pulumi_cloudplatform import cdn, kubernetes

images = cdn.RuleTemplate(
    "images",
    rule="/images/.*",
    rule_type=0,
    options=cdn.RuleTemplateOptionsArgs(
        browser_cache_settings=cdn.BrowserCacheSettingsArgs(enabled=True, value="3600s"),
    ),
)

eu = cloudplatform.Provider("eu", project_id=1, region_id=76)

cluster = kubernetes.Cluster(
    "edge",
    name="edge-1",
    keypair="ops",
    version="v1.31.9",
    pools=[
        kubernetes.PoolArgs(name="metal", flavor_id="bm1-hf-medium", min_node_count=1),
    ],
    opts=pulumi.ResourceOptions(
        provider=eu, custom_timeouts=pulumi.CustomTimeouts(create="45m")
    ),
)

kubeconfig = kubernetes.get_kubeconfig_output(
    project_id=1, region_id=76, name=cluster.name, opts=pulumi.InvokeOutputOptions(provider=eu)
)

pulumi.export("template", images.template_id)
pulumi.export("cluster", cluster.status)
pulumi.export("kubeconfig", kubeconfig)
