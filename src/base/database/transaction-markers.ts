/**
 * Marker rows say what became of a transaction whose COMMIT was not answered. The transaction writes its marker as the last
 * thing before it commits. Whoever asks inserts the same row: that waits for a COMMIT under way, and where there was none,
 * the row fences it off: it can never happen later. Unlike transaction ids of the server, markers survive a failover and
 * mean the same on every machine.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../errors/app-error.ts';
import { bool, text } from './columns.ts';
import { isConnectionLost, isRetryable, isUnavailable } from './database-error.ts';
import type { Marker } from './marking-dialect.ts';
import type { Database } from './pool.ts';
import { command, query } from './statement.ts';

const askForMs = 10_000;
const askAgainMs = 500;
/** How long one question waits for a COMMIT under way. */
const waitMaxMs = 3_000;
const keptHours = 24;
const retryAfterSeconds = 5;

/**
 * Whether the transaction of this marker was committed; if not, it never will be. May be asked again and again.
 * @throws AppError `unavailable` when that cannot be known yet.
 */
export async function didCommit(db: Database, marker: Marker): Promise<boolean> {
  const began = performance.now();
  let failure: unknown;
  while (performance.now() - began < askForMs) {
    try {
      return await fence(db, marker);
    } catch (error) {
      failure = error;
      if (!isUnavailable(error)) throw error;
      if (!isConnectionLost(error) && !isRetryable(error)) break;
    }
    await delay(askAgainMs);
  }
  throw new AppError('unavailable', { cause: failure, retryAfterSeconds });
}

/** The row says who wrote it, so a question whose own answer was lost can be asked again. */
function fence(db: Database, { holderId, attempt }: Marker): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await query({ timeout: text })`
      select set_config('statement_timeout', ${`${waitMaxMs}`}, true) as timeout`.execute(tx);
    const { fenced } = await query({ fenced: bool })`
      insert into transaction_markers as m (holder_id, attempt, fenced) values (${holderId}, ${attempt}, true)
      on conflict (holder_id, attempt) do update set fenced = m.fenced
      returning fenced`.executeTakeFirstOrThrow(tx);
    return !fenced;
  });
}

/** Purges the markers that nobody asks for any more. @returns how many. */
export const purgeOldMarkers = (db: Database): Promise<number> =>
  command`delete from transaction_markers where created_at < now() - make_interval(hours => ${keptHours})`.execute(db);
