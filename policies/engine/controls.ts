/** Controls by framework: `{ "iso-27001": ["A.8.24"] }`. Your own pack may use other frameworks. */
export type Controls = Readonly<Record<string, readonly string[]>>;

/**
 * Titles of the controls that rules of this pack support: ISO/IEC 27001:2022, Annex A, and the safeguards of the CIS Critical
 * Security Controls 8 (the same in 8.1). A rule refers to a control only if the control's own text asks for what the rule
 * requires; a resemblance is not enough.
 */
export const titles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "iso-27001": {
    "A.5.17": "Authentication information",
    "A.5.23": "Information security for use of cloud services",
    "A.8.3": "Information access restriction",
    "A.8.6": "Capacity management",
    "A.8.8": "Management of technical vulnerabilities",
    "A.8.14": "Redundancy of information processing facilities",
    "A.8.20": "Networks security",
    "A.8.24": "Use of cryptography",
    "A.8.32": "Change management",
  },
  "cis-v8": {
    "2.2": "Ensure Authorized Software is Currently Supported",
    "3.3": "Configure Data Access Control Lists",
    "3.10": "Encrypt Sensitive Data in Transit",
    "3.11": "Encrypt Sensitive Data at Rest",
    "12.2": "Establish and Maintain a Secure Network Architecture",
  },
};

/** `iso-27001 A.8.24`, for tags and reports. */
export function controlNames(controls: Controls = {}): string[] {
  return Object.entries(controls).flatMap(([framework, names]) => names.map((name) => `${framework} ${name}`));
}

/** `iso-27001 A.8.24 (Use of cryptography)`, for people. */
export function titledControls(controls: Controls = {}): string[] {
  return Object.entries(controls).flatMap(([framework, names]) =>
    names.map((name) => {
      const title = titles[framework]?.[name];
      return title === undefined ? `${framework} ${name}` : `${framework} ${name} (${title})`;
    }),
  );
}
