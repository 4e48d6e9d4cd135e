/** The payouts of the demo platform and its payees: one or more in each state. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { type Account, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { listBankAccounts } from '../../features/payouts/bank-accounts.repository.ts';
import { addBankAccount } from '../../features/payouts/change-bank-accounts.ts';
import {
  approvePayout,
  cancelPayout,
  completePayout,
  returnPayout,
  sendPayout,
} from '../../features/payouts/change-payout.ts';
import { requestPayout } from '../../features/payouts/request-payout.ts';
import { demo, demoOwner } from './demo-actors.ts';

const currency = 'USD';
const bank = { iban: 'GB33BUKB20201555555555', accountNumber: '', bankCode: '', country: '', currency: '' } as const;
const accountsDay = 2;

type Payee = { holderId: bigint; personId: string; link: bigint };
export type PayoutHolders = { companyId: bigint; dispatcherId: string; restaurant: Payee; courier: Payee };

type Owner = 'restaurant' | 'courier' | 'company';
type State = 'requested' | 'cancelled' | 'rejected' | 'approved' | 'sent' | 'completed' | 'failed';

const calendar: readonly { day: number; of: Owner; cents: bigint; becomes: State }[] = [
  { day: 9, of: 'restaurant', cents: 6_000n, becomes: 'completed' },
  { day: 11, of: 'courier', cents: 1_500n, becomes: 'completed' },
  { day: 16, of: 'restaurant', cents: 7_500n, becomes: 'completed' },
  { day: 18, of: 'company', cents: 4_000n, becomes: 'completed' },
  { day: 20, of: 'company', cents: 5_000n, becomes: 'rejected' },
  { day: 23, of: 'courier', cents: 2_000n, becomes: 'failed' },
  { day: 24, of: 'company', cents: 2_500n, becomes: 'cancelled' },
  { day: 27, of: 'restaurant', cents: 5_000n, becomes: 'sent' },
  { day: 28, of: 'company', cents: 3_000n, becomes: 'approved' },
  { day: 29, of: 'restaurant', cents: 3_500n, becomes: 'requested' },
  { day: 29, of: 'courier', cents: 2_200n, becomes: 'requested' },
];

export function createPayouts(
  { db, clock }: { db: Database; clock: Clock },
  holders: PayoutHolders,
): { happenOn(day: number): Promise<void> } {
  const book: Book = { holderId: holders.companyId, mode: 'test' };
  const owners = {
    restaurant: { ...holders.restaurant, kind: 'merchant', name: 'Demo Noodle Bar' },
    courier: { ...holders.courier, kind: 'courier', name: 'Demo Courier One' },
    company: { holderId: book.holderId, personId: holders.dispatcherId, kind: 'company', name: 'Demo Delivery' },
  } as const;
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(db, work);

  async function payOut(of: Owner, amount: bigint, becomes: State): Promise<void> {
    const { holderId, personId, kind } = owners[of];
    const account: Account = of === 'company' ? ledgerAccount.commission : ledgerAccount.earnings(holders[of].link);
    const actor = demoOwner(holderId, kind, personId);
    const request = { ownerHolderId: holderId, book, account, amount, currency, bankAccountId: undefined };
    const { id } = await run((tx) => requestPayout(actor, tx, clock, request));
    const approve = () => run((tx) => approvePayout(demo, tx, clock, id));
    const send = () => run((tx) => sendPayout(demo, tx, clock, id));
    const giveBack = (to: 'rejected' | 'failed', reason: string) =>
      run((tx) => returnPayout(demo, tx, clock, id, { to, reason }));
    switch (becomes) {
      case 'requested':
        return;
      case 'cancelled':
        await run((tx) => cancelPayout(actor, tx, clock, holderId, id));
        return;
      case 'rejected':
        await giveBack('rejected', 'Please ask again once the books of the month are closed');
        return;
    }
    await approve();
    if (becomes === 'approved') return;
    await send();
    if (becomes === 'completed') await run((tx) => completePayout(demo, tx, clock, id));
    if (becomes === 'failed') await giveBack('failed', 'Account closed');
  }

  /** Also on a later day, where an earlier start was killed before this. */
  async function openBankAccounts(): Promise<void> {
    for (const { holderId, name } of Object.values(owners)) {
      if ((await listBankAccounts(db, holderId)).length > 0) continue;
      await run((tx) => addBankAccount(demo, tx, clock, holderId, { ...bank, accountName: name }));
    }
  }
  let isReady = false;

  return {
    async happenOn(day) {
      if (day >= accountsDay && !isReady) {
        await openBankAccounts();
        isReady = true;
      }
      for (const { of, cents, becomes } of calendar.filter((one) => one.day === day)) await payOut(of, cents, becomes);
    },
  };
}
