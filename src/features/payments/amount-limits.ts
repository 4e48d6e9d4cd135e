/** What a provider can charge and refund, and how a request is told that it can't. Pure. */

import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { AmountLimit } from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';
import type { PaymentMethod } from './payment.ts';

/** The rest of a sentence whose subject is the amount, short enough for interface A. */
const textOf = (limit: AmountLimit, currency: string): string => {
  if (limit.kind === 'currency') return `is in ${currency}, which cards are not charged in`;
  const { kind, amount } = limit;
  const shown = `${currency} ${formatDecimal(amount, exponentOf(currency))}`;
  if (kind === 'step') return `must be a multiple of ${shown} for cards`;
  return kind === 'min' ? `is below the card minimum, ${shown}` : `is above the card maximum, ${shown}`;
};

/**
 * Why no provider can charge an amount for an account, in minor units; undefined when one can, or when there is none and it
 * is paid from wallets alone (docs/contract/merchant.md, "What can be charged").
 */
export type FindChargeProblem = (
  book: Book,
  amount: bigint,
  currency: string,
  manualCapture?: boolean,
) => string | undefined;

/** Of an amount with capture manual, for which there must be a provider: a wallet is charged at once. */
const notCaptured = 'can be captured later by no payment provider in use';

export const createFindChargeProblem =
  (providers: Providers): FindChargeProblem =>
  ({ holderId, mode }, amount, currency, manualCapture = false) => {
    if (manualCapture && !providers.canCapture({ holderId, mode, currency })) return notCaptured;
    const limit = providers.findLimit({ holderId, mode, amount, currency, manualCapture });
    return limit && textOf(limit, currency);
  };

/** Why a provider can't capture a part of what it has authorized; undefined when it can. Limits are those of a charge. */
export function findCaptureProblem(
  providers: Providers,
  { provider, method }: { provider: string; method: PaymentMethod },
  amount: bigint,
  currency: string,
): string | undefined {
  if (method === 'wallet' || method === 'bank_transfer') return undefined;
  const limit = providers.named(provider)?.limits?.charge(method, amount, currency);
  return limit && textOf(limit, currency);
}

/** Why a provider can't refund an amount of a payment it charged; undefined when it can. */
export function findRefundProblem(
  providers: Providers,
  provider: string,
  amount: bigint,
  currency: string,
): string | undefined {
  const limit = providers.named(provider)?.limits?.refund(amount, currency);
  return limit && textOf(limit, currency);
}
