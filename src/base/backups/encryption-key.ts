/** What a public key of age looks like; apart from encryption.ts, whose library is loaded on use. */
const recipientPattern = /^age1[a-z0-9]{58}$/;

/** Whether the text looks like a public key, as `age-keygen` prints it. */
export const isRecipient = (text: string): boolean => recipientPattern.test(text);
