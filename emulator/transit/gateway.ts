/** A body with its type. An empty body has none. */
export interface ForeignBody {
  readonly text: string | null;
  readonly type?: string;
}

/** Formats in which a gateway, not the platform, responds to a request. */
export const foreignForms = ["text", "html", "json", "empty"] as const;

export type ForeignForm = (typeof foreignForms)[number];

/** The response of a gateway without a backend for a request, as given by ingress controllers and API gateways. */
export function foreignBody(form: ForeignForm, status: number, path: string): ForeignBody {
  switch (form) {
    case "text":
      return { text: `default backend - ${status}`, type: "text/plain; charset=utf-8" };
    case "html":
      return {
        text: `<html>\r\n<head><title>${status} Not Found</title></head>\r\n<body>\r\n<center><h1>${status} Not Found</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`,
        type: "text/html",
      };
    case "json":
      return {
        text: JSON.stringify({ timestamp: "2026-01-01T00:00:00.000+00:00", status, error: "Not Found", path }),
        type: "application/json",
      };
    case "empty":
      return { text: null };
  }
}
