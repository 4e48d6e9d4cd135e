/**
 * Changes by SQL past every trigger and foreign key. Whoever posts by hand here also adjusts the balances, so that
 * nothing but the transfer itself gives it away.
 */
import { sql } from 'kysely';
import type { Tx } from '../../src/base/database/transaction.ts';
import { isAccount } from '../../src/core/ledger/account-sql.ts';
import type { Book } from '../../src/core/ledger/accounts.ts';
import type { SubjectKind } from '../../src/core/ledger/subject.ts';
import type { TransferCode } from '../../src/core/ledger/transfer.ts';
import type { PostingWorld } from '../fixtures/posting.ts';
import { accountNamed } from '../support/ledger-names.ts';

/** `names`: what verification says of it. */
export type Tampering = [name: string, change: (tx: Tx, world: PostingWorld) => Promise<unknown>, names: RegExp];

export const statement = (text: string) => (tx: Tx) => sql.raw(text).execute(tx);

async function accountId(tx: Tx, { holderId, mode }: Book, name: string): Promise<bigint | null> {
  const { rows } = await sql<{ id: bigint }>`
    select a.id from accounts a where a.holder_id = ${holderId} and a.mode = ${mode} and a.currency = 'EUR'
      and ${isAccount('a', accountNamed(name))}`.execute(tx);
  return rows[0]?.id ?? null;
}

export type Forged = {
  book: Book;
  from: string;
  to: string;
  amount: bigint;
  code: TransferCode;
  of: [SubjectKind, string];
  line?: number;
};

/** Posts by hand, with the balances. */
export const forge =
  (make: (world: PostingWorld) => Forged) =>
  async (tx: Tx, world: PostingWorld): Promise<void> => {
    const { book, from, to, amount, code, of, line = 0 } = make(world);
    const { holderId, mode } = book;
    const ids = { from: await accountId(tx, book, from), to: await accountId(tx, book, to) };
    await sql`
      insert into transfers (holder_id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind, subject_id,
        line, created_at)
      values (${holderId}, ${mode}, 'EUR', ${ids.from}, ${ids.to}, ${amount}, ${code}, ${of[0]},
        ${of[1]}, ${line}, now())`.execute(tx);
    for (const [id, delta] of [
      [ids.from, -amount],
      [ids.to, amount],
    ] as const) {
      await sql`update accounts set balance = balance + ${delta} where holder_id = ${holderId}
        and id = ${id}`.execute(tx);
    }
  };

/** Changes transfers that are there, and the balances with them. */
export const reamount = (where: string, by: number) => async (tx: Tx) => {
  await statement(`update accounts a set balance = a.balance + m.delta from (
      select holder_id, account_id, sum(delta) as delta from (
        select holder_id, from_account_id as account_id, -(${by}) as delta from transfers where ${where}
        union all select holder_id, to_account_id, ${by} from transfers where ${where}) x group by 1, 2) m
    where a.holder_id = m.holder_id and a.id = m.account_id`)(tx);
  await statement(`update transfers set amount = amount + ${by} where ${where}`)(tx);
};

/** As if it had never been posted. */
export const unpost = (where: string) => async (tx: Tx) => {
  await statement(`update accounts a set balance = a.balance + m.delta from (
      select holder_id, account_id, sum(delta) as delta from (
        select holder_id, from_account_id as account_id, amount as delta from transfers where ${where}
        union all select holder_id, to_account_id, -amount from transfers where ${where}) x group by 1, 2) m
    where a.holder_id = m.holder_id and a.id = m.account_id`)(tx);
  await statement(`delete from transfers where ${where}`)(tx);
};
