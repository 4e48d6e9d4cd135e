/**
 * The built-in card simulator of test mode: what each printed number does. Never reached with live money. A number is
 * looked at, never kept: only its last four digits leave this module.
 */
export type TestCardResult = { ok: true } | { ok: false; reason: 'declined' | 'insufficient_funds' | 'unknown_number' };

/** The numbers printed on the payment page. */
export const testCards = Object.freeze([
  { number: '4242424242424242', meaning: 'succeeds' },
  { number: '4000000000000002', meaning: 'is declined' },
  { number: '4000000000009995', meaning: 'has insufficient funds' },
] as const);

export const normaliseCardNumber = (input: string): string => input.replaceAll(/[ -]/g, '');

export function chargeTestCard(cardNumber: string): TestCardResult {
  switch (cardNumber) {
    case '4242424242424242':
      return { ok: true };
    case '4000000000000002':
      return { ok: false, reason: 'declined' };
    case '4000000000009995':
      return { ok: false, reason: 'insufficient_funds' };
    default:
      return { ok: false, reason: 'unknown_number' };
  }
}
