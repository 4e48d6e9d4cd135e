/**
 * At the end of a run: tells the company, in each currency in which orders newly wait for funds, how much is missing.
 * In the transaction that ends the run, so each run tells once; a run in which nothing new waits tells nothing. Events
 * tell of every such run, mails of the first in a day.
 */
import type { Tx } from '../database/transaction.ts';
import { appendEvents } from '../events/append-events.ts';
import { listAddressesThatMay } from '../holders/addresses.ts';
import { findHolderName } from '../holders/holders.repository.ts';
import { accountIn, type Book, ledgerAccount } from '../ledger/accounts.ts';
import { findBalance } from '../ledger/ledger.repository.ts';
import { subjectOf } from '../ledger/subject.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { jsonDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import { sumWaitingRefunds } from '../refunds/order-refunds.repository.ts';
import { fundsMissingMail, type Shortfall } from './shortfall-mail.ts';
import { fellShortSince, listShortfalls, sumWaitingOrders } from './shortfalls.repository.ts';

const mailEveryMs = 24 * 3_600_000;

export async function tellShortfalls(tx: Tx, book: Book, settlementId: bigint, at: Date): Promise<void> {
  for (const currency of await listShortfalls(tx, book.holderId, settlementId)) {
    const shortfall = await findShortfall(tx, book, currency);
    // Money came in before the run ended: what waits is about to settle.
    if (shortfall.missing <= 0n) continue;
    await appendEvents(tx, book, [eventOf(shortfall, settlementId)], at);
    const since = new Date(at.getTime() - mailEveryMs);
    if (await fellShortSince(tx, book, { settlementId, currency, since })) continue;
    await mail(tx, book, shortfall);
  }
}

/** What all that waits in a currency needs beyond the clearing wallet. */
async function findShortfall(tx: Tx, book: Book, currency: string): Promise<Shortfall> {
  const waiting = await sumWaitingOrders(tx, book, currency);
  const refunds = await sumWaitingRefunds(tx, book, currency);
  const clearing = await findBalance(tx, accountIn({ ...book, currency }, ledgerAccount.clearing));
  const missing = waiting.cost + refunds - clearing;
  return { currency, missing, clearing, ordersWaiting: Number(waiting.orders) };
}

function eventOf({ currency, missing, clearing, ordersWaiting }: Shortfall, settlementId: bigint) {
  const exponent = exponentOf(currency);
  return {
    type: 'shortfall.detected' as const,
    subject: subjectOf.settlement(settlementId),
    data: {
      settlement_id: Number(settlementId),
      currency,
      missing_amount: jsonDecimal(missing, exponent),
      orders_waiting: ordersWaiting,
      clearing: jsonDecimal(clearing, exponent),
    },
  };
}

async function mail(tx: Tx, { holderId, mode }: Book, shortfall: Shortfall): Promise<void> {
  const company = await findHolderName(tx, holderId);
  for (const address of await listAddressesThatMay(tx, holderId, 'wallets.top_up')) {
    await queueMail(tx, fundsMissingMail(address, company, mode, shortfall));
  }
}
