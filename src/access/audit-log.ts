/**
 * The audit log: one entry for each privileged act, appended in the act's own transaction. An entry
 * is never changed: there is no way to here, and the service's database role may only insert and select.
 */
import assert from 'node:assert/strict';
import type { Tx } from '../database/transaction.ts';
import type { Mode } from '../money/mode.ts';
import type { Actor } from './actor.ts';
import { insertEntry } from './audit-log.repository.ts';
import { type AuditedAction, rowOf } from './permissions.ts';

/** What of an object is worth knowing, before or after. Money in minor units; never a secret, nor a whole account number. */
export type AuditFacts = Readonly<
  Record<string, string | number | bigint | boolean | Date | null | readonly (string | number | bigint)[]>
>;

export type AuditEntry = {
  action: AuditedAction;
  /** Whose log it stands in; null for a person's own account. */
  holderId: bigint | null;
  /** Null: both modes share what was changed. */
  mode: Mode | null;
  /** Such as `payout` and its id. */
  object: { kind: string; id: string };
  before?: AuditFacts | null;
  after?: AuditFacts | null;
};

/** Appends the entry; an act that counts only by hand leaves none when a key or a job does it. */
export async function appendAudit(actor: Actor, tx: Tx, entry: AuditEntry): Promise<void> {
  const byHand = actor.kind === 'person' || actor.kind === 'command';
  if (rowOf(entry.action).audit === 'by_hand' && !byHand) return;
  await insertEntry(tx, {
    actorKind: actor.kind,
    actorId: actorIdOf(actor),
    role: actor.kind === 'person' ? actor.role : null,
    sessionId: actor.kind === 'person' ? actor.sessionId : null,
    address: actor.address,
    requestId: actor.requestId,
    holderId: entry.holderId,
    mode: entry.mode,
    action: entry.action,
    objectKind: entry.object.kind,
    objectId: entry.object.id,
    before: factsText(entry.before),
    after: factsText(entry.after),
  });
}

/** Whom the log names: a person, a key pair, a provider, a system user, a job. */
function actorIdOf(actor: Actor): string | null {
  switch (actor.kind) {
    case 'person':
    case 'payer':
      return actor.personId;
    case 'key':
      return actor.clientId;
    case 'provider':
      return actor.name;
    case 'command':
      return actor.user;
    case 'system':
      return actor.job;
    case 'visitor':
      return null;
  }
}

const secretName = /secret|password|token|hash|cookie|iban|account_?number/i;

/** JSON text; a bigint as its digits, since a reader's numbers may not hold it. */
function factsText(facts: AuditFacts | null | undefined): string | null {
  if (facts === null || facts === undefined) return null;
  for (const name of Object.keys(facts)) assert(!secretName.test(name), `the audit log never holds a ${name}`);
  return JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}
