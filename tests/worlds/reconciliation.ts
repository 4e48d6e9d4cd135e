/** For tests of reconciliation: books with money from outside, and statements that speak of it. */
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import { findBalance } from '../../src/core/ledger/ledger.repository.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { readStatement } from '../../src/features/reconciliation/read-statement.ts';
import type { Outside } from '../../src/features/reconciliation/reconciliation.repository.ts';
import type { StatementFormat, StatementSource } from '../../src/features/reconciliation/statement-line.ts';
import { confirmTopUp, requestTopUp } from '../../src/features/wallets/top-up.ts';
import { shell } from '../support/actors.ts';
import { makeCompany } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestDatabase } from '../support/test-database.ts';

export const statementFormat: StatementFormat = {
  columns: { date: 'date', amount: 'amount', currency: 'currency', reference: 'text' },
  decimal: 'point',
  delimiter: ',',
  dateFormat: 'YYYY-MM-DD',
  encoding: 'utf-8',
  currency: undefined,
};

export type Row = [amount: string, text: string, currency?: string];

export const csvOf = (rows: readonly Row[], date = '2031-03-01'): string =>
  `date,amount,currency,text\n${rows.map(([amount, text, currency = 'EUR']) => `${date},${amount},${currency},${text}\n`).join('')}`;

export async function createReconciliationWorld() {
  const database = await createTestDatabase();
  const { db, pool, owner } = database;
  const clock = createTestClock();
  const deps = { db, clock };
  return {
    db,
    pool,
    owner,
    clock,
    deps,
    /** Money from outside in a company's clearing. @returns the top-up's id and its transfer. */
    async receive(amount: bigint, options: { source?: StatementSource; mode?: Mode; currency?: string } = {}) {
      const { source = 'bank', mode = 'test', currency = 'EUR' } = options;
      const book = { holderId: await makeCompany(db), mode };
      const { id } = await inTransaction(db, async (tx) => {
        const topUp = await requestTopUp(shell, tx, clock, book, { amount, currency, accountKind: 'clearing', source });
        return topUp.status === 'pending' ? confirmTopUp(shell, tx, clock, topUp.id) : topUp;
      });
      const { rows } = await pool.query<{ id: bigint }>(
        `select id from transfers where subject_kind = 'top_up' and subject_id = $1`,
        [id],
      );
      return { topUpId: id, key: { holderId: book.holderId, id: (rows[0] as { id: bigint }).id } };
    },
    async import(
      text: string,
      outside: Partial<Outside> = {},
      options: { account?: string; dryRun?: boolean; format?: Partial<StatementFormat> } = {},
    ) {
      const format = { ...statementFormat, ...options.format };
      const read = await readStatement(() => [Buffer.from(text)], format);
      if (!read.ok) throw new Error(read.problems.join('\n'));
      const file = { ...read.statement, account: options.account ?? '', fileName: 'statement.csv' };
      return importStatement(shell, deps, { source: 'bank', mode: 'test', ...outside }, file, options.dryRun);
    },
    /** Every line, with the transfer it is matched with. */
    async lines(): Promise<
      { id: bigint; reference: string; transfer: string | null; byHand: boolean; rulesOff: boolean }[]
    > {
      const { rows } = await pool.query(
        `select id, reference, transfer_holder_id || '/' || transfer_id as transfer, by_hand as "byHand",
           rules_off as "rulesOff"
         from statement_lines order by id`,
      );
      return rows;
    },
    balance: (holderId: bigint, name: string, currency = 'EUR') =>
      findBalance(db, accountAt({ holderId, mode: 'test', currency }, name)),
    close: () => database.drop(),
  };
}

export type ReconciliationWorld = Awaited<ReturnType<typeof createReconciliationWorld>>;
