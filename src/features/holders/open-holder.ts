/**
 * A signed-in person opens a company, a shop or a wallet for themselves and becomes its owner. A company or a shop is
 * pending: it works in test mode until the operator approves it. A wallet is active at once. Merchants and couriers that
 * platforms pay are made when an invitation is accepted.
 */

import { randomBase62 } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { type PersonActor, personActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { actingFor } from './acting.ts';
import { readHolderName } from './holder-name.ts';
import { countOpenings, findOpening, insertOpening, type Opened } from './holder-openings.repository.ts';
import { insertHolder } from './holders.repository.ts';
import { findMembership, insertMember, listMemberships, lockPerson, type Membership } from './members.repository.ts';

export const openedKinds = ['company', 'merchant', 'customer'] as const;
type OpenedKind = (typeof openedKinds)[number];

/** Per person: in 24 hours, and in all. */
const openingsPerDayMax = 5;
const openingsMax = 20;
const dayMs = 86_400_000;
const randomKeyBytes = 16;

type Wanted = { kind: OpenedKind; name: string; key: string | undefined };

/**
 * A repeated key, or a second wallet, returns what was opened before.
 * @param wanted.key of the request; without one it is never the same.
 * @throws AppError `validation_failed`; `idempotency_conflict`; `rate_limited`; `invalid_state` beyond `openingsMax`.
 */
export async function openHolder(
  actor: PersonActor,
  tx: Tx,
  wanted: Wanted,
  at: Date,
): Promise<{ holder: Opened; made: boolean }> {
  const { personId } = actor;
  authorize(actor, 'holders.open', { personId });
  const { kind, key = randomBase62(randomKeyBytes) } = wanted;
  const name = readHolderName(wanted.name);
  await lockPerson(tx, personId);
  const before = await findOpening(tx, personId, key);
  if (before !== undefined) {
    if (before.kind !== kind || before.name !== name) throw new AppError('idempotency_conflict');
    return { holder: before, made: false };
  }
  const own = (await listMemberships(tx, personId)).filter(
    (one) => one.kind === kind && one.role === 'owner' && one.status !== 'closed',
  );
  const wallet = own[0];
  if (kind === 'customer' && wallet !== undefined) return { holder: openedOf(wallet), made: false };
  if (own.some((one) => one.name === name)) {
    const message = 'You already have one with this name. Choose another.';
    throw new AppError('validation_failed', { message, details: [{ field: 'name', message }] });
  }
  await refuseTooMany(tx, personId, at);

  const holderId = await insertHolder(tx, kind, name, kind === 'customer' ? 'active' : 'pending');
  await insertMember(tx, holderId, personId, 'owner');
  await insertOpening(tx, { personId, key, holderId, openedAt: at });
  const made = (await findMembership(tx, personId, holderId)) as Membership;
  await appendAudit(personActor(actor, actingFor(made), actor), tx, {
    action: 'holders.open',
    holderId,
    mode: null,
    object: { kind, id: String(holderId) },
    after: { name, status: made.status },
  });
  return { holder: openedOf(made), made: true };
}

const openedOf = ({ holderId: id, kind, name, status }: Membership): Opened => ({ id, kind, name, status });

async function refuseTooMany(tx: Tx, personId: string, at: Date): Promise<void> {
  const count = await countOpenings(tx, personId, new Date(at.getTime() - dayMs));
  if (count.all >= openingsMax) {
    throw new AppError('invalid_state', { message: `One person opens at most ${openingsMax} accounts.` });
  }
  if (count.recent >= openingsPerDayMax) {
    const message = `One person opens at most ${openingsPerDayMax} accounts in 24 hours.`;
    throw new AppError('rate_limited', { message, retryAfterSeconds: dayMs / 1_000 });
  }
}
