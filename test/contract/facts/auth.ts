/** platform-api §5: one header on every operation; the word, one space, the token. */
export const authentication = { header: "Authorization", value: (key: string) => `apikey ${key}` } as const;
