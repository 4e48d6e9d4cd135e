/** What people do with the rules by which lines are booked: they make one, end it, and see which could be made. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { absolute } from '../../base/money/compare.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { refuseUnsound } from './book-line.ts';
import { decideByRules, isDistinct, type RuleTerms, sharedText, textLengthMax } from './booking-rule.ts';
import {
  findRule,
  insertRule,
  listBookedByHand,
  listRulesInForce,
  type StoredRule,
  setRuleEnded,
} from './booking-rules.repository.ts';
import { lockOutside, type Outside } from './reconciliation.repository.ts';
import { lockSource } from './statement-sources.ts';
import { squeezed } from './text-references.ts';

type Deps = { db: Database; clock: Clock };

/** In force, for each source. */
const rulesMax = 200;

const auditOf = ({ id, mode, createdAt: _, endedAt: __, ...terms }: StoredRule) => ({
  holderId: serviceHolderId,
  mode,
  object: { kind: 'booking_rule' as const, id: String(id) },
  after: terms,
});

/**
 * Lines that were imported before are booked only when they are matched again.
 * @throws AppError `forbidden`; `validation_failed`; `invalid_state` where the same rule is in force, or too many are.
 */
export async function addRule(actor: Actor, { db, clock }: Deps, mode: Mode, wanted: RuleTerms): Promise<StoredRule> {
  authorize(actor, 'reconciliation.add_rule', { holderId: serviceHolderId, mode });
  const terms = { ...wanted, text: wanted.text.trim().replaceAll(/\s+/g, ' ') };
  refuseUnsoundRule(terms);
  return inTransaction(db, async (tx) => {
    await lockSource(tx, { mode, source: terms.source });
    const known = await listRulesInForce(tx, { mode, source: terms.source });
    const same = known.find((rule) => isSame(rule, terms));
    if (same !== undefined) throw new AppError('invalid_state', { message: `Rule ${same.id} says the same.` });
    if (known.length >= rulesMax) {
      const message = `There are ${rulesMax} rules for this source. End one that is no longer needed.`;
      throw new AppError('invalid_state', { message });
    }

    const id = await insertRule(tx, mode, terms, clock.now(serviceHolderId, mode));
    const rule = (await findRule(tx, id)) as StoredRule;
    await appendAudit(actor, tx, { action: 'reconciliation.add_rule', ...auditOf(rule) });
    return rule;
  });
}

function refuseUnsoundRule({ text, currency, amountMax, kind }: RuleTerms): void {
  if (text.length > textLengthMax || !isDistinct(text)) {
    throw invalidField('text', `must have at least 4 letters or digits, and at most ${textLengthMax} characters`);
  }
  if (amountMax <= 0n) throw invalidField('amount_max', 'must be greater than 0');
  try {
    refuseUnsound({ kind, reason: null }, currency, amountMax);
  } catch (error) {
    if (error instanceof AppError) throw invalidField('amount_max', `a rounding difference is at most 1 ${currency}`);
    throw error;
  }
}

const isSame = (rule: RuleTerms, other: RuleTerms): boolean =>
  squeezed(rule.text) === squeezed(other.text) &&
  (['currency', 'direction', 'amountMax', 'account', 'kind'] as const).every((field) => rule[field] === other[field]);

/** What it booked stays. Ended already, nothing changes. @throws AppError `forbidden`, `not_found`. */
export function endRule(actor: Actor, { db, clock }: Deps, id: bigint): Promise<StoredRule> {
  return inTransaction(db, async (tx) => {
    const known = await findRule(tx, id);
    const unknown = `No rule has the id ${id}.`;
    authorize(actor, 'reconciliation.end_rule', known && { holderId: serviceHolderId, mode: known.mode }, unknown);
    if (known === undefined) throw new AppError('not_found', { message: unknown });
    await lockOutside(tx, known);
    // Read again: it may have been ended while this transaction waited for the lock.
    const rule = (await findRule(tx, id)) as StoredRule;
    if (rule.endedAt !== null) return rule;

    const endedAt = clock.now(serviceHolderId, rule.mode);
    await setRuleEnded(tx, id, endedAt);
    await appendAudit(actor, tx, { action: 'reconciliation.end_rule', ...auditOf(rule) });
    return { ...rule, endedAt };
  });
}

/** `lines`: those that people booked in the same way, the latest first. */
export type SuggestedRule = RuleTerms & { lines: bigint[] };

const bookedMax = 100;
const suggestedMax = 5;

/** Rules that would book what people have booked at least twice: lines of one kind that share a text. */
export async function suggestRules(db: Database, outside: Outside): Promise<SuggestedRule[]> {
  const rules = await listRulesInForce(db, outside);
  const booked = (await listBookedByHand(db, outside, bookedMax)).filter(
    (line) => decideByRules({ ...line, account: '' }, rules) === undefined,
  );
  const suggested: SuggestedRule[] = [];
  for (const [at, line] of booked.entries()) {
    if (suggested.some(({ lines }) => lines.includes(line.id))) continue;
    const alike = booked
      .slice(at + 1)
      .filter(
        (one) => one.kind === line.kind && one.currency === line.currency && one.amount > 0n === line.amount > 0n,
      );
    const text = alike.map((one) => sharedText(line.text, one.text)).find((one) => one !== undefined);
    if (text === undefined) continue;
    const those = [line, ...alike.filter((one) => squeezed(one.text).includes(squeezed(text)))];
    suggested.push({
      ...{ source: outside.source, text, currency: line.currency, direction: line.amount > 0n ? 'in' : 'out' },
      amountMax: those.map(({ amount }) => absolute(amount)).reduce((most, one) => (one > most ? one : most)),
      ...{ account: null, kind: line.kind, lines: those.map(({ id }) => id) },
    });
    if (suggested.length === suggestedMax) break;
  }
  return suggested;
}
