/** The modules that a provider's process loads: both transports of the lifecycle, without their gRPC servers. */

export { setEngineAddress } from "../../../provider/engine/backend/engine-address.ts";
export { PartialStateError } from "../../../provider/engine/lifecycle/errors.ts";
export { setLogSink } from "../../../provider/engine/lifecycle/progress.ts";
export { ProcessOwnership } from "../../../provider/engine/ownership/ownership.ts";
export { dynamicProvider } from "../../../provider/pulumi/dynamic/dynamic-provider.ts";
export { cancelOperations, duringEngineCall } from "../../../provider/pulumi/dynamic/request-context.ts";
export { watchFirstDeletions } from "../../../provider/pulumi/dynamic/watch-requests.ts";
export { NativeResource } from "../../../provider/pulumi/native/plugin/resource.ts";
export { resourceTypes } from "../../../provider/pulumi/native/plugin/resources.ts";
export { lifecycles } from "../../../provider/resources/lifecycles.ts";
export { useClock } from "../../../provider/values/clock.ts";
