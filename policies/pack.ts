import { PolicyPack } from "@pulumi/policy";
import { policiesOf } from "./engine/policies.ts";
import { preserveSecretMarkers } from "./engine/secret-markers.ts";
import { Session } from "./engine/session.ts";
import { rules } from "./rules/index.ts";

// What `pulumi preview --policy-pack policies` runs, bundled as dist/index.cjs.
preserveSecretMarkers();
const session = new Session(rules.map((rule) => rule.name));
new PolicyPack("cloudplatform", { policies: policiesOf(rules, session), enforcementLevel: "advisory" });
