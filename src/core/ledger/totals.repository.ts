/**
 * What all books add up to, by mode and currency: both sides of every transfer, by the accounts that it names, and the
 * balances that the accounts have. Reads every transfer, so it belongs to a full verification.
 */
import { sql } from 'kysely';
import { int8, oneOf, text } from '../../base/database/columns.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { movesOf } from './checks/check.ts';

/** In minor units, as text: sums may exceed what JSON's readers keep exact. */
export type Totals = {
  mode: Mode;
  currency: string;
  transfers: number;
  debits: string;
  credits: string;
  debitBalances: string;
  creditBalances: string;
};

const columns = {
  mode: oneOf('test', 'live'),
  currency: text,
  transfers: int8,
  debits: text,
  credits: text,
  debitBalances: text,
  creditBalances: text,
};

/** Accounts without a transfer and without a balance add nothing, and their currency is left out. */
export async function sumBooks(tx: Tx): Promise<Totals[]> {
  const rows = await query(columns)`
    with moved as (
      select a.mode, a.currency, count(*) filter (where m.delta > 0) as transfers,
        coalesce(-sum(m.delta) filter (where m.delta < 0), 0) as debits,
        coalesce(sum(m.delta) filter (where m.delta > 0), 0) as credits
      from (${movesOf(sql.table('transfers'))}) m
      join accounts a on a.holder_id = m.holder_id and a.id = m.account_id
      group by a.mode, a.currency
    ), held as (
      select mode, currency, -sum(least(balance, 0)) as debits, sum(greatest(balance, 0)) as credits
      from accounts group by mode, currency)
    select h.mode, h.currency, coalesce(m.transfers, 0) as transfers, coalesce(m.debits, 0)::text as debits,
      coalesce(m.credits, 0)::text as credits, h.debits::text as "debitBalances", h.credits::text as "creditBalances"
    from held h left join moved m on m.mode = h.mode and m.currency = h.currency
    where m.transfers > 0 or h.debits <> 0 or h.credits <> 0
    order by h.mode, h.currency`.execute(tx);
  return rows.map((row) => ({ ...row, transfers: Number(row.transfers) }));
}
