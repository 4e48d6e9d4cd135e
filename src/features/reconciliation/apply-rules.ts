/**
 * Books open lines by the rules that people wrote: in the service's own book alone, and no line that could be anybody's money.
 * Set-based, a page of lines at a time.
 */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { takeTurns } from '../bank-files/turns.ts';
import { bookLines } from './book-line.ts';
import { type BookingRule, decideByRules, type RuledLine } from './booking-rule.ts';
import { listLinesForRules, listRulesInForce } from './booking-rules.repository.ts';
import { referencesOf } from './judge-transfer.ts';
import { explainLines } from './name-parts.ts';
import { nameTransfers, openTransfers } from './name-transfers.ts';
import { possibleIds } from './named-ids.ts';
import type { TransferKey } from './named-transfers.repository.ts';
import { insertMatches, type Outside } from './reconciliation.repository.ts';
import { findNamedPayouts } from './returned-payouts.repository.ts';

const linesPage = 5_000;
/** Of the lines that a rule booked at once, so many are in its entry of the audit log. */
const namedMax = 100;

/** The numbers of lines: booked, and left because rules of different kinds fit. */
type Applied = { booked: number; conflicts: number };

/** The caller has locked the source. @param importId only lines of this statement. */
export async function applyRules(
  actor: Actor,
  tx: Tx,
  outside: Outside,
  importId: bigint | undefined,
  at: Date,
): Promise<Applied> {
  const rules = await listRulesInForce(tx, outside);
  const applied: Applied = { booked: 0, conflicts: 0 };
  const booked = new Map<BookingRule, RuledLine[]>();
  const othersTurn = takeTurns();
  let after: bigint | undefined;
  while (rules.length > 0) {
    const page = await listLinesForRules(tx, outside, importId, { after, limit: linesPage });
    const verdicts = [];
    for (const line of page) {
      const verdict = decideByRules(line, rules);
      if (verdict !== undefined) verdicts.push(verdict);
      await othersTurn();
    }
    const nobodys = await findNobodys(
      tx,
      outside,
      verdicts.map(({ line }) => line),
    );
    const fit: { line: RuledLine; rule: BookingRule }[] = [];
    for (const verdict of verdicts.filter(({ line }) => nobodys.has(line.id))) {
      if ('rule' in verdict) fit.push(verdict);
      else applied.conflicts += 1;
    }
    await bookAll(tx, outside, fit, at);
    for (const { line, rule } of fit) booked.set(rule, [...(booked.get(rule) ?? []), line]);
    applied.booked += fit.length;
    after = page.at(-1)?.id;
    if (page.length < linesPage) break;
  }
  for (const [rule, lines] of booked) await record(actor, tx, outside, rule, lines);
  return applied;
}

/** The lines that name nothing of ours: no transfer, payout or payment file, and no reference that a top-up could have. */
export async function findNobodys(
  db: Database | Tx,
  outside: Outside,
  lines: readonly RuledLine[],
): Promise<Set<bigint>> {
  const read = lines
    .map((line) => ({ ...line, reference: line.text, endToEndId: null, charges: null, details: null }))
    .filter((line) => referencesOf([line]).length === 0);
  if (read.length === 0) return new Set();
  const ids = new Map(read.map((line) => [line.id, possibleIds(line.text, 'po')]));
  const payouts = new Set(
    (await findNamedPayouts(db, outside.mode, [...ids.values()].flat())).map(({ reference }) => reference),
  );
  const explained = await explainLines(db, outside, read);
  const named = await nameTransfers(read, openTransfers(db, outside, read));
  const somebodys = new Set([
    ...explained.map(({ line }) => line.id),
    ...read.filter(({ id }) => ids.get(id)?.some((one) => payouts.has(one))).map(({ id }) => id),
    ...named.filter(({ found }) => found.length > 0).map(({ line }) => line.id),
  ]);
  return new Set(read.map(({ id }) => id).filter((id) => !somebodys.has(id)));
}

async function bookAll(
  tx: Tx,
  outside: Outside,
  fit: readonly { line: RuledLine; rule: BookingRule }[],
  at: Date,
): Promise<void> {
  const bookings = fit.map(({ line: { id: lineId, currency, amount }, rule: { id: ruleId, kind } }) => ({
    ...{ lineId, currency, amount, kind, ruleId },
    reason: null,
  }));
  const posted = await bookLines(tx, outside, bookings, at);
  const matches = fit.map(({ line: { id: lineId, amount } }) => ({
    lineId,
    transfer: posted.get(lineId) as TransferKey,
    amount,
  }));
  await insertMatches(tx, outside, matches, false, at);
}

const record = (
  actor: Actor,
  tx: Tx,
  { mode }: Outside,
  rule: BookingRule,
  lines: readonly RuledLine[],
): Promise<void> =>
  appendAudit(actor, tx, {
    action: 'reconciliation.match',
    holderId: serviceHolderId,
    mode,
    object: { kind: 'booking_rule', id: String(rule.id) },
    after: {
      text: rule.text,
      kind: rule.kind,
      booked: lines.length,
      lines: lines
        .slice(0, namedMax)
        .map(({ id }) => id)
        .join(', '),
    },
  });
