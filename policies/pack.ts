import { rules } from "./rules/index.ts";
import { startPack } from "./start.ts";

// The pack that `pulumi preview --policy-pack policies` runs, bundled as dist/pack.cjs.
startPack("cloudplatform", rules);
