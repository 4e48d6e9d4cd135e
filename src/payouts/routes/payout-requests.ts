/** Schemas of payout requests, and the parsing of a request body. */
import { type Static, Type } from 'typebox';
import { AppError, type ErrorDetail } from '../../errors/app-error.ts';
import { type Book, ledgerAccount } from '../../ledger/accounts.ts';
import { parsePartnerAmount } from '../../money/amount.ts';
import { findCurrency } from '../../money/currency.ts';
import { payoutStatuses } from '../payout.ts';
import type { PayoutRequest } from '../request-payout.ts';

const limitMax = 200;
export const limitDefault = 50;
const amountLimit = 1_000_000_000_000;
const idLengthMax = 100;

export const ListQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax })),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
  status: Type.Optional(Type.Enum([...payoutStatuses])),
});

export const Params = Type.Object({ id: Type.String({ maxLength: 2_048 }) });

export const PayoutBody = Type.Object({
  account: Type.Enum(['commission', 'clearing']),
  amount: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: amountLimit, examples: [250] }),
  currency: Type.String({ description: 'Uppercase ISO 4217 code', examples: ['EUR'] }),
  bank_account_id: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: idLengthMax, format: 'text' }),
  ),
});

/** @throws AppError `validation_failed`. */
export function readRequest(book: Book, body: Static<typeof PayoutBody>): PayoutRequest {
  const { holderId, mode } = book;
  const currency = findCurrency(body.currency);
  if (currency === undefined) throw fault('currency', 'must be an uppercase ISO 4217 code that is accepted here');
  const parsed = parsePartnerAmount(body.amount, currency, { min: 1n });
  if (!parsed.ok) throw fault('amount', `is not an amount in ${currency.code} (${currency.exponent} decimals)`);
  return {
    ownerHolderId: holderId,
    book: { holderId, mode },
    account: ledgerAccount[body.account],
    amount: parsed.minor,
    currency: currency.code,
    bankAccountId: body.bank_account_id ?? undefined,
  };
}

const fault = (field: string, message: string): AppError => {
  const details: ErrorDetail[] = [{ field, message }];
  return new AppError('validation_failed', { details });
};
