/**
 * The audit log: one entry per privileged action, appended in the same transaction as the action. Entries are never
 * changed: this module has no update, and the service's database role may only insert and select.
 */
import assert from 'node:assert/strict';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from './actor.ts';
import { insertEntry, isLastEntry, type NewEntry } from './audit-log.repository.ts';
import { type AuditedAction, rowOf } from './permissions.ts';

/** The relevant fields of an object. Money is in minor units; never a secret or a complete account number. */
export type AuditFacts = Readonly<
  Record<string, string | number | bigint | boolean | Date | null | readonly (string | number | bigint)[]>
>;

type AuditEntry = {
  action: AuditedAction;
  /** The holder whose audit log gets the entry; null for a person's own account. */
  holderId: bigint | null;
  /** Null when the object is shared by both modes. */
  mode: Mode | null;
  /** For example `payout` and its id. */
  object: { kind: string; id: string };
  before?: AuditFacts | null;
  after?: AuditFacts | null;
};

/** Appends the entry. Actions audited `by_hand` are skipped unless a person or the command line performs them. */
export async function appendAudit(actor: Actor, tx: Tx, entry: AuditEntry): Promise<void> {
  const byHand = actor.kind === 'person' || actor.kind === 'command';
  if (rowOf(entry.action).audit === 'by_hand' && !byHand) return;
  await insertEntry(tx, rowOfEntry(actor, entry));
}

/** Not where the last entry of the object says the same of the same actor, who goes on with what they began. */
export async function appendAuditOnce(actor: Actor, tx: Tx, entry: AuditEntry): Promise<void> {
  if (!(await isLastEntry(tx, rowOfEntry(actor, entry)))) await appendAudit(actor, tx, entry);
}

function rowOfEntry(actor: Actor, entry: AuditEntry): NewEntry {
  return {
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
  };
}

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

/** JSON text. A bigint becomes a string, because it may exceed the range of a JSON reader's numbers. */
function factsText(facts: AuditFacts | null | undefined): string | null {
  if (facts === null || facts === undefined) return null;
  for (const name of Object.keys(facts)) assert(!secretName.test(name), `the audit log never holds a ${name}`);
  return JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}
