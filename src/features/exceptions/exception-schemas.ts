/** What answers show of an exception. */
import { type Static, Type } from 'typebox';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import {
  Amount,
  Count,
  Currency,
  Instant,
  NullableInstant,
  NullableText,
  NumericId,
  nullable,
  Text,
} from '../../base/schemas/parts.ts';
import { type NoteObject, type NoteObjectKind, noteObjectKinds } from '../notes/note-objects.ts';
import { type Exception, type ExceptionKind, effectCodes, exceptionKinds } from './exception.ts';

export const Kind = Type.Enum([...exceptionKinds]);

const Effect = Type.Object(
  {
    code: Type.Enum([...effectCodes]),
    amount: nullable(Amount),
    currency: nullable(Currency),
    at: { ...NullableInstant, description: 'When: at the next settlement, for example' },
    count: nullable(Type.Integer({ minimum: 0, description: 'Of orders', examples: [12] })),
    name: { ...NullableText, description: 'Who would get it, if only one payee can; or whose the announced top-up is' },
  },
  { description: 'What the proposed fix does, as things are now' },
);

const Person = Type.Object({ person_id: Text('k3Q0Zt8rYw'), name: Text('Ada Lovelace'), is_you: Type.Boolean() });

export const ExceptionAnswer = Type.Object(
  {
    kind: Kind,
    object_id: Text('order-1042', 'As the dashboard and its addresses name it'),
    note_object: Type.Object({ kind: Type.Enum([...noteObjectKinds]), id: Text('order-1042') }),
    label: { ...NullableText, description: 'For people: a reference, a name, a host' },
    order_ref: { ...NullableText, description: 'The order that it is about' },
    holder: nullable(Type.Object({ holder_id: NumericId, name: Text('Taverna') })),
    amount: nullable(Amount),
    currency: nullable(Currency),
    since: Instant,
    due_at: NullableInstant,
    reason: { ...NullableText, description: 'A code, by kind' },
    by: { ...NullableText, description: 'Who put it on hold: a person, or the label or `client_id` of a key' },
    said: { ...NullableText, description: 'What someone, a bank or a provider said' },
    source: { ...NullableText, description: 'Of a statement line' },
    effect: nullable(Effect),
    ends_by_hand: Type.Boolean({ description: 'Someone has to say that it was dealt with' }),
    assignee: nullable(Person),
    notes: Count,
  },
  { title: 'Exception', description: 'What someone must decide or fix' },
);

export const CountsAnswer = Type.Object(
  {
    total: Count,
    kinds: Type.Array(Type.Object({ kind: Kind, count: Type.Integer({ minimum: 1, maximum: 1_000, examples: [3] }) }), {
      description: 'At most 1,000 of each are counted',
    }),
  },
  { title: 'ExceptionCounts' },
);

const noteKinds: Readonly<Record<ExceptionKind, NoteObjectKind>> = {
  order_held: 'order',
  order_broken: 'order',
  shortfall: 'shortfall',
  settlement_paused: 'settlement_schedule',
  settlement_late: 'settlement_schedule',
  cash_handover: 'cash_handover',
  link_write_off: 'debt_settlement',
  dispute: 'dispute',
  webhook: 'webhook_endpoint',
  payout_failed: 'payout',
  order_refund_failed: 'order_refund',
  refund_failed: 'refund',
  transfer: 'statement_line',
  statement_line: 'statement_line',
  top_up: 'top_up',
  take_back: 'top_up',
  payout_approve: 'payout',
  payout_send: 'payout',
  payout_returned: 'payout',
  late_capture: 'late_capture',
  bank_refund: 'refund',
  dispute_hand_over: 'dispute',
  write_off: 'debt_settlement',
  approval: 'account',
  two_step_reset: 'person',
  books: 'books',
  backup: 'backup',
};

export const noteObjectOf = ({ kind, objectId }: Pick<Exception, 'kind' | 'objectId'>): NoteObject => ({
  kind: noteKinds[kind],
  id: objectId,
});

function orderRefOf({ kind, objectId, label, facts }: Exception): string | null {
  if (kind === 'order_held' || kind === 'order_broken') return objectId;
  if (kind === 'order_refund_failed') return label;
  return typeof facts?.orderRef === 'string' ? facts.orderRef : null;
}

type Around = {
  endsByHand: boolean;
  notes: number;
  /** The names of the team's members. */
  names: ReadonlyMap<string, string>;
  personId: string;
};

const decimal = (amount: bigint | null, currency: string | null) =>
  amount === null || currency === null ? null : jsonDecimal(amount, exponentOf(currency));

export function presentException(
  row: Exception,
  { endsByHand, notes, names, personId }: Around,
): Static<typeof ExceptionAnswer> {
  const { effect, assigneeId: assignee } = row;
  return {
    kind: row.kind,
    object_id: row.objectId,
    note_object: noteObjectOf(row),
    label: row.label,
    order_ref: orderRefOf(row),
    holder: row.holder === null ? null : { holder_id: Number(row.holder.id), name: row.holder.name },
    amount: decimal(row.amount, row.currency),
    currency: row.currency,
    since: row.since.toISOString(),
    due_at: row.dueAt?.toISOString() ?? null,
    reason: row.reason,
    by: row.by,
    said: row.said,
    source: typeof row.facts?.source === 'string' ? row.facts.source : null,
    effect:
      effect === null
        ? null
        : { ...effect, amount: decimal(effect.amount, effect.currency), at: effect.at?.toISOString() ?? null },
    ends_by_hand: endsByHand,
    assignee:
      assignee === null
        ? null
        : { person_id: assignee, name: names.get(assignee) ?? '', is_you: assignee === personId },
    notes,
  };
}
