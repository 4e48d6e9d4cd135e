/**
 * When a write-off takes two people, and the limits up to which one is enough: the service's for debts to it, a company's
 * own for its links' debts (docs/operating.md, "Four eyes").
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor, PersonActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize, rolesThatMay } from '../../core/access/authorize.ts';
import { findFourEyes } from '../../core/access/four-eyes.repository.ts';
import { personOf } from '../../core/access/four-eyes.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { listOperators } from '../holders/addresses.ts';
import { listMembers, type Member } from '../holders/members.repository.ts';
import { aloneSince, type Debt, takesTwoPeople, type WriteOffLimit } from './debt-settlement.ts';
import { findLimit, saveLimit, sumWrittenOffAlone } from './debt-settlements.repository.ts';

/** Whether this write-off waits for a second person. The debt is locked. @param amount minor units. */
export async function takesSecondPerson(actor: Actor, tx: Tx, debt: Debt, amount: bigint, at: Date): Promise<boolean> {
  const ofService = debt.linkId === null;
  const limit = await findLimit(tx, ofService ? serviceHolderId : debt.holderId, debt.currency);
  const facts = {
    alone: amount + (await sumWrittenOffAlone(tx, debt, aloneSince(at))),
    personId: personOf(actor),
    fourEyes: ofService && (await findFourEyes(tx)).isOn,
  };
  if (!takesTwoPeople(limit, facts)) return false;
  // Where nobody else could approve it, a company's limit would lock it out of its own decision.
  return ofService || (await hasAnother(tx, debt.holderId, facts.personId));
}

/**
 * Whether taking money back from a holder's account waits for a second person: the service's limit is for both. Without one it
 * does not. @param alone what was taken back from the account without one in the last 30 days, and what is asked for; minor units.
 */
export async function takeBackTakesSecondPerson(
  actor: Actor,
  tx: Tx,
  currency: string,
  alone: bigint,
): Promise<boolean> {
  const limit = await findLimit(tx, serviceHolderId, currency);
  return takesTwoPeople(limit, { alone, personId: personOf(actor), fourEyes: false });
}

/** Whether someone other than this person may approve a company's write-offs. */
async function hasAnother(tx: Tx, companyId: bigint, personId: string | null): Promise<boolean> {
  return (await listDeciders(tx, companyId)).some((one) => one.personId !== personId);
}

/** The members of a company who may write off its links' debts. */
async function listDeciders(tx: Tx, companyId: bigint): Promise<Member[]> {
  const roles: readonly string[] = rolesThatMay('link_debts.write_off');
  return (await listMembers(tx, companyId)).filter(({ role }) => roles.includes(role));
}

/** Who may approve a write-off: everyone who may write off, except who requested it. */
export async function listApprovers(tx: Tx, debt: Debt, requestedBy: string | null): Promise<Member[]> {
  const all =
    debt.linkId === null ? await listOperators(tx, 'administrator', 'finance') : await listDeciders(tx, debt.holderId);
  return all.filter(({ personId }) => personId !== requestedBy);
}

/**
 * Sets how much of one debt one person may write off alone in 30 days. @param amount minor units; 0: every write-off takes
 * two people. @param holderId the service, or a company.
 * @throws AppError `forbidden`, `second_factor_required`; `invalid_state` when there is no second person.
 */
export async function setWriteOffLimit(
  actor: PersonActor,
  tx: Tx,
  clock: Clock,
  holderId: bigint,
  { currency, amount, reason }: { currency: string; amount: bigint; reason: string },
): Promise<WriteOffLimit> {
  authorize(actor, 'write_off_limits.set', { holderId, mode: null });
  const { personId: setBy } = actor;
  const isSecond =
    holderId === serviceHolderId
      ? (await listOperators(tx, 'administrator', 'finance')).some(({ personId }) => personId !== setBy)
      : await hasAnother(tx, holderId, setBy);
  if (!isSecond) {
    throw new AppError('invalid_state', { message: 'Add a second person who may write off debts first.' });
  }
  const before = await findLimit(tx, holderId, currency);
  const limit: WriteOffLimit = { currency, amount, setBy, setAt: clock.now(holderId, 'live') };

  await saveLimit(tx, holderId, limit);
  await appendAudit(actor, tx, {
    action: 'write_off_limits.set',
    holderId,
    mode: null,
    object: { kind: 'write_off_limit', id: currency },
    before: before === undefined ? null : { amount: before.amount },
    after: { amount, currency, reason },
  });
  return limit;
}
