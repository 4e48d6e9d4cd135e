/** Schemas of requests about debts, and how they are read. */

import { type Static, Type } from 'typebox';
import { amountLimit, reasonFor } from '../../base/schemas/request-parts.ts';
import { readAmount, readCurrency } from './read-money.ts';

const CurrencyField = Type.String({ description: 'Uppercase ISO 4217 code', examples: ['EUR'] });
const AmountField = Type.Optional(
  Type.Number({
    exclusiveMinimum: 0,
    exclusiveMaximum: amountLimit,
    description: 'At most what is owed now; without it, all of it',
    examples: [5],
  }),
);

export const MoneyBody = Type.Object({ amount: AmountField, currency: CurrencyField });
export const SettleBody = Type.Object({
  ...MoneyBody.properties,
  reason: reasonFor('Visible to whoever owes the debt', 'Paid in cash'),
});
export const IdParams = Type.Object({ id: Type.String({ maxLength: 64 }) });
export const LimitBody = Type.Object({
  amount: Type.Number({
    minimum: 0,
    exclusiveMaximum: amountLimit,
    description: 'How much of one debt one person may write off alone in 30 days; 0: every write-off takes two people',
    examples: [50],
  }),
  reason: reasonFor('Kept in the audit log', 'Agreed by the board'),
});
export const CurrencyParams = Type.Object({ currency: Type.String({ maxLength: 3, examples: ['EUR'] }) });

/** @returns minor units, undefined where there is no amount. @throws AppError `validation_failed`. */
export function readMoney(body: Static<typeof MoneyBody>): { amount: bigint | undefined; currency: string } {
  const currency = readCurrency(body.currency);
  const amount = body.amount === undefined ? undefined : readAmount('amount', body.amount, currency);
  return { amount, currency: currency.code };
}

/** @throws AppError `validation_failed`. */
export function readLimit(code: string, { amount, reason }: Static<typeof LimitBody>) {
  const currency = readCurrency(code);
  return { currency: currency.code, amount: readAmount('amount', amount, currency, 0n), reason };
}
