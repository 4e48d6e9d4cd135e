/** What releasing or assigning an order leads to: when it settles, if clearing covers it as things are now. */
import { missingFor } from '../../core/ledger/spendable.ts';
import { type Effect, type Exception, noEffect, type Reader } from './exception.ts';
import { findOnlyPayees } from './only-payees.repository.ts';
import { lookAhead, type Outlook } from './outlook.ts';

type Facts = {
  /** What it costs clearing, and what of it is reserved there; minor units. */
  due: string;
  reserved: string;
  /** From when on it has to wait; null where it needn't. */
  from: string | null;
  paid: boolean;
  /** Whether its customer pays at the checkout: then it settles only once that is paid. */
  byService: boolean;
  /** Otherwise the next settlement counts it already. */
  isHeld: boolean;
  shadow: boolean;
  /** The types of splits without a payee. */
  lacking: string[] | null;
  held: string | null;
};

const msPerSecond = 1_000;

export async function foreseeSettlement(reader: Reader, rows: readonly Exception[]): Promise<Exception[]> {
  const outlook = await lookAhead(reader);
  return rows.map((row) => ({ ...row, effect: effectOf(row, outlook) }));
}

/** Nothing is foreseen of splits that don't add up: what to do with the rest is for the company to say. */
export async function foreseeAssignment(reader: Reader, rows: readonly Exception[]): Promise<Exception[]> {
  const [outlook, payees] = await Promise.all([lookAhead(reader), findOnlyPayees(reader.db, reader.book)]);
  return rows.map((row) => {
    const { lacking, held } = row.facts as Facts;
    if (row.reason !== 'no_payee') return row;
    const name = lacking?.length === 1 ? (payees.get(lacking[0] as string) ?? null) : null;
    // Held for something else too, it stays on hold.
    const settles = held === null || held === 'unassigned_split' ? effectOf(row, outlook) : null;
    const later: Effect = { ...noEffect, code: 'settles_later', amount: row.amount, currency: row.currency };
    return { ...row, effect: { ...(settles ?? later), name } };
  });
}

/** @returns null for an order of which no money moves. */
function effectOf({ facts, currency }: Exception, { settings, next }: Outlook): Effect | null {
  const { due, reserved, from, paid, byService, isHeld, shadow } = facts as Facts;
  const run = next.find((one) => one.currency === currency);
  if (shadow || run === undefined) return null;
  const cost = BigInt(due);
  const effect = (code: Effect['code'], at: Date | null = null): Effect => ({
    ...noEffect,
    code,
    amount: cost,
    currency,
    at,
  });
  if (!paid && (byService || settings.settleOnlyPaid)) return effect('settles_when_paid');
  const own = isHeld ? { cost, reserved: BigInt(reserved) } : { cost: 0n, reserved: 0n };
  const all = { cost: run.needed + own.cost, reserved: run.reserved + own.reserved };
  if (missingFor(all, run.funds) > 0n) return effect('waits_for_funds');
  if (run.nextRunAt === null) return effect('settles_later');
  const mayAt = from === null ? 0 : new Date(from).getTime() + settings.holdSeconds * msPerSecond;
  return mayAt > run.nextRunAt.getTime() ? effect('settles_later') : effect('settles', run.nextRunAt);
}
