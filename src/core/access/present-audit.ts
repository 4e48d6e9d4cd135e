/**
 * Audit entries for people: who, what, and each field before and after. A holder's owner is not told which of the
 * operator's people did what only the operator may do, nor from where. Pure.
 */
import { type Static, Type } from 'typebox';
import { formatDecimal, jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf, findCurrency } from '../../base/money/currency.ts';
import { Amount, Instant, ModeName, NullableText, NumericId, nullable, Text } from '../../base/schemas/parts.ts';
import type { StoredEntry } from './audit-log.repository.ts';
import { type Action, actions, rowOf } from './permissions.ts';

const actorKinds = ['person', 'key', 'payer', 'visitor', 'provider', 'command', 'system', 'operator'] as const;

export const AuditEntryAnswer = Type.Object(
  {
    entry_id: NumericId,
    at: Instant,
    actor: Type.Object({
      kind: Type.Enum([...actorKinds], { description: 'operator: one of the people who run the service' }),
      id: NullableText,
      name: NullableText,
      email: NullableText,
      role: NullableText,
      address: NullableText,
    }),
    request_id: NullableText,
    holder: nullable(Type.Object({ holder_id: NumericId, name: Text('Taverna') })),
    mode: nullable(ModeName),
    action: Text('payouts.approve'),
    object: Type.Object({
      kind: Text('payout'),
      id: Text('po_000000000014fGk2Qm7ZxW1Jc9TbVh3Rd'),
      name: Type.Union([Type.String(), Type.Null()], {
        description: 'What it is called now: the reference of an order, the name of a person or a payee',
        examples: [null],
      }),
      amount: nullable(Amount),
      currency: Type.Union([Type.String(), Type.Null()], { examples: ['USD'] }),
    }),
    changes: Type.Array(Type.Object({ field: Text('status'), before: NullableText, after: NullableText })),
  },
  { title: 'AuditEntry' },
);
type PresentedEntry = Static<typeof AuditEntryAnswer>;

/** @property amount in minor units of the currency. */
export type ObjectName = { name: string | null; amount: bigint | null; currency: string | null };

const unnamed: ObjectName = { name: null, amount: null, currency: null };

/** For whom an entry is shown. */
export type Reader = 'operator' | 'owner';

export const presentEntry = (entry: StoredEntry, reader: Reader, named = unnamed): PresentedEntry => ({
  entry_id: Number(entry.id),
  at: entry.at.toISOString(),
  actor: reader === 'owner' && isOperators(entry) ? anOperator : presentActor(entry),
  request_id: entry.requestId,
  holder:
    entry.holderId === null
      ? null
      : { holder_id: Number(entry.holderId), name: entry.holderName ?? String(entry.holderId) },
  mode: entry.mode,
  action: entry.action,
  object: {
    kind: entry.objectKind,
    id: entry.objectId,
    name: named.name,
    amount:
      named.amount === null || named.currency === null ? null : jsonDecimal(named.amount, exponentOf(named.currency)),
    currency: named.currency,
  },
  changes: changesOf(entry),
});

const anOperator = Object.freeze({
  kind: 'operator',
  id: null,
  name: null,
  email: null,
  role: null,
  address: null,
} as const);

const presentActor = ({ actorKind, actorId, personName, personEmail, keyName, role, address }: StoredEntry) => ({
  kind: actorKind,
  id: actorId,
  name: actorKind === 'key' ? keyName : personName,
  email: personEmail,
  role,
  address,
});

/** Whether no member of a holder may do it, or someone did it at the machine. */
function isOperators({ action, actorKind }: StoredEntry): boolean {
  if (actorKind === 'command') return true;
  if (actorKind !== 'person' || !isAction(action)) return false;
  const { owner, customer, person } = rowOf(action);
  return owner === undefined && customer === undefined && person === undefined;
}

const isAction = (text: string): text is Action => (actions as readonly string[]).includes(text);

/** Fields in minor units, where the entry names a currency. */
const money: readonly string[] = ['amount', 'held', 'handedOver', 'fee', 'fixed', 'minimum', 'keep', 'dailyLimit'];

function changesOf({ before, after, objectKind, objectId }: StoredEntry): PresentedEntry['changes'] {
  const facts = { ...before, ...after };
  const currency = findCurrency(String(facts.currency ?? (objectKind === 'payout_rule' ? objectId : '')))?.code;
  return (
    Object.keys(facts)
      // The person is the actor's name.
      .filter((field) => field !== 'setBy')
      .map((field) => ({
        field,
        before: textOf(field, before?.[field], currency),
        after: textOf(field, after?.[field], currency),
      }))
      .filter((change) => change.before !== change.after)
  );
}

function textOf(field: string, value: unknown, currency: string | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (currency !== undefined && money.includes(field) && /^-?\d+$/.test(String(value))) {
    return `${formatDecimal(BigInt(String(value)), exponentOf(currency))} ${currency}`;
  }
  return Array.isArray(value) ? value.join(', ') : String(value);
}
