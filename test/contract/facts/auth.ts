/** platform-api §5: every operation has one header with the word, one space and the token. */
export const authentication = { header: "Authorization", value: (key: string) => `apikey ${key}` } as const;
