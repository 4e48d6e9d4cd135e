/** Merges the sources of an audience into one queue, oldest first, and counts them. */
import {
  type After,
  type AssignedTo,
  type Exception,
  type ExceptionKind,
  exceptionKinds,
  type Reader,
  type Source,
} from './exception.ts';
import { countRows } from './sources.repository.ts';

/** Where a page ended. */
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

/** @returns at most `limit`, by age, those of an instant by kind and key. */
export async function readQueue(reader: Reader, sources: readonly Source[], page: QueuePage): Promise<Exception[]> {
  const { after, limit, kind, assigned, account } = page;
  const chosen = sources.filter((source) => kind === undefined || source.kind === kind);
  const lists = await Promise.all(
    chosen.map((source) => source.list(reader, { after: afterFor(source.kind, after), limit, assigned, account })),
  );
  const merged = lists
    .flat()
    .sort((a, b) => (a.at === b.at ? orderOf(a.kind) - orderOf(b.kind) : a.at < b.at ? -1 : 1))
    .slice(0, limit);
  return foresee(reader, chosen, merged);
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
