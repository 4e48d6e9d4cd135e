/**
 * The test card numbers of the simulator and what happens to a payment by each (docs/test-cards.md, "What each card
 * does"). A card number must never be stored, except for its last four digits.
 */
export type TestCardBehavior =
  | 'succeeds'
  | 'declined'
  | 'insufficient_funds'
  | 'needs_confirmation'
  | 'processing_error'
  | 'completes_later'
  | 'confirmation_fails'
  | 'captured_late'
  | 'dispute_lost'
  | 'dispute_won'
  | 'dispute_lost_again'
  | 'inquiry'
  | 'refund_pending'
  | 'refund_fails_later'
  | 'refund_refused'
  | 'unreachable'
  | 'answer_lost'
  | 'capture_lost';

/**
 * Shown on the payment page in test mode, those that are not common under a disclosure. The numbers are those that
 * Stripe publishes for the same, so that people find what they know; those that begin with 4000000000100 are nobody's.
 */
export const testCards = Object.freeze([
  { number: '4242424242424242', behavior: 'succeeds', meaning: 'succeeds', isCommon: true },
  { number: '4000000000000002', behavior: 'declined', meaning: 'is declined', isCommon: true },
  {
    number: '4000000000009995',
    behavior: 'insufficient_funds',
    meaning: 'has insufficient funds',
    isCommon: true,
  },
  { number: '4000000000003220', behavior: 'needs_confirmation', meaning: 'needs confirmation', isCommon: true },
  { number: '4000000000000119', behavior: 'processing_error', meaning: 'processing error', isCommon: false },
  { number: '4000000000000077', behavior: 'completes_later', meaning: 'completes later', isCommon: false },
  {
    number: '4000008400001629',
    behavior: 'confirmation_fails',
    meaning: 'is declined after the confirmation',
    isCommon: false,
  },
  { number: '4000000000100018', behavior: 'captured_late', meaning: 'is declined, but charged later', isCommon: false },
  { number: '4000000000000259', behavior: 'dispute_lost', meaning: 'is disputed, and lost', isCommon: false },
  { number: '4000000000002685', behavior: 'dispute_won', meaning: 'is disputed, and won', isCommon: false },
  {
    number: '4000000000100026',
    behavior: 'dispute_lost_again',
    meaning: 'is disputed, won, and lost again',
    isCommon: false,
  },
  { number: '4000000000001976', behavior: 'inquiry', meaning: 'has an inquiry', isCommon: false },
  { number: '4000000000007726', behavior: 'refund_pending', meaning: 'is refunded slowly', isCommon: false },
  {
    number: '4000000000005126',
    behavior: 'refund_fails_later',
    meaning: 'has refunds that fail later',
    isCommon: false,
  },
  { number: '4000000000100034', behavior: 'refund_refused', meaning: 'has refunds refused', isCommon: false },
  { number: '4000000000100042', behavior: 'unreachable', meaning: 'finds the provider away', isCommon: false },
  { number: '4000000000100059', behavior: 'answer_lost', meaning: 'succeeds, and the answer is lost', isCommon: false },
  {
    number: '4000000000100067',
    behavior: 'capture_lost',
    meaning: 'is captured, and the answer is lost',
    isCommon: false,
  },
] as const satisfies readonly {
  number: string;
  behavior: TestCardBehavior;
  meaning: string;
  isCommon: boolean;
}[]);

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
