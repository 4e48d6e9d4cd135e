/** Schemas of requests about debts, and how they are read. */
import { type Static, Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { parsePartnerAmount } from '../../base/money/amount.ts';
import { amountProblem } from '../../base/money/amount-problem.ts';
import { type Currency, findCurrency } from '../../base/money/currency.ts';
import { amountLimit, reasonFor } from '../../base/schemas/request-parts.ts';

export const limitDefault = 25;
const limitMax = 100;

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
  reason: reasonFor('Who owed it can read it', 'Paid in cash'),
});
export const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault })),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
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
  const amount = body.amount === undefined ? undefined : readAmount(body.amount, currency, 1n);
  return { amount, currency: currency.code };
}

/** @throws AppError `validation_failed`. */
export function readLimit(code: string, { amount, reason }: Static<typeof LimitBody>) {
  const currency = readCurrency(code);
  return { currency: currency.code, amount: readAmount(amount, currency, 0n), reason };
}

function readCurrency(code: string): Currency {
  const currency = findCurrency(code);
  if (currency === undefined) throw refusal('currency', 'must be an uppercase ISO 4217 code that is accepted here');
  return currency;
}

function readAmount(amount: number, currency: Currency, min: 0n | 1n): bigint {
  const parsed = parsePartnerAmount(amount, currency, { min });
  if (!parsed.ok) throw refusal('amount', amountProblem(currency, parsed.reason));
  return parsed.minor;
}

const refusal = (field: string, message: string): AppError =>
  new AppError('validation_failed', { details: [{ field, message }] });
