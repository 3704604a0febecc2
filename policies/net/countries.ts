/** Codes without a country (ISO 3166-1, reserved), and countries without inhabitants. */
const nowhere = new Set("AC AQ BV CP CQ DG EA EU EZ GS HM IC IO QO TA TF UM UN XA XB XK ZZ".split(" "));

let countries: readonly string[] | undefined;

/** Two-letter country codes known to the runtime. */
function countryCodes(): readonly string[] {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  countries ??= letters
    .flatMap((first) => letters.map((second) => `${first}${second}`))
    .filter((code) => !nowhere.has(code) && names.of(code) !== undefined)
    // Former codes have the name of their successor.
    .filter((code) => Intl.getCanonicalLocales(`und-${code}`).includes(`und-${code}`));
  return countries;
}

/** Whether a list of codes contains every country. */
export function areAllCountries(codes: readonly string[]): boolean {
  const listed = new Set(codes.map((code) => code.trim().toUpperCase()));
  return countryCodes().every((code) => listed.has(code));
}
