/** Where the person's passkeys are kept once read. */
export const passkeysKey = ['passkeys'];
