/**
 * The operator admits, refuses, suspends and resumes holders (docs/contract/people.md, "Going live and suspension").
 * Owners are told by mail. What each status allows is decided by `authorize` and the use cases, never here.
 */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { modes } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { type AuditFacts, appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { HolderStatus } from '../../core/access/roles.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import type { Mail } from '../../core/mail/mail.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { listOwners } from './addresses.ts';
import { decideApprovalRequest } from './approval-requests.repository.ts';
import { findBusiness } from './business.repository.ts';
import { fieldNames, missingFields } from './business.ts';
import { approvedMail, refusedMail, resumedMail, suspendedMail } from './holder-mails.ts';
import { type HolderRow, lockHolder, setHolderStatus } from './holders.repository.ts';

type StatusAction = 'holders.approve' | 'holders.refuse' | 'holders.suspend' | 'holders.resume';

const noHolder = 'No account has this id.';

/**
 * A pending company or shop may take real money from now on, also without having asked for it.
 * @throws AppError `not_found`, `forbidden`; `invalid_state`, also while its business details are incomplete.
 */
export async function approveHolder(actor: Actor, tx: Tx, holderId: bigint, at: Date): Promise<HolderRow> {
  const holder = await take(actor, tx, 'holders.approve', holderId, ['pending']);
  const missing = missingFields(await findBusiness(tx, holderId));
  if (missing.length > 0) {
    const named = missing.map((field) => fieldNames[field]).join(', ');
    throw new AppError('invalid_state', { message: `The business details are incomplete: ${named} missing.` });
  }

  await decideApprovalRequest(tx, holderId, { status: 'approved', reason: null }, at);
  return change(actor, tx, 'holders.approve', holder, 'active', {}, approvedMail);
}

/** It stays pending, in test mode, and may ask again. @throws AppError `not_found`, `forbidden`, `invalid_state`. */
export async function refuseHolder(
  actor: Actor,
  tx: Tx,
  holderId: bigint,
  reason: string,
  at: Date,
): Promise<HolderRow> {
  const holder = await take(actor, tx, 'holders.refuse', holderId, ['pending']);

  await decideApprovalRequest(tx, holderId, { status: 'refused', reason }, at);
  return change(actor, tx, 'holders.refuse', holder, 'pending', { reason }, (words, name) =>
    refusedMail(words, name, reason),
  );
}

/** Its people may read and nothing else. @throws AppError `not_found`, `forbidden`, `invalid_state`. */
export async function suspendHolder(actor: Actor, tx: Tx, holderId: bigint, reason: string): Promise<HolderRow> {
  const holder = await take(actor, tx, 'holders.suspend', holderId, ['pending', 'active']);

  const facts = { reason };
  return change(actor, tx, 'holders.suspend', holder, 'suspended', facts, (words, name) =>
    suspendedMail(words, name, reason),
  );
}

/**
 * Back to active, or to pending when it was never approved. Orders of a company that wait for funds settle now if they
 * can; schedules that came due meanwhile run with the next pass.
 * @throws AppError `not_found`, `forbidden`, `invalid_state`.
 */
export async function resumeHolder(actor: Actor, tx: Tx, holderId: bigint): Promise<HolderRow> {
  const holder = await take(actor, tx, 'holders.resume', holderId, ['suspended']);

  const resumed = await change(actor, tx, 'holders.resume', holder, holder.suspendedFrom ?? 'pending', {}, resumedMail);
  if (holder.kind === 'company') {
    for (const mode of modes) await enqueueSettlement(tx, { holderId, mode, currency: undefined });
  }
  return resumed;
}

async function take(
  actor: Actor,
  tx: Tx,
  action: StatusAction,
  holderId: bigint,
  from: readonly HolderStatus[],
): Promise<HolderRow> {
  const holder = await lockHolder(tx, holderId);
  const known = holder !== undefined && holder.kind !== 'service';
  authorize(actor, action, known ? { holderId, mode: null } : undefined, noHolder);
  if (!known) throw new AppError('not_found', { message: noHolder });
  const isKeyed = holder.kind === 'company' || holder.kind === 'merchant';
  if (!isKeyed && (action === 'holders.approve' || action === 'holders.refuse')) {
    throw new AppError('invalid_state', { message: 'Only companies and shops are approved.' });
  }
  if (!from.includes(holder.status)) {
    throw new AppError('invalid_state', { message: `The account is ${holder.status}.` });
  }
  return holder;
}

async function change(
  actor: Actor,
  tx: Tx,
  action: StatusAction,
  holder: HolderRow,
  status: Exclude<HolderStatus, 'closed'>,
  facts: AuditFacts,
  write: (words: Words, name: string) => Mail,
): Promise<HolderRow> {
  await setHolderStatus(tx, holder, status);
  await appendAudit(actor, tx, {
    action,
    holderId: holder.id,
    mode: null,
    object: { kind: holder.kind, id: String(holder.id) },
    before: { status: holder.status },
    after: { status, ...facts },
  });
  for (const owner of await listOwners(tx, holder.id)) {
    await queueMail(tx, owner, (words) => write(words, holder.name));
  }
  return { ...holder, status };
}
