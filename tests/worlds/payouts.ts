/** For tests of payouts: holders with money and bank accounts, and what payouts make of them. */
import { inTransaction, type Tx } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import { type Book, formatAccount, ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { listAccounts } from '../../src/core/ledger/ledger.repository.ts';
import { insertLink } from '../../src/features/links/links.repository.ts';
import type { BankAccount, BankAccountForm } from '../../src/features/payouts/bank-account.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import {
  approvePayout,
  cancelPayout,
  completePayout,
  returnPayout,
  sendPayout,
} from '../../src/features/payouts/change-payout.ts';
import type { Payout } from '../../src/features/payouts/payout.ts';
import { setRule } from '../../src/features/payouts/payouts.repository.ts';
import { type PayoutRequest, requestPayout } from '../../src/features/payouts/request-payout.ts';
import { memberOf, shell } from '../support/actors.ts';
import { bankForm, iban } from '../support/bank-form.ts';
import { makeCompany, makeHolder } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { bringIn } from './money.ts';

export { bankForm, iban };
export const otherIban = 'GB29NWBK60161331926819';

export type PayoutWorld = Awaited<ReturnType<typeof createPayoutWorld>>;

/** A company with a courier, under a clock that stands still; everyone has money only where `fund` put it. */
export async function createPayoutWorld() {
  const database = await createTestDatabase();
  const { db } = database;
  const clock = createTestClock();
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(db, work);

  return {
    db,
    database,
    clock,
    run,
    makeCompany: () => makeCompany(db),
    makeMerchant: () => makeHolder(db, 'merchant'),
    makeCustomer: () => makeHolder(db, 'customer'),
    async makeCourier(companyId: bigint): Promise<{ holderId: bigint; linkId: bigint }> {
      const holderId = await makeHolder(db, 'courier');
      const linkId = await run((tx) => insertLink(tx, companyId, { holderId, type: 'courier', name: 'Ada' }));
      return { holderId, linkId };
    },
    /** Money from outside into an account: topped up, earned, or a fee. */
    async fund(book: Book, accountPurpose: string, amount: bigint, currency = 'EUR'): Promise<void> {
      const to = accountAt({ ...book, currency }, accountPurpose);
      await run((tx) => bringIn(tx, to, amount, clock.now(book.holderId, book.mode)));
    },
    addBank: (holderId: bigint, changes: Partial<BankAccountForm> = {}): Promise<BankAccount> =>
      run((tx) => addBankAccount(shell, tx, clock, holderId, bankForm(changes))),
    rule: (currency: string, minimum: bigint, fee: bigint, dailyLimit: bigint | null = null) =>
      run((tx) => setRule(tx, currency, { minimum, fee, dailyLimit })),
    ask: (book: Book, changes: Partial<PayoutRequest> = {}): Promise<Payout> =>
      run((tx) =>
        requestPayout(
          memberOf({ holderId: changes.ownerHolderId ?? book.holderId, mode: (changes.book ?? book).mode }),
          tx,
          clock,
          {
            ownerHolderId: book.holderId,
            book,
            account: ledgerAccount.wallet,
            amount: 1_000n,
            currency: 'EUR',
            bankAccountId: undefined,
            ...changes,
          },
        ),
      ),
    approve: ({ id }: { id: string }) => run((tx) => approvePayout(shell, tx, clock, id)),
    send: ({ id }: { id: string }) => run((tx) => sendPayout(shell, tx, clock, id)),
    complete: ({ id }: { id: string }) => run((tx) => completePayout(shell, tx, clock, id)),
    cancel: ({ ownerHolderId, mode, id }: Payout) =>
      run((tx) => cancelPayout(memberOf({ holderId: ownerHolderId, mode }), tx, clock, ownerHolderId, id)),
    giveBack: ({ id }: { id: string }, to: 'rejected' | 'failed', reason: string | null = 'No such account') =>
      run((tx) => returnPayout(shell, tx, clock, id, { to, reason })),
    /** Every account of a book that is not 0, by name. */
    async balances(book: Book, currency = 'EUR'): Promise<Record<string, bigint>> {
      const accounts = (await listAccounts(db, book)).filter((one) => one.currency === currency && one.balance !== 0n);
      return Object.fromEntries(accounts.map((account) => [formatAccount(account), account.balance]));
    },
    async eventsOf(payout: Payout): Promise<{ types: string[]; text: string }> {
      const { rows } = await database.pool.query<{ type: string; data: unknown }>(
        `select type, data from events where holder_id = $1 and subject_kind = 'payout' and subject_id = $2
         order by created_at, type`,
        [payout.holderId, payout.id],
      );
      return { types: rows.map((row) => row.type).sort(), text: JSON.stringify(rows) };
    },
    close: () => database.drop(),
  };
}

export const bookOf = (holderId: bigint, mode: Mode = 'test'): Book => ({ holderId, mode });
