/** SQL that gives events their positions. What they are is decided in assign-positions.ts. */

import { sql } from 'kysely';
import { int4, int8, narrowed, nullable, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import { queryEach } from '../../base/database/query-each.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import { modes } from '../../base/money/mode.ts';
import type { EarningsPublishers } from './declare-events.ts';
import { type EventBook, inBook } from './events.repository.ts';

/** What an event names, if it may publish earnings; a claim's event is the event of its order too. */
const publishingData = ({ subject, refund }: EarningsPublishers) => sql`case
  when type in (${sql.join([...subject, ...refund].map((type) => sql.lit(type)))}) then data end`;

const unpositioned = {
  holderId: int8,
  mode: oneOf(...modes),
  id: text,
  type: text,
  subjectKind: text,
  subjectId: text,
  /** What it names, if it may tell of movements of earnings. */
  orderRef: nullable(text),
  refundId: nullable(text),
  claimRef: nullable(text),
  /** At least as many as the movements it may tell of. */
  splits: int4,
};
export type UnpositionedEvent = RowOf<typeof unpositioned>;

/** The earliest events without a position, in the order of appending. @param only limits them to one book. */
export const listUnpositioned = (
  tx: Tx,
  publishers: EarningsPublishers,
  limit: number,
  only: EventBook | undefined,
): Promise<UnpositionedEvent[]> =>
  query(unpositioned)`
    select holder_id as "holderId", mode, id, type, subject_kind as "subjectKind", subject_id as "subjectId",
      d.partner_order_ref as "orderRef", d.refund_id as "refundId", d.claim_ref as "claimRef",
      case when json_typeof(d.splits) = 'array' then json_array_length(d.splits) else 0 end as splits
    from (
      select holder_id, mode, id, type, subject_kind, subject_id, appended, ${publishingData(publishers)} as told
      from events
      where position is null and ${inBook(only)}
      order by appended limit ${limit}) oldest
    cross join lateral json_to_record(told) as d (partner_order_ref text, refund_id text, claim_ref text, splits json)
    order by appended`.execute(tx);

type Last = EventBook & { position: bigint };

/** The last position of each of these books that has one. */
export async function findLastPositions(tx: Tx, books: readonly EventBook[]): Promise<Last[]> {
  const types = { holderId: 'bigint', mode: 'text' } as const;
  const found = await queryEach(
    tx,
    { position: narrowed(int8) },
    books,
    types,
    ({ holderId, mode }) => sql`
      select position from events
      where holder_id = ${holderId} and mode = ${mode} and position is not null
      order by position desc limit 1`,
  );
  return books.flatMap(({ holderId, mode }, index) =>
    (found[index] ?? []).map(({ position }) => ({ holderId, mode, position })),
  );
}

/** @returns how many events got their position. */
export const setPositions = (
  tx: Tx,
  events: readonly { holderId: bigint; id: string; position: bigint }[],
): Promise<number> =>
  command`
    update events e set position = numbered.position
    from ${unnested('numbered', events, { holderId: int8, id: text, position: int8 })}
    where e.holder_id = numbered.holder_id and e.id = numbered.id and e.position is null`.execute(tx);
