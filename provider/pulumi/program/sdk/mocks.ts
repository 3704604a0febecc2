import * as pulumi from "@pulumi/pulumi";

/** Whether the program runs under `pulumi.runtime.setMocks`: then no request may leave the process. */
export function mocksAreSet(): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  return monitor !== null && typeof monitor === "object" && "mocks" in monitor;
}
