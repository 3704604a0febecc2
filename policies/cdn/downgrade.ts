/** Detects what redirects a visitor from HTTPS to HTTP, or makes the browser forget to use HTTPS. */

/**
 * Whether a text is an HTTP address as browsers read it: without slashes, with backslashes, and with blanks and control
 * characters before or within it.
 */
export function isHttpAddress(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from addresses
  return /^http:/i.test(text.replace(/[\u0000-\u0020]+/g, ""));
}

/** `0; url=http://…`, with or without quotes (HTML, shared declarative refresh steps). */
function refreshesToHttp(text: string): boolean {
  const address = /^\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?["']?(.*)$/is.exec(text)?.[1];
  return address !== undefined && isHttpAddress(address);
}

/** `max-age=0`, which deletes the browser's stored policy (RFC 6797, section 6.1.1), or a policy without an age. */
function forgetsHttps(text: string): boolean {
  const ages = [...text.matchAll(/(?:^|;)\s*max-age\s*=\s*"?\s*(\d*)/gi)].map(([, age]) => Number(age));
  return ages.length === 0 || ages[0] === 0;
}

/** How a response header weakens the encryption of the visitor's connection; undefined if it does not. */
export function downgradeOf(name: string, text: string): string | undefined {
  if ((name === "location" || name === "content-location") && isHttpAddress(text))
    return "must not name http:; it sends visitors to an address without encryption";
  if (name === "refresh" && refreshesToHttp(text))
    return "must not name http:; it sends visitors to an address without encryption";
  if (name === "strict-transport-security" && forgetsHttps(text))
    return "must have a max-age above 0; without one, browsers forget to ask for HTTPS";
  return undefined;
}

/**
 * Whether a body takes visitors to HTTP without a click, or sends their input there. A text that only contains an HTTP address
 * does not.
 */
export function bodyLeadsToHttp(body: string): boolean {
  const refresh = [...body.matchAll(/<meta\b[^>]*\bcontent\s*=\s*("([^"]*)"|'([^']*)'|[^\s>]+)/gi)];
  if (refresh.some(([, bare = "", double = bare, single = double]) => refreshesToHttp(single))) return true;
  if (/\blocation(?:\.href)?\s*=\s*["'`]\s*http:/i.test(body)) return true;
  if (/\blocation\.(?:assign|replace)\s*\(\s*["'`]\s*http:/i.test(body)) return true;
  return /<(?:form|script|iframe|base)\b[^>]*\b(?:action|src|href)\s*=\s*["']?\s*http:/i.test(body);
}
