/** Schemas of payout requests, and the parsing of a request body. */

import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import { companyLimits, pageQuery } from '../../core/http/page.ts';
import { type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { lineOf } from '../../features/bank-files/bank-codes.ts';
import { findLinkOfHolder } from '../../features/links/links.repository.ts';
import { listBankAccounts } from '../../features/payouts/bank-accounts.repository.ts';
import { type Payout, payoutStatuses } from '../../features/payouts/payout.ts';
import { OwnPayoutAnswer, PayoutAnswer } from '../../features/payouts/payout-schemas.ts';
import type { PayoutFilter } from '../../features/payouts/payouts.repository.ts';
import { presentOwnPayout, presentPayout } from '../../features/payouts/present-payout.ts';
import { type Drawn, noAccount, type PayoutRequest } from '../../features/payouts/request-payout.ts';
import { instantOf } from './instants.ts';
import { readMoney } from './read-money.ts';

const amountLimit = 1_000_000_000_000;
const idLengthMax = 100;

const ListQuery = Type.Object({
  ...pageQuery({ limitMax: companyLimits.limitMax }),
  status: Type.Optional(Type.Enum([...payoutStatuses])),
});

/** For people, who look for payouts by when they were requested. */
const payoutFilters = {
  status: Type.Optional(Type.Enum([...payoutStatuses])),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'Requested at this instant or later' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'Requested before this instant' })),
};
export const PayoutFilters = Type.Object(payoutFilters);
const DatedListQuery = Type.Object({ ...pageQuery({ limitMax: companyLimits.limitMax }), ...payoutFilters });

export function payoutFilterOf({ status, from, to }: Static<typeof PayoutFilters>): PayoutFilter {
  return { status, from: instantOf('from', from), to: instantOf('to', to) };
}

export const Params = Type.Object({ id: Type.String({ maxLength: 2_048 }) });

const CurrencyCode = Type.String({ description: 'Uppercase ISO 4217 code', examples: ['EUR'] });
export const BankAccountId = Type.Optional(
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: idLengthMax, format: 'text' }),
);

const referenceLengthMax = 35;
const Reference = Type.Optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: referenceLengthMax,
    format: 'text',
    description: 'What the payee knows the payout by; a creditor reference (ISO 11649, `RF…`) goes to the bank as such',
    examples: ['RF18539007547034'],
  }),
);

const Money = {
  amount: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: amountLimit, examples: [250] }),
  currency: CurrencyCode,
  bank_account_id: BankAccountId,
  reference: Reference,
};

/** How an interface asks for payouts: the body, and what it means for the caller. */
export type PayoutRequests<Body extends TSchema> = {
  summary: string;
  body: Body;
  /** What its list takes. */
  list: typeof ListQuery | typeof DatedListQuery;
  /** A row of its list. */
  row: TSchema;
  present(db: Database, caller: Book, actor: Actor, payouts: readonly Payout[]): Promise<object[]>;
  /** @throws AppError `validation_failed`; `not_found` for an account that is not the caller's. */
  read(db: Database, caller: Book, body: Static<Body>): Promise<PayoutRequest>;
};

const CompanyBody = Type.Object({ account: Type.Enum(['commission', 'clearing']), ...Money });

export const companyRequests: PayoutRequests<typeof CompanyBody> = {
  summary: 'Request a payout of commission or clearing',
  body: CompanyBody,
  list: ListQuery,
  row: PayoutAnswer,
  present: async (_db, _caller, _actor, payouts) => payouts.map(presentPayout),
  read: async (db, caller, body) => readRequest(await readDrawn(db, caller, body), body),
};

/** An account of any holder that payouts draw from. */
export const DrawnAccount = {
  account: Type.Enum(['wallet', 'earnings', 'commission', 'clearing'], {
    description: 'A wallet is a merchant’s or a customer’s; commission and clearing are a company’s',
  }),
  beneficiary_ref: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The link whose earnings are drawn, with `earnings`',
    }),
  ),
  currency: CurrencyCode,
};

const HolderBody = Type.Object({ ...DrawnAccount, ...Money });

type AskedAccount = Static<TObject<Omit<typeof DrawnAccount, 'currency'>>>;

/** @throws AppError `validation_failed`; `not_found` for earnings that are not the caller's. */
export async function readDrawn(
  db: Database,
  caller: Book,
  { account, beneficiary_ref: ref }: AskedAccount,
): Promise<Omit<Drawn, 'currency'>> {
  const ownerHolderId = caller.holderId;
  if (account !== 'earnings') return { ownerHolderId, book: caller, account: ledgerAccount[account] };
  if (ref === undefined || ref === null) throw invalidField('beneficiary_ref', 'is required with earnings');
  const link = await findLinkOfHolder(db, caller.holderId, BigInt(ref));
  if (link === undefined) throw new AppError('not_found', { message: noAccount });
  const book = { holderId: link.companyId, mode: caller.mode };
  return { ownerHolderId, book, account: ledgerAccount.earnings(link.id) };
}

export const holderRequests: PayoutRequests<typeof HolderBody> = {
  summary: 'Request a payout of a wallet, earnings, commission or clearing',
  body: HolderBody,
  list: DatedListQuery,
  row: OwnPayoutAnswer,
  present: async (db, caller, actor, payouts) => {
    const accounts = isAllowed(actor, 'bank_accounts.read', caller) ? await listBankAccounts(db, caller.holderId) : [];
    return payouts.map((payout) => presentOwnPayout(payout, accounts));
  },
  read: async (db, caller, body) => readRequest(await readDrawn(db, caller, body), body),
};

type AskedMoney = { amount: number; currency: string; bank_account_id?: string | null; reference?: string | null };

/** @throws AppError `validation_failed`. */
function readRequest(drawn: Omit<Drawn, 'currency'>, body: AskedMoney): PayoutRequest {
  return {
    ...drawn,
    ...readMoney(body),
    bankAccountId: body.bank_account_id ?? undefined,
    reference: lineOf(body.reference ?? '') || undefined,
  };
}
