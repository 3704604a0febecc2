/** Characters by the name of their HTML entity: those of ASCII, and the letters and signs of Latin-1. */
export const entities = new Map<string, string>();

const punctuation: Record<string, string> = {
  '"': "quot QUOT",
  "&": "amp AMP",
  "'": "apos",
  "<": "lt LT",
  ">": "gt GT",
  "\t": "Tab",
  "\n": "NewLine",
  "!": "excl",
  "#": "num",
  $: "dollar",
  "%": "percnt",
  "(": "lpar",
  ")": "rpar",
  "*": "ast midast",
  "+": "plus",
  ",": "comma",
  ".": "period",
  "/": "sol",
  ":": "colon",
  ";": "semi",
  "=": "equals",
  "?": "quest",
  "@": "commat",
  "[": "lsqb lbrack",
  "\\": "bsol",
  "]": "rsqb rbrack",
  "^": "Hat",
  _: "lowbar UnderBar",
  "`": "grave DiacriticalGrave",
  "{": "lcub lbrace",
  "|": "verbar vert VerticalLine",
  "}": "rcub rbrace",
};
for (const [character, names] of Object.entries(punctuation))
  for (const name of names.split(" ")) entities.set(name, character);

/** U+00A0 to U+00FF. */
const latin1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro " +
  "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil " +
  "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave " +
  "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml " +
  "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute " +
  "thorn yuml";
for (const [index, name] of latin1.split(" ").entries()) entities.set(name, String.fromCharCode(0xa0 + index));
