import fc from "fast-check";
import { on, template } from "../../helpers/declared.ts";
import { anyCase, each, type Meaning, of, options, responseHeader, switchedOff } from "./meaning.ts";

/** The start of an HTTP address as browsers read it. */
const http = fc.tuple(of("", " ", "\t"), anyCase("http:"), of("//", "\\\\", "/\\", "")).map((parts) => parts.join(""));
const address = http.map((start) => `${start}old.example.com/`);

const header = (name: string, value: fc.Arbitrary<string>) =>
  fc.tuple(anyCase(name), value).chain(([spelled, text]) => responseHeader(spelled, text));
const fixed = (body: string, code: number) => options({ force_return: { enabled: true, code, body } });
const rewritten = (body: string, enabled = true) => options({ rewrite: { enabled, body, flag: "redirect" } });

const bodies = [
  '<meta http-equiv="refresh" content="0; url=http://old.example.com/">',
  "<META HTTP-EQUIV=refresh CONTENT='0;http://old.example.com'>",
  "<meta http-equiv=refresh content=0;url=http://old.example.com/>",
  "<script>location = 'http://old.example.com'</script>",
  "<script>document.location.href=`HTTP://old.example.com`</script>",
  '<script>window.location.replace("http://old.example.com")</script>',
  '<script>location.assign( "http://old.example.com")</script>',
  '<form method=post action="http://old.example.com/login">',
  "<iframe src=http://old.example.com/></iframe>",
];

const toOrigin = (protocol: string, config?: Record<string, unknown>) => ({
  resources: [template({ overrideOriginProtocol: protocol })],
  ...(config && { config }),
});

export const noHttpDowngrade: Meaning = {
  bypass: [
    ...each(["Location", "Content-Location"], (name) =>
      header(name, address).map((given) => ({ ...options(given), message: "must not name http:" })),
    ),
    ...each(["0;url=", "0; URL='", '5 ; url="', "0;"], (lead) =>
      header(
        "Refresh",
        address.map((text) => `${lead}${text.trim()}`),
      ).map((given) => ({
        ...options(given),
        message: "must not name http:",
      })),
    ),
    ...each(
      ["max-age=0", "MAX-AGE = 0; preload", "includeSubDomains", 'max-age="0"', "max-age=0; max-age=9"],
      (value) =>
        header("Strict-Transport-Security", fc.constant(value)).map((given) => ({
          ...options(given),
          message: "must have a max-age above 0",
        })),
    ),
    ...each([300, 301, 302, 303, 307, 308, 399], (code) =>
      address.map((body) => ({ ...fixed(body, code), message: "options.force_return.body: must not name http:" })),
    ),
    ...each(bodies, (body) => of(200, 404, 503).map((code) => fixed(body, code))),
    ...each(["", "'", '"'], (quote) =>
      http.map((start) => ({
        ...rewritten(`/(.*) ${quote}${start.trim()}old.example.com/$1`),
        message: "options.rewrite.body",
      })),
    ),
    fc.constant({ ...options({ redirect_https_to_http: on() }), message: "must be off; it sends visitors" }),
    ...each([undefined, { allowOriginHttp: false }], (config) => ({
      ...toOrigin("HTTP", config),
      message: "must be HTTPS or MATCH; got HTTP",
    })),
  ],
  honest: [
    ...each(
      [
        ["Location", "https://example.com/?from=http://old.example.com"],
        ["Location", "/http:/"],
        ["Refresh", "5"],
        ["Refresh", "0; url=/new"],
        ["Refresh", "0; url=https://example.com/"],
        ["Strict-Transport-Security", "max-age=63072000; includeSubDomains"],
        ["Strict-Transport-Security", 'includeSubDomains; max-age="1"'],
        ["X-Documentation", "http://www.w3.org/1999/xhtml"],
        ["Content-Security-Policy", "upgrade-insecure-requests"],
      ],
      // Not among other texts: an empty text is no policy of transport security.
      ([name = "", value = ""]) =>
        of({ staticHeaders: on({ [name]: value }) }, { static_response_headers: on([{ name, value: [value] }]) }).map(
          (given) => options(given),
        ),
    ),
    ...each(["Location", "Refresh"], (name) =>
      header(
        name,
        address.map((text) => `${name === "Refresh" ? "0; url=" : ""}${text}`),
      ).map((given) => options(switchedOff(given))),
    ),
    ...each(
      [
        '<html xmlns="http://www.w3.org/1999/xhtml"><body>Gone</body></html>',
        "See http://docs.example.com for what is new.",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "<a href='http://old.example.com/'>The old shop</a>",
        "http://old.example.com/ is gone.",
      ],
      (body) => of(200, 299, 400, 404, 503).map((code) => fixed(body, code)),
    ),
    ...each([301, 308], (code) => fixed("https://example.com/?from=http://old.example.com", code)),
    address.map((body) => options({ force_return: { enabled: false, code: 301, body } })),
    ...each(["/(.*) /proxy?to=http://inner.example.com break", "/http:(.*) /$1 last", "/(.*)"], (body) =>
      rewritten(body),
    ),
    http.map((start) => rewritten(`/(.*) ${start.trim()}old.example.com/$1`, false)),
    ...each([{ enabled: false, value: true }, { enabled: true, value: false }, null], (option) =>
      options({ redirect_https_to_http: option }),
    ),
    ...each(["HTTPS", "MATCH"], (protocol) => toOrigin(protocol)),
    fc.constant(toOrigin("HTTP", { allowOriginHttp: true })),
  ],
};
