/**
 * Recovery codes of a second factor: made to be copied by hand, so no two of their characters look alike. Codes made
 * before have another shape and keep working.
 */
import { randomInt } from 'node:crypto';

/** Without 0, o, 1, i, l, 2, z, 5, s, 6, 8, b, g, q, u and v. 20 characters: a code has 51 bits. */
export const recoveryCodeAlphabet = '3479acdefhjkmnprtwxy';
const codesMax = 10;
const groups = 3;
const groupLength = 4;

export const makeRecoveryCodes = (): string[] => Array.from({ length: codesMax }, makeRecoveryCode);

function makeRecoveryCode(): string {
  const character = (): string => recoveryCodeAlphabet.charAt(randomInt(recoveryCodeAlphabet.length));
  const group = (): string => Array.from({ length: groupLength }, character).join('');
  return Array.from({ length: groups }, group).join('-');
}

const typed = new RegExp(`^[${recoveryCodeAlphabet}]{${groups * groupLength}}$`);

/** The code as it was shown, however its case, dashes and spaces were typed; any other text as it is. */
export function tidyRecoveryCode(text: string): string {
  const bare = text.replaceAll(/[\s-]/g, '').toLowerCase();
  return typed.test(bare) ? (bare.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-') : text;
}
