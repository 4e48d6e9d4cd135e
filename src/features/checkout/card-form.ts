/**
 * Validates the card form without I/O. A card number must never be stored, logged, put into a message or shown again.
 */

import { isLongerThan } from '../../core/http/text.ts';
import { isEmail } from '../../core/mail/address.ts';
import { brandOf, numberProblem } from '../providers/card-brands.ts';
import { normalizeCardNumber } from '../providers/simulator/test-cards.ts';
import type { Strings } from './strings/index.ts';

const cardNameLengthMax = 100;
/** The payer's name when the customer left the field empty: a payer always has one. */
export const anonymousPayer = 'Card holder';

export type CardInput = { number: string; expiry: string; cvc: string; name: string; email: string };
type CardField = keyof CardInput;
/** Names a text of every language. */
type CardProblem = keyof Strings['problems'];
export type CardProblems = Partial<Record<CardField, CardProblem>>;

type CardForm =
  | { ok: true; number: string; lastFour: string; payerName: string; payerEmail: string | null }
  | { ok: false; problems: CardProblems };

/** @param now on the payment's own clock. */
export function readCardForm(input: CardInput, now: Date): CardForm {
  const number = normalizeCardNumber(input.number);
  const name = input.name.trim();
  const email = input.email.trim();
  const found: Record<CardField, CardProblem | undefined> = {
    number: numberProblem(number),
    expiry: expiryProblem(input.expiry, now),
    cvc: codeProblem(input.cvc.trim(), brandOf(number)?.codeLength),
    name: isLongerThan(name, cardNameLengthMax) ? 'name_long' : undefined,
    email: email === '' || isEmail(email) ? undefined : 'email_wrong',
  };
  const problems = Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  return {
    ok: true,
    number,
    lastFour: number.slice(-4),
    payerName: name === '' ? anonymousPayer : name,
    payerEmail: email === '' ? null : email,
  };
}

/** A card is valid to the end of its month in every time zone. */
function expiryProblem(text: string, now: Date): CardProblem | undefined {
  if (text.trim() === '') return 'expiry_missing';
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*[/-]?\s*(20[0-9]{2}|[0-9]{2})\s*$/.exec(text) ?? [];
  if (month === undefined || year === undefined) return 'expiry_wrong';
  const endsAt = Date.UTC(Number(year.slice(-2)) + 2_000, Number(month), 1, 12);
  return endsAt <= now.getTime() ? 'expired' : undefined;
}

function codeProblem(code: string, length: 3 | 4 | undefined): CardProblem | undefined {
  if (code === '') return 'code_missing';
  if (!/^[0-9]{3,4}$/.test(code)) return 'code_wrong';
  if (length === undefined || code.length === length) return undefined;
  return length === 4 ? 'code_not_four' : 'code_not_three';
}
