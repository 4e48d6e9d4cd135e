/**
 * Notifies the company that a refund waits for clearing, and how much is missing. Each refund gets an event, but only
 * the first one waiting in a currency sends a mail.
 */
import type { Tx } from '../database/transaction.ts';
import { listAddressesThatMay } from '../holders/addresses.ts';
import { findHolderName } from '../holders/holders.repository.ts';
import { ledgerAccount } from '../ledger/accounts.ts';
import { findBalance } from '../ledger/ledger.repository.ts';
import { sumReserved } from '../ledger/reserved-clearing.repository.ts';
import { type Mail, writeMail } from '../mail/mail.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { formatDecimal, jsonDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import type { Mode } from '../money/mode.ts';
import type { Order } from '../orders/order.ts';
import { accountOf } from '../orders/payees.ts';
import { publishDeferredRefund } from './finish-order-refund.ts';
import type { OrderRefund } from './order-refunds.repository.ts';

/** The caller must have written the refund as `awaiting_funds` and locked the order's clearing account. */
export async function reportWaitingRefund(tx: Tx, order: Order, refund: OrderRefund, at: Date): Promise<void> {
  const { holderId, mode, currency, amount } = refund;
  const waiting = await sumReserved(tx, order);
  const missing = waiting - (await findBalance(tx, accountOf(order, ledgerAccount.clearing)));
  await publishDeferredRefund(tx, order, refund, jsonDecimal(missing, exponentOf(currency)), at);
  if (waiting > amount) return;
  const company = await findHolderName(tx, holderId);
  for (const address of await listAddressesThatMay(tx, holderId, 'wallets.top_up')) {
    await queueMail(tx, refundWaitsMail(address, company, mode, { amount, missing, currency }));
  }
}

/** Pure. Amounts in minor units. */
function refundWaitsMail(
  recipient: string,
  company: string,
  mode: Mode,
  { amount, missing, currency }: { amount: bigint; missing: bigint; currency: string },
): Mail {
  const shown = (minor: bigint): string => `${formatDecimal(minor, exponentOf(currency))} ${currency}`;
  return writeMail({
    recipient,
    subject: `${mode === 'test' ? 'Test: ' : ''}A refund waits for ${shown(missing)} in the clearing wallet`,
    before: [
      `A customer of ${company} is to get ${shown(amount)} back${mode === 'test' ? ', in test mode' : ''}, and the clearing wallet is ${shown(missing)} short of it.`,
      'Top it up, and waiting refunds are paid by themselves, the oldest first, before any order settles.',
    ],
  });
}
