/** Names what a payment was paid with. Pure. */

import { showLatin } from '../../base/languages/display.ts';
import type { Language } from '../../base/languages/languages.ts';
import type { Attempt } from '../payments/attempts.repository.ts';
import type { Strings } from './strings/index.ts';

export type PaidBy = Pick<Attempt, 'method' | 'cardLastFour' | 'cardBrand'>;

export function paidWith({ method, cardLastFour, cardBrand }: PaidBy, t: Strings, language: Language): string {
  if (method === 'wallet') return t.wallet;
  if (method === 'onlinewallet') return t.onlineWallet;
  if (method === 'bank_transfer') return t.bankTransfer;
  return cardLastFour === null ? t.card : t.cardEnding(cardBrand ?? t.card, showLatin(cardLastFour, language));
}
