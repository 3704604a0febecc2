/** A request of the engine, as the SDK's generated code reads it. */
export interface EngineRequest {
  getUrn?(): string;
  getTimeout?(): number;
}

/** URN and time of an operation; left out where the request has none. */
export function callOf(request: EngineRequest | undefined): { urn?: string; timeoutMs?: number } {
  const urn = request?.getUrn?.() ?? "";
  const seconds = request?.getTimeout?.() ?? 0;
  return { ...(urn !== "" && { urn }), ...(seconds > 0 && { timeoutMs: seconds * 1000 }) };
}
