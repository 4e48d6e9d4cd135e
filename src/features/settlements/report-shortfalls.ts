/**
 * At the end of a run, reports to the company how much is missing in each currency in which orders newly wait for
 * funds. It runs in the transaction that ends the run, so each run reports once. Every such run publishes an event; a
 * mail is sent for the first in a day only.
 */

import type { Tx } from '../../base/database/transaction.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findFunds, missingFor } from '../../core/ledger/spendable.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import { listReadersThatMay } from '../holders/addresses.ts';
import { findHolderName } from '../holders/holders.repository.ts';
import { fundsMissingMail, type Shortfall } from './shortfall-mail.ts';
import { fellShortSince, listShortfalls, sumWaitingOrders } from './shortfalls.repository.ts';

const mailEveryMs = 24 * 3_600_000;

export async function reportShortfalls(work: UnitOfWork, book: Book, settlementId: bigint): Promise<void> {
  const { tx, at } = work;
  for (const currency of await listShortfalls(tx, book.holderId, settlementId)) {
    const shortfall = await findShortfall(tx, book, currency);
    // Money arrived before the run ended: the waiting orders are about to settle.
    if (shortfall.missing <= 0n) continue;
    await appendEvents(work, book, [eventOf(shortfall, settlementId)]);
    const since = new Date(at.getTime() - mailEveryMs);
    if (await fellShortSince(tx, book, { settlementId, currency, since })) continue;
    await mail(tx, book, shortfall);
  }
}

/** What waiting orders and refunds of a currency, and the company's debt, need beyond the clearing balance. */
async function findShortfall(tx: Tx, book: Book, currency: string): Promise<Shortfall> {
  const waiting = await sumWaitingOrders(tx, book, currency);
  const funds = await findFunds(tx, { ...book, currency });
  const missing = missingFor(waiting, funds);
  return { currency, missing, clearing: funds.clearing, ordersWaiting: Number(waiting.orders) };
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
  for (const reader of await listReadersThatMay(tx, holderId, 'wallets.top_up')) {
    await queueNotice(tx, 'funds', reader, (words) => fundsMissingMail(words, company, { holderId, mode }, shortfall));
  }
}
