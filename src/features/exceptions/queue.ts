/** Merges the sources of an audience into one queue, deadlines first and the others by age, and counts them. */
import {
  type After,
  type AssignedTo,
  type Exception,
  type ExceptionKind,
  exceptionKinds,
  type Reader,
  rowsMax,
  type Source,
} from './exception.ts';
import { countRows } from './sources.repository.ts';

/** Where a page ended. `at`: microseconds of what its kind is sorted by. */
export type Place = { at: bigint; kind: ExceptionKind; key: string };

type QueuePage = {
  after: Place | undefined;
  limit: number;
  kind: ExceptionKind | undefined;
  assigned: AssignedTo;
  /** Whose they are, of the operator's; all by default. */
  account?: bigint | undefined;
};

const orderOf = (kind: ExceptionKind): number => exceptionKinds.indexOf(kind);

/** Kinds with a deadline: the next settlement, the day by which evidence is due. They come first, in its order. */
const urgent: ReadonlySet<ExceptionKind> = new Set(['shortfall', 'dispute']);

const microsPerMs = 1_000n;

/** A kind with a deadline is sorted by it; without one the row is as urgent as it is old. */
export const placeOf = ({ kind, key, at, dueAt }: Exception): Place => ({
  at: urgent.has(kind) && dueAt !== null ? BigInt(dueAt.getTime()) * microsPerMs : at,
  kind,
  key,
});

/** @returns at most `limit`: those with a deadline, then the others by age; those of an instant by kind and key. */
export async function readQueue(reader: Reader, sources: readonly Source[], page: QueuePage): Promise<Exception[]> {
  const { after, limit, kind, assigned, account } = page;
  const chosen = sources.filter((source) => kind === undefined || source.kind === kind);
  // They are few, and sorted by another column than their source: all are read, until the page is among the others.
  const isAmongUrgent = after === undefined || urgent.has(after.kind);
  const first = isAmongUrgent
    ? (
        await listAll(
          chosen.filter(({ kind: one }) => urgent.has(one)),
          (source) => source.list(reader, { after: undefined, limit: rowsMax, assigned, account }),
        )
      ).filter((row) => after === undefined || compare(placeOf(row), after) > 0)
    : [];
  const rest = isAmongUrgent ? undefined : after;
  const others =
    first.length >= limit
      ? []
      : await listAll(
          chosen.filter(({ kind: one }) => !urgent.has(one)),
          (source) => source.list(reader, { after: afterFor(source.kind, rest), limit, assigned, account }),
        );
  return foresee(reader, chosen, [...first, ...others].slice(0, limit));
}

async function listAll(
  sources: readonly Source[],
  list: (source: Source) => Promise<Exception[]>,
): Promise<Exception[]> {
  const lists = await Promise.all(sources.map(list));
  return lists.flat().sort((a, b) => compare(placeOf(a), placeOf(b)));
}

function compare(a: Place, b: Place): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return orderOf(a.kind) - orderOf(b.kind) || (a.key === b.key ? 0 : a.key < b.key ? -1 : 1);
}

function afterFor(kind: ExceptionKind, place: Place | undefined): After | undefined {
  if (place === undefined) return undefined;
  const by = orderOf(kind) - orderOf(place.kind);
  return { at: place.at, keys: by === 0 ? { after: place.key } : by < 0 ? 'none' : 'all' };
}

async function foresee(reader: Reader, sources: readonly Source[], rows: Exception[]): Promise<Exception[]> {
  const foreseen = await Promise.all(
    sources.map(async ({ kind, foresee: look }) => {
      const own = rows.filter((row) => row.kind === kind);
      return look === undefined || own.length === 0 ? own : look(reader, own);
    }),
  );
  const byRow = new Map(foreseen.flat().map((row) => [`${row.kind}/${row.objectId}`, row]));
  return rows.map((row) => byRow.get(`${row.kind}/${row.objectId}`) ?? row);
}

type KindCount = { kind: ExceptionKind; count: number };

/** Of the kinds that there are any of, in the order of the sources. */
export async function countQueue(reader: Reader, sources: readonly Source[]): Promise<KindCount[]> {
  const inDatabase = async () => {
    const parts = sources.map(async ({ kind, from }) =>
      from === undefined ? [] : [{ kind, from: await from(reader) }],
    );
    return countRows(reader.db, (await Promise.all(parts)).flat());
  };
  const computed = sources.map(async ({ kind, count }) =>
    count === undefined ? [] : [{ kind, count: await count(reader) }],
  );
  const [counted, ...others] = await Promise.all([inDatabase(), ...computed]);
  const counts = new Map([...counted, ...others.flat()].map(({ kind, count }) => [kind, count]));
  return sources.map(({ kind }) => ({ kind, count: counts.get(kind) ?? 0 })).filter(({ count }) => count > 0);
}
