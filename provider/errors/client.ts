import type { ErrorTable } from "./entry.ts";

/** Settings, arguments, requests and tasks. */
export const clientErrors = {
  CP1001: {
    title: "A required setting is missing",
    remedy:
      "Set `cloudplatform:baseUrl` and `cloudplatform:apiKey` (`--secret`), or `CLOUDPLATFORM_BASE_URL` and `CLOUDPLATFORM_API_KEY`. `cloudplatform doctor` shows what is set.",
  },
  CP1002: {
    title: "A setting has an invalid value",
    remedy: "Correct the value in the place that the message names.",
  },
  CP1003: {
    title: "The API key would be sent without TLS",
    cause: "`baseUrl` is `http://` to another machine.",
    remedy: "Use `https://`. In a network that you trust, set `cloudplatform:allowInsecureHttp` to `true`.",
  },
  CP1004: {
    title: "A `cloudplatform:` key is not a setting",
    remedy: "Correct the key, or remove it with `pulumi config rm`.",
  },
  CP1005: {
    title: "The provider of a function cannot be used",
    cause: "It is not a `Provider` of this package, or its settings are unknown at preview.",
    remedy: "Pass a `Provider` of `@cloudplatform/pulumi`, or call the `…Output` form, which waits.",
  },
  CP1006: {
    title: "Arguments are invalid",
    remedy: "Correct each argument that the message lists.",
  },
  CP1007: {
    title: "A read-only client was asked for a change",
    cause: "`CLOUDPLATFORM_READ_ONLY` or the client's `readOnly` is set.",
    remedy: "Unset it where you intend changes.",
  },
  CP1101: {
    title: "The platform does not respond",
    cause: "The host is unreachable, the connection broke, TLS failed, or the request timed out.",
    remedy:
      "Check URL and network with `cloudplatform doctor`, then run again: `up` first searches for what a lost request created.",
  },
  CP1102: {
    title: "The platform rejects the request (400, 409, 422, other 4xx)",
    cause: "Often a quota is exceeded or a name is taken.",
    remedy: "Correct what the platform's message names.",
  },
  CP1103: {
    title: "The API key is not accepted (401)",
    cause: "It is missing, incomplete, expired or from another account. Shells cut unquoted keys at `$`.",
    remedy: "Set the key again, quoted, without the word `apikey`.",
  },
  CP1104: {
    title: "The platform denies the request (403)",
    cause: "The key lacks a permission, or a region's capacity or the account's quota is used up.",
    remedy: "Use another key or region, or request a higher quota.",
  },
  CP1105: {
    title: "The platform does not have the object (404, 410)",
    cause: "It was deleted, or belongs to another project, region or account.",
    remedy: "Check project, region and key. If the object was deleted outside Pulumi, run `pulumi refresh`.",
  },
  CP1106: {
    title: "Too many requests (429)",
    cause: "The platform accepted none of the key's requests for 10 minutes, or asked to wait longer than a minute.",
    remedy: "Run again later, or use a key with its own limit.",
  },
  CP1107: {
    title: "The platform fails (5xx)",
    cause: "Requests that change nothing were repeated.",
    remedy: "Run again: `up` first searches for what a lost request created.",
  },
  CP1108: {
    title: "The response is a redirect or has another unexpected status",
    cause: "The base URL probably belongs to a website or another service.",
    remedy: "Set it to the platform's API.",
  },
  CP1109: {
    title: "The response does not match the API",
    cause: "It is not JSON or lacks a required field; it was not saved.",
    remedy: "Check the base URL. If it is right, report the response: the platform has probably changed.",
  },
  CP1110: {
    title: "A 404 does not prove that an object is gone",
    cause:
      "A gateway answered instead of the platform, the base URL has a wrong path, or the key belongs to another account. Everything stays in state.",
    remedy:
      "Check URL and key with `cloudplatform doctor`. `refresh` and `destroy` use the settings of the last `up`; if these changed, run `pulumi refresh --run-program`. If the whole account is gone, run `pulumi state delete`.",
  },
  CP1201: {
    title: "A task of the platform failed",
    cause: "What exists is kept in state.",
    remedy: "Remove the cause that the message names, then run again.",
  },
  CP1202: {
    title: "An operation exceeded its time limit",
    cause: "The platform still works on it.",
    remedy: "Run `pulumi up` again: it continues with the same object. Or raise the limit that the message names.",
  },
  CP1203: {
    title: "The operation was interrupted",
    cause: "Somebody pressed Ctrl-C, or the engine stopped.",
    remedy: "Run the command again.",
  },
} as const satisfies ErrorTable;
