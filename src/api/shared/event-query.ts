/** The query of GET /events on every interface. Which types a text names is decided here. */

import { type Static, Type } from 'typebox';
import { parseInstant } from '../../base/clock/read-instant.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { waitSecondsMax } from '../../core/events/await-events.ts';
import { latest, pageDefault, pageMax } from '../../core/events/read-events.ts';
import { eventTypes } from '../../features/event-catalog.ts';

const typesLengthMax = 1_000;

const TypesText = Type.String({
  minLength: 1,
  maxLength: typesLengthMax,
  description: 'Events of these types only: types and `object.*`, separated by commas',
  examples: ['order.*,payout.completed'],
});

const AfterText = Type.String({
  minLength: 1,
  maxLength: 64,
  description: `The id of the last event read, or \`${latest}\` for events from now on; absent: from the beginning`,
});

const FromInstant = Type.String({
  minLength: 1,
  maxLength: 40,
  examples: ['2031-03-05T12:00:00Z'],
  description: 'Without `after`: from the first event of this instant or later',
});

const WaitSeconds = Type.Integer({
  minimum: 0,
  maximum: waitSecondsMax,
  description:
    'If there is no event, wait up to this many seconds for one. `next_cursor` is then always the position to continue from, even if no event came',
});

export const EventsQuery = Type.Object({
  after: Type.Optional(AfterText),
  from: Type.Optional(FromInstant),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: pageMax, default: pageDefault })),
  type: Type.Optional(TypesText),
  wait: Type.Optional(WaitSeconds),
});
export type EventsQuery = Static<typeof EventsQuery>;

/** @throws AppError `validation_failed` for what is no instant. */
export function readFrom(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  throw invalidField('from', 'is not an ISO 8601 instant');
}

/**
 * The types that a text names: `order.*,payout.completed`.
 * @returns undefined for an absent text: all types.
 * @throws AppError `validation_failed` when a part names none.
 */
export function readTypes(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const named = text.split(',').map((part) => {
    const prefix = part.endsWith('.*') ? part.slice(0, -1) : undefined;
    const found = eventTypes.filter((type) => (prefix === undefined ? type === part : type.startsWith(prefix)));
    if (found.length > 0) return found;
    throw invalidField('type', `names no event: ${part}`);
  });
  return [...new Set(named.flat())];
}
