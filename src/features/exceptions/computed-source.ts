/** A source whose few rows are worked out by code, such as one for each currency. It pages them as the database pages the others. */
import type { Action } from '../../core/access/permissions.ts';
import { type Exception, type ExceptionKind, type Reader, rowsMax, type Source, type SourcePage } from './exception.ts';
import { listMarks } from './sources.repository.ts';

/** What a computed row says; the rest is added. */
type ComputedRow = Pick<Exception, 'objectId' | 'since'> & Partial<Exception>;

type ComputedSource = {
  kind: ExceptionKind;
  needs: Action;
  read(reader: Reader): Promise<readonly ComputedRow[]>;
};

const microsPerMs = 1_000n;

const absent = {
  ...{ dueAt: null, label: null, holder: null, amount: null, currency: null, reason: null, by: null },
  ...{ said: null, facts: null, assigneeId: null, effect: null },
};

export function computedSource({ kind, needs, read }: ComputedSource): Source {
  const readAll = async (reader: Reader): Promise<Exception[]> => {
    const rows = (await read(reader)).slice(0, rowsMax);
    if (rows.length === 0) return [];
    const marks = await listMarks(reader.db, reader.book, kind);
    return rows.map((row) => ({
      ...absent,
      ...row,
      kind,
      key: row.objectId,
      at: BigInt(row.since.getTime()) * microsPerMs,
      assigneeId: marks.get(row.objectId) ?? null,
    }));
  };
  return {
    kind,
    needs,
    endsByHand: false,
    list: async (reader, page) =>
      (await readAll(reader))
        .filter((row) => isOnPage(row, page))
        .sort(byAge)
        .slice(0, page.limit),
    count: async (reader) => (await read(reader)).length,
    find: async (reader, objectId) => (await read(reader)).some((row) => row.objectId === objectId),
  };
}

function isOnPage({ at, key, assigneeId, holder }: Exception, { after, assigned, account }: SourcePage): boolean {
  const { filter, personId } = assigned;
  if (account !== undefined && holder?.id !== account) return false;
  if (filter === 'nobody' && assigneeId !== null) return false;
  if (filter === 'me' && assigneeId !== personId) return false;
  if (after === undefined || at > after.at) return true;
  if (at < after.at || after.keys === 'none') return false;
  return after.keys === 'all' || key > after.keys.after;
}

const byAge = (a: Exception, b: Exception): number => {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.key < b.key ? -1 : 1;
};
