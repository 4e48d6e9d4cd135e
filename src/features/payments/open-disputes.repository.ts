/** SQL that the lists of disputes share: the operator's and those of a shop or company. `d` is the dispute. */
import { type RawBuilder, sql } from 'kysely';
import type { SortedPlace } from '../../base/database/page.ts';

const neverMs = 8_640_000_000_000_000;

/** Milliseconds of the deadline; far in the future without one. */
export const dueInSql = sql`coalesce((extract(epoch from d.evidence_due_at) * 1000)::bigint, ${neverMs}::bigint)`;

export const isOpen = sql`d.status in ('needs_response', 'under_review')`;

/** When it was opened: at this time or later, and before that one. */
export type Opened = { from?: Date | undefined; to?: Date | undefined };

export const openedIn = ({ from, to }: Opened): RawBuilder<unknown>[] => [
  ...(from === undefined ? [] : [sql`d.created_at >= ${from}`]),
  ...(to === undefined ? [] : [sql`d.created_at < ${to}`]),
];

/** Not decided, and after a place by deadline. */
export const openAfter = (after: SortedPlace | undefined): RawBuilder<unknown> =>
  after === undefined ? isOpen : sql`${isOpen} and (${dueInSql}, d.position) > (${after.key}, ${after.id})`;

/** Decided, and after a place newest first. */
export const decidedAfter = (after: SortedPlace | undefined): RawBuilder<unknown> =>
  after === undefined ? sql`not ${isOpen}` : sql`not ${isOpen} and d.position < ${after.id}`;
