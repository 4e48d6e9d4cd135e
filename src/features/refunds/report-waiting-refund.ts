/**
 * Notifies the company that a refund, or what a failed one owes the order's parties, waits for clearing, and how much is
 * missing. Each gets an event. Of refunds only the first one waiting in a currency sends a mail; every restitution does.
 */

import type { Tx } from '../../base/database/transaction.ts';
import { formatDecimal, jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { ledgerAccount } from '../../core/ledger/accounts.ts';
import { findBalance } from '../../core/ledger/ledger.repository.ts';
import { sumReserved } from '../../core/ledger/reserved-clearing.repository.ts';
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { listReadersThatMay } from '../holders/addresses.ts';
import { findHolderName } from '../holders/holders.repository.ts';
import type { Order } from '../orders/order.ts';
import { accountOf } from '../orders/payees.ts';
import { publishDeferred } from './order-refund-events.ts';
import type { OrderRefund, Restitution } from './order-refunds.repository.ts';

/** The caller must have written the refund as `awaiting_funds` and locked the order's clearing account. */
export async function reportWaitingRefund(work: UnitOfWork, order: Order, refund: OrderRefund): Promise<void> {
  const { currency, amount } = refund;
  const { waiting, missing } = await findMissing(work.tx, order);
  await publishDeferred(work, 'order_refund.deferred', order, refund, jsonDecimal(missing, exponentOf(currency)));
  if (waiting > amount) return;
  await mailAll(work.tx, refund, refundWaitsMail, { amount, missing, currency });
}

/** The caller must have deferred the restitution and locked the order's clearing account. */
export async function reportWaitingRestitution(
  work: UnitOfWork,
  order: Order,
  failed: OrderRefund,
  { amount }: Restitution,
): Promise<void> {
  const { currency } = failed;
  const { missing } = await findMissing(work.tx, order);
  const waiting: OrderRefund = { ...failed, restitution: 'awaiting_funds' };
  await publishDeferred(work, 'restitution.deferred', order, waiting, jsonDecimal(missing, exponentOf(currency)));
  const { partnerOrderRef } = order;
  await mailAll(work.tx, failed, restitutionWaitsMail, {
    kind: failed.kind,
    amount,
    missing,
    currency,
    partnerOrderRef,
  });
}

/** What waits in the order's currency, and how much clearing is short of it; minor units. */
async function findMissing(tx: Tx, order: Order): Promise<{ waiting: bigint; missing: bigint }> {
  const waiting = await sumReserved(tx, order);
  return { waiting, missing: waiting - (await findBalance(tx, accountOf(order, ledgerAccount.clearing))) };
}

/** Amounts in minor units. */
type Waiting = { amount: bigint; missing: bigint; currency: string };

async function mailAll<Facts extends Waiting>(
  tx: Tx,
  { holderId, mode }: OrderRefund,
  write: (words: Words, company: string, mode: Mode, facts: Facts) => Mail,
  facts: Facts,
): Promise<void> {
  const company = await findHolderName(tx, holderId);
  for (const reader of await listReadersThatMay(tx, holderId, 'wallets.top_up')) {
    await queueNotice(tx, 'funds', reader, (words) => write(words, company, mode, facts));
  }
}

const shownIn = (currency: string) => (minor: bigint) => `${formatDecimal(minor, exponentOf(currency))} ${currency}`;

/** Pure. To a company's people, in English, as the next one. */
function restitutionWaitsMail(
  words: Words,
  company: string,
  mode: Mode,
  {
    kind,
    amount,
    missing,
    currency,
    partnerOrderRef,
  }: Waiting & Pick<OrderRefund, 'kind'> & { partnerOrderRef: string },
): Mail {
  const shown = shownIn(currency);
  const inTest = mode === 'test' ? ', in test mode' : '';
  const [what, happened] =
    kind === 'refund'
      ? ['A refund failed', `A refund of order ${partnerOrderRef} of ${company} failed${inTest}.`]
      : ['A dispute was won', `A dispute about order ${partnerOrderRef} of ${company} was won${inTest}.`];
  return writeMail(words, {
    subject: `${mode === 'test' ? 'Test: ' : ''}${what}, and the clearing wallet is ${shown(missing)} short`,
    before: [
      `${happened} The clearing wallet owes ${shown(amount)} to those whose shares it had taken, and is ${shown(missing)} short of everything that waits for it.`,
      'Top it up, and what waits is paid automatically, the oldest first, before any order settles.',
    ],
  });
}

/** Pure. */
function refundWaitsMail(words: Words, company: string, mode: Mode, { amount, missing, currency }: Waiting): Mail {
  const shown = shownIn(currency);
  return writeMail(words, {
    subject: `${mode === 'test' ? 'Test: ' : ''}A refund waits for ${shown(missing)} in the clearing wallet`,
    before: [
      `A customer of ${company} is to get ${shown(amount)} back${mode === 'test' ? ', in test mode' : ''}, and the clearing wallet is ${shown(missing)} short of it.`,
      'Top it up, and waiting refunds are paid by themselves, the oldest first, before any order settles.',
    ],
  });
}
