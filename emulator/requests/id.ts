import { randomUuid } from "../random-uuid.ts";

const pattern = /^req_[\da-f]{12}$/;

/** Id of a request: its header `X-Request-Id` if that has our format, as when the console sends the request. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && pattern.test(header) ? header : newRequestId();
}

export function newRequestId(): string {
  return `req_${randomUuid().replaceAll("-", "").slice(0, 12)}`;
}
