/** For tests of settlements and of what builds on them, on a real database. */
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import type { Book } from '../../src/core/ledger/accounts.ts';
import { findBalance } from '../../src/core/ledger/ledger.repository.ts';
import type { Order, OrderDraft, Split } from '../../src/features/orders/order.ts';
import { findOrder } from '../../src/features/orders/orders.repository.ts';
import { createOrderWriter } from '../../src/features/orders/record-order.ts';
import { createSettlementRunner } from '../../src/features/settlements/settlement-runner.ts';
import { findSettlement, type Settlement } from '../../src/features/settlements/settlements.repository.ts';
import { requestTopUp } from '../../src/features/wallets/top-up.ts';
import { shell } from '../support/actors.ts';
import { type CompanySettings, makeCompany, makeLink } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { orderOf } from './order-values.ts';
import { watchClearing } from './watch-clearing.ts';

export type SettlementWorld = Awaited<ReturnType<typeof createSettlementWorld>>;

/** Orders, top-ups and settlements on a database of their own, under a clock that stands still. */
export async function createSettlementWorld() {
  const database = await createTestDatabase();
  const { db } = database;
  const stopWatching = await watchClearing(database.owner);
  const clock = createTestClock();
  const runner = createSettlementRunner({ db, clock });
  const write = createOrderWriter({ db, clock });

  return {
    db,
    database,
    clock,
    runner,
    async makeBook(settings: Partial<CompanySettings> = {}, mode: Mode = 'test'): Promise<Book> {
      return { holderId: await makeCompany(db, settings), mode };
    },
    makeLink: (book: Book, type: 'merchant' | 'courier') => makeLink(db, book.holderId, type),
    async record(book: Book, ref: string, splits: Split[], changes: Partial<OrderDraft> = {}): Promise<Order> {
      const draft = { ...orderOf(0n, splits), partnerOrderRef: ref, ...changes };
      return (await write(shell, book, draft)).order;
    },
    topUp: (book: Book, amount: bigint, currency = 'EUR') =>
      inTransaction(db, (tx) =>
        requestTopUp(shell, tx, clock, book, { amount, currency, accountKind: 'clearing', source: 'bank' }),
      ),
    /** Runs one settlement to its end. */
    async settle(book: Book): Promise<Settlement> {
      const { id } = await inTransaction(db, (tx) => runner.begin(shell, tx, book, 'request'));
      await runner.drive(shell, book, id);
      return (await findSettlement(db, book, id)) as Settlement;
    },
    find: async (book: Book, ref: string): Promise<Order> => (await findOrder(db, book, ref)) as Order,
    /** The settlement status of each order, in the order of their refs as given. */
    async statuses(book: Book, ...refs: string[]): Promise<string[]> {
      const orders = await Promise.all(refs.map((ref) => findOrder(db, book, ref)));
      return orders.map((order) => order?.settlementStatus ?? 'missing');
    },
    balance: (book: Book, name: string, currency = 'EUR') => findBalance(db, accountAt({ ...book, currency }, name)),
    /** The types of the events about one order, sorted: the log's order is given later. */
    async eventsOf(order: Order): Promise<string[]> {
      const rows = await db
        .selectFrom('events')
        .select('type')
        .where('holderId', '=', order.holderId)
        .where('subjectKind', '=', 'order')
        .where('subjectId', '=', String(order.id))
        .orderBy('type')
        .execute();
      return rows.map((row) => row.type);
    },
    async close() {
      await runner.stop();
      await stopWatching();
      await database.drop();
    },
  };
}
