import type { ErrorTable } from "./entry.ts";

/** Settings, arguments, requests and tasks. */
export const clientErrors = {
  CP1001: {
    title: "A required setting is missing",
    cause: "The base URL or the API key is neither configured nor in the environment.",
    remedy:
      "Set `cloudplatform:baseUrl` and, with `--secret`, `cloudplatform:apiKey`; or `CLOUDPLATFORM_BASE_URL` and `CLOUDPLATFORM_API_KEY`. `cloudplatform doctor` shows where each setting comes from.",
  },
  CP1002: {
    title: "A setting has an invalid value",
    cause: "The message names the setting, its value and the required form. Nothing was sent.",
    remedy: "Correct the value where the message says that it comes from.",
  },
  CP1003: {
    title: "The API key would be sent without TLS",
    cause: "The base URL is `http://` and names another host than this machine.",
    remedy: "Use `https://`, or set `cloudplatform:allowInsecureHttp` to `true` in a network that you trust.",
  },
  CP1004: {
    title: "A setting is not known",
    cause: "The configuration has a key below `cloudplatform:` that is not a setting, often a misspelt one.",
    remedy: "Correct the key, or remove it with `pulumi config rm`.",
  },
  CP1005: {
    title: "The provider of a lookup cannot be used",
    cause: "The option `provider` is not a `Provider` of this package, or its settings are unknown during a preview.",
    remedy:
      "Pass a `Provider` of `@cloudplatform/pulumi`. Use the `…Output` form of the lookup, which waits for settings.",
  },
  CP1006: {
    title: "Arguments are invalid",
    cause:
      "Arguments of a lookup, a request or a command are missing, unknown or outside of their range. Nothing was sent.",
    remedy: "Correct each argument in the list of the message; the reference page of the lookup has their ranges.",
  },
  CP1007: {
    title: "A client that only reads was asked for a change",
    cause: "`CLOUDPLATFORM_READ_ONLY` is `true`, or the client was made with `readOnly`. Nothing was sent.",
    remedy: "Unset `CLOUDPLATFORM_READ_ONLY` where changes are intended. Previews and lookups need none.",
  },
  CP1101: {
    title: "The platform gives no response",
    cause: "The host is unknown or unreachable, the connection broke, TLS failed, or the request timed out.",
    remedy:
      "Check the base URL and the network; `cloudplatform doctor` tests both. A creation whose response was lost is searched for by the next run before anything is sent.",
  },
  CP1102: {
    title: "The platform refuses a request as invalid (400, 409, 422 and other 4xx)",
    cause: "The platform's message is part of the text. Typical causes: a quota is exceeded, or a name is taken.",
    remedy: "Correct what the platform's message names. Quote the request id, if there is one, to support.",
  },
  CP1103: {
    title: "The API key is not accepted (401)",
    cause: "The key is missing, incomplete, expired or of another account. Shells cut keys at `$` that are not quoted.",
    remedy: "Set the key again in quotes, without the word `apikey` before it; see `cloudplatform doctor`.",
  },
  CP1104: {
    title: "The platform denies the request (403)",
    cause: "The key lacks the right, or the capacity of the region or the quota of the account is used up.",
    remedy: "Use a key with the right, another region, or request a higher quota.",
  },
  CP1105: {
    title: "The platform does not have the object (404, 410)",
    cause: "The object was deleted, or project, region or account are others than those of the object.",
    remedy: "Check id, project, region and account. Run `pulumi refresh` if the object was deleted outside of Pulumi.",
  },
  CP1106: {
    title: "Too many requests (429)",
    cause: "The platform limits the rate of requests, and waiting as it asks was not enough.",
    remedy: "Run again later, or with a lower `--parallel`.",
  },
  CP1107: {
    title: "The platform fails (5xx)",
    cause: "The platform or a gateway before it has a failure. Requests that change nothing were repeated.",
    remedy: "Run again. A creation whose response was lost is searched for by the next run before anything is sent.",
  },
  CP1108: {
    title: "The response is a redirect or has another unexpected status",
    cause: "The base URL is probably that of a website or of another service.",
    remedy: "Set the base URL to the platform's API.",
  },
  CP1109: {
    title: "The response is not what the API promises",
    cause: "A successful response has no JSON, or misses a field that is needed. It never becomes state.",
    remedy: "Check the base URL. If it is right, report the response: the platform has probably changed.",
  },
  CP1110: {
    title: "A 404 does not show that an object is gone",
    cause:
      "A gateway or another server answered in place of the platform, the base URL has a wrong path, or the key belongs to another account. Everything stays in state.",
    remedy:
      "Check base URL and API key; `cloudplatform doctor` tests both. After a failure of a gateway, run the command again. `refresh` and `destroy` use the settings of the last `up`: with other settings, run `pulumi refresh --run-program`. If the object is gone with its whole account, remove it from state with `pulumi state delete`.",
  },
  CP1201: {
    title: "A task of the platform failed",
    cause:
      "The platform accepted the request, and its task ended in `ERROR`; the platform's reason is part of the text.",
    remedy: "Remove the cause, then run again. What exists is kept in state.",
  },
  CP1202: {
    title: "An operation exceeds its time limit",
    cause:
      "The work continues on the platform, for longer than `timeouts`, `customTimeouts` or `pollTimeoutSeconds` permit.",
    remedy: "Run `pulumi up` again: it continues with the same object. Raise the limit that the message names.",
  },
  CP1203: {
    title: "The operation was interrupted",
    cause: "Ctrl-C, or the engine stopped.",
    remedy: "Run the command again; see [interrupted runs](interrupted-runs.md).",
  },
} as const satisfies ErrorTable;
