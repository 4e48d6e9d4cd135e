/**
 * Validates the card form without I/O. A card number must never be stored, logged, put into a message or shown again.
 */
import { normaliseCardNumber } from '../funding/test-cards.ts';

const cardNameLengthMax = 100;
/** The payer's name when the customer left the field empty: a payer always has one. */
const anonymousPayer = 'Card holder';

export type CardInput = { number: string; expiry: string; cvc: string; name: string };
export type CardField = keyof CardInput;
export type CardErrors = Partial<Record<CardField, string>>;

export type CardForm =
  | { ok: true; number: string; lastFour: string; payerName: string }
  | { ok: false; errors: CardErrors };

/** @param now on the payment's own clock. */
export function readCardForm(input: CardInput, now: Date): CardForm {
  const number = normaliseCardNumber(input.number);
  const name = input.name.trim();
  const errors: CardErrors = {};
  if (number === '') errors.number = 'Enter the card number.';
  else if (!/^[0-9]{12,19}$/.test(number)) errors.number = 'A card number has 12 to 19 digits.';
  const expiry = expiryProblem(input.expiry, now);
  if (expiry !== undefined) errors.expiry = expiry;
  if (!/^[0-9]{3,4}$/.test(input.cvc.trim())) errors.cvc = 'Enter the 3 or 4 digits of the security code.';
  if ([...name].length > cardNameLengthMax) errors.name = `A name has at most ${cardNameLengthMax} characters.`;
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, number, lastFour: number.slice(-4), payerName: name === '' ? anonymousPayer : name };
}

/** A card is valid to the end of its month in every time zone. */
function expiryProblem(text: string, now: Date): string | undefined {
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*[/-]?\s*(20[0-9]{2}|[0-9]{2})\s*$/.exec(text) ?? [];
  if (month === undefined || year === undefined) return 'Enter the expiry date as month and year, such as 08/30.';
  const endsAt = Date.UTC(Number(year.slice(-2)) + 2_000, Number(month), 1, 12);
  return endsAt <= now.getTime() ? 'This card has expired. Use another one.' : undefined;
}
