/**
 * A bank for tests: a developer says what arrives for a payment in test mode, and a statement with this one line is imported, as the
 * bank's would be. So whatever follows is what follows of real money.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { type Actor, systemActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { endTestWait } from '../bank-transfers/end-wait.ts';
import { arrivedOf } from '../bank-transfers/payment-transfer.ts';
import { findPaymentTransfer } from '../bank-transfers/payment-transfers.repository.ts';
import { isExpired } from '../payments/capture-payment.ts';
import type { Payment } from '../payments/payment.ts';
import { importStatement } from './import-statement.ts';
import type { StatementLine } from './statement-line.ts';

/** All that is missing; half of it; twice as much; all of it once the payment has expired. */
export const arrivals = ['exact', 'short', 'over', 'late'] as const;
type Arrival = (typeof arrivals)[number];

const testBank = 'Test bank';
const job = 'test_bank';
const hashLength = 32;
const idLength = 8;

/** @throws AppError `forbidden` in live mode; `invalid_state` where no transfer is waited for. */
export async function arriveInTest(
  actor: Actor,
  { db, clock }: { db: Database; clock: Clock },
  payment: Payment,
  arrival: Arrival,
): Promise<void> {
  authorize(actor, 'payments.pay', payment);
  if (payment.mode !== 'test') throw new AppError('forbidden');
  const transfer = await findPaymentTransfer(db, payment);
  if (transfer === undefined || payment.status !== 'created' || isExpired(payment, clock)) {
    throw new AppError('invalid_state', { message: 'The payment waits for no bank transfer.' });
  }
  if (arrival === 'late') await inTransaction(db, (tx) => endTestWait(actor, tx, { clock }, payment), payment);
  const missing = payment.amount - arrivedOf(transfer);
  const amount = { exact: missing, short: (missing + 1n) / 2n, over: missing * 2n, late: missing }[arrival];

  const bookedOn = clock.now(serviceHolderId, 'test').toISOString().slice(0, 10);
  const line = lineOf({ bookedOn, currency: payment.currency, amount, reference: transfer.reference });
  await importStatement(systemActor(job), { db, clock }, { mode: 'test', source: 'bank' }, statementOf(line));
}

const lineOf = (facts: Pick<StatementLine, 'bookedOn' | 'currency' | 'amount' | 'reference'>): StatementLine => ({
  ...{ ...facts, lineNumber: 1, bookedTime: undefined, direction: 'read' },
  // Every transfer is another one, also of the same amount on the same day.
  bankId: randomBytes(idLength).toString('hex'),
  facts: {
    ...{ valueOn: facts.bookedOn, endToEndId: undefined, bankCode: undefined, reverses: false, charges: undefined },
    ...{ counterpartyName: 'Test payer', counterpartyAccount: undefined, returnReason: undefined, details: undefined },
  },
});

const statementOf = (line: StatementLine) => ({
  ...{ fileHash: randomBytes(hashLength), signColumns: [], empty: 0, account: testBank, fileName: testBank },
  async eachLines(_: number, take: (lines: StatementLine[]) => Promise<void>) {
    await take([line]);
    return [];
  },
});
