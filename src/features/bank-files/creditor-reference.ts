/**
 * A structured creditor reference (ISO 11649): `RF`, two check digits and up to 21 letters and digits. Its bank knows by it what a
 * payment is for. Pure.
 */
import { codeOf, remainderOf97 } from './bank-codes.ts';

const pattern = /^RF\d{2}[A-Z\d]{1,21}$/;

/** @returns the reference as banks carry it, or undefined for a text that is none: a mistyped one fails its check digits. */
export function creditorReferenceOf(text: string): string | undefined {
  const code = codeOf(text);
  return pattern.test(code) && remainderOf97(code) === 1n ? code : undefined;
}
