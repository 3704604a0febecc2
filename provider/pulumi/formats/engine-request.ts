/** A request of the engine, as the SDK's generated code reads it. */
export interface EngineRequest {
  getUrn?(): string;
  getTimeout?(): number;
}

/** Returns the URN and timeout of an operation, as far as the request has them. */
export function callOf(request: EngineRequest | undefined): { urn?: string; timeoutMs?: number } {
  const urn = request?.getUrn?.() ?? "";
  const seconds = request?.getTimeout?.() ?? 0;
  return { ...(urn !== "" && { urn }), ...(seconds > 0 && { timeoutMs: seconds * 1000 }) };
}
