/**
 * The test card numbers of the simulator and their outcomes. A card number must never be stored, except for its last
 * four digits.
 */
export type TestCardBehavior =
  | 'succeeds'
  | 'declined'
  | 'insufficient_funds'
  | 'processing_error'
  | 'needs_confirmation'
  | 'completes_later';

/** Shown on the payment page in test mode. */
export const testCards = Object.freeze([
  { number: '4242424242424242', behavior: 'succeeds', meaning: 'succeeds' },
  { number: '4000000000000002', behavior: 'declined', meaning: 'is declined' },
  { number: '4000000000009995', behavior: 'insufficient_funds', meaning: 'has insufficient funds' },
  { number: '4000000000003220', behavior: 'needs_confirmation', meaning: 'needs confirmation' },
  { number: '4000000000000119', behavior: 'processing_error', meaning: 'processing error' },
  { number: '4000000000000077', behavior: 'completes_later', meaning: 'completes later' },
] as const satisfies readonly { number: string; behavior: TestCardBehavior; meaning: string }[]);

/** One number of each other brand; all succeed. */
export const testCardsByBrand = Object.freeze([
  { number: '5555555555554444', brand: 'Mastercard' },
  { number: '378282246310005', brand: 'American Express' },
  { number: '6011111111111117', brand: 'Discover' },
  { number: '36227206271667', brand: 'Diners Club' },
  { number: '3566002020360505', brand: 'JCB' },
  { number: '6200000000000005', brand: 'UnionPay' },
  { number: '6759649826438453', brand: 'Maestro' },
] as const);

export const normalizeCardNumber = (input: string): string => input.replaceAll(/[ -]/g, '');

/** @returns undefined for a number that is not a test card. */
export const behaviorOf = (cardNumber: string): TestCardBehavior | undefined =>
  testCards.find((card) => card.number === cardNumber)?.behavior ??
  (testCardsByBrand.some((card) => card.number === cardNumber) ? 'succeeds' : undefined);
