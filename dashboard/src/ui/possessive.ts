/** Whose something is, in English: of screens that are in English alone. */
export const possessive = (name: string): string => (/s$/i.test(name) ? `${name}’` : `${name}’s`);
