/** What sends a visitor from HTTPS to HTTP, or lets the browser forget to ask for HTTPS. */

/** An address of HTTP: browsers take it without slashes, with backslashes, and with blanks and control characters before and in it. */
export function isHttpAddress(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from addresses
  return /^http:/i.test(text.replace(/[\u0000-\u0020]+/g, ""));
}

/** `0; url=http://…`, with or without quotes (HTML, shared declarative refresh steps). */
function refreshesToHttp(text: string): boolean {
  const address = /^\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?["']?(.*)$/is.exec(text)?.[1];
  return address !== undefined && isHttpAddress(address);
}

/** `max-age=0`, which deletes what the browser has stored (RFC 6797, section 6.1.1), and a policy without an age. */
function forgetsHttps(text: string): boolean {
  const ages = [...text.matchAll(/(?:^|;)\s*max-age\s*=\s*"?\s*(\d*)/gi)].map(([, age]) => Number(age));
  return ages.length === 0 || ages[0] === 0;
}

/** What a response header does to the encryption of the visitor's connection; undefined: nothing. */
export function downgradeOf(name: string, text: string): string | undefined {
  if ((name === "location" || name === "content-location") && isHttpAddress(text))
    return "must not name http:; it sends visitors to an address without encryption";
  if (name === "refresh" && refreshesToHttp(text))
    return "must not name http:; it sends visitors to an address without encryption";
  if (name === "strict-transport-security" && forgetsHttps(text))
    return "must have a max-age above 0; without one, browsers forget to ask for HTTPS";
  return undefined;
}

/** A body that takes visitors to HTTP without a click, or sends what they enter there. A text that only names an address does not. */
export function bodyLeadsToHttp(body: string): boolean {
  const refresh = [...body.matchAll(/<meta\b[^>]*\bcontent\s*=\s*("([^"]*)"|'([^']*)'|[^\s>]+)/gi)];
  if (refresh.some(([, bare, double, single]) => refreshesToHttp(double ?? single ?? bare ?? ""))) return true;
  if (/\blocation(?:\.href)?\s*=\s*["'`]\s*http:/i.test(body)) return true;
  if (/\blocation\.(?:assign|replace)\s*\(\s*["'`]\s*http:/i.test(body)) return true;
  return /<(?:form|script|iframe|base)\b[^>]*\b(?:action|src|href)\s*=\s*["']?\s*http:/i.test(body);
}
