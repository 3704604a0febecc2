import { z } from "zod";
import { uniqueList } from "../../field.ts";
import { fieldMetadata } from "../../field-metadata.ts";
import { typeNames } from "../../type-names.ts";
import { option, switchOption } from "./option.ts";

/** Headers of requests and responses. platform-api §2.2, bounds: companion §3.3. */

const headerName = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, { error: "must be a header name of letters, digits, hyphens and underscores" });
const headerValue = z.string().max(512).register(fieldMetadata, { credential: true });

const atMost50 = (map: object) => Object.keys(map).length <= 50;

export const headers = {
  cors: option("Access-Control-Allow-Origin for requests from other sites.", {
    value: z
      .array(z.string().min(1))
      .describe(
        "Origins that may read responses: domains, `*` for all, or `$http_origin` for the origin of the request.",
      ),
    always: z.boolean().default(false).describe("Adds the header to responses of every status code."),
  }),
  hostHeader: option("Host header of requests to the origin.", {
    value: z
      .string()
      .min(1)
      .max(2048)
      .regex(/^[a-z0-9.:_-]+$/, { error: "must be a host in lower case: letters, digits, . - _ and :" })
      .describe("Host, in lower case, with a port where needed."),
  }),
  forward_host_header: switchOption("Sends the client's Host header on to the origin."),
  response_headers_hiding_policy: option("Headers of the origin that clients see.", {
    mode: z
      .enum(["hide", "show"])
      .describe("`hide`: hides all headers except those in `excepted`. `show`: hides only those in `excepted`."),
    excepted: uniqueList(z.string().min(1).max(128), { max: 256 }).describe(
      "Header names that `mode` refers to. Connection, Content-Length, Content-Type, Date and Server are never hidden.",
    ),
  }),
  static_response_headers: option("Headers that are added to responses.", {
    value: z
      .array(
        z
          .object({
            name: headerName(128).describe("Name of the header."),
            value: z.array(headerValue).describe("Values of the header; each is sent as a header line of its own."),
            always: z.boolean().default(false).describe("Adds the header to responses of every status code."),
          })
          .register(typeNames, {
            token: "cdn/headers:ResponseHeader",
            description: "A header that is added to responses.",
          }),
      )
      .max(50)
      .register(fieldMetadata, { listKey: "name" })
      .describe("Headers to add; at most 50."),
  }),
  staticHeaders: option("Headers that are added to responses (old form).", {
    value: z
      .record(headerName(128), z.union([headerValue, z.array(headerValue)]))
      .refine(atMost50, { error: "must not hold more than 50 headers" })
      .describe("Value or values of each header, by header name."),
  }),
  staticRequestHeaders: option("Headers that are added to requests to the origin.", {
    value: z
      .record(headerName(255), headerValue)
      .refine(atMost50, { error: "must not hold more than 50 headers" })
      .describe("Value of each header, by header name."),
  }),
};

fieldMetadata.add(headers.staticHeaders, { deprecated: "Use static_response_headers" });
