/**
 * Stores answers for 24 hours under the caller's `Idempotency-Key`, in the transaction of the operation itself, so that
 * a request sent twice, concurrently or after a crash, takes effect once (docs/contract/common.md, "Idempotency").
 * Refused requests must not be stored.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../base/database/pool.ts';
import type { DB } from '../../base/database/schema.generated.ts';
import { command, condition } from '../../base/database/statement.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import { isRef } from './text.ts';

type Answer<Body> = { status: number; body: Body };

/** A replay has no `body`: a stored answer is text. */
export type StoredAnswer<Body> = { status: number; text: string; replayed: boolean; body?: Body | undefined };

const keyLengthMax = 255;
const keptHours = 24;

/** The request's `Idempotency-Key`, or undefined. @throws AppError `validation_failed`. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined || header === '') return undefined;
  const key = String(header);
  if (key.length > keyLengthMax || !isRef(key)) {
    const message = `must be text of at most ${keyLengthMax} characters`;
    throw invalidField('Idempotency-Key', message);
  }
  return key;
}

/**
 * Runs `work` in a transaction, or returns the answer stored under the request's key.
 * @throws AppError `idempotency_conflict` when the key was used for another request; whatever `work` throws.
 */
export async function answerOnce<Body>(
  db: Database,
  book: { holderId: bigint; mode: Mode },
  request: FastifyRequest,
  work: (tx: Tx) => Promise<Answer<Body>>,
): Promise<StoredAnswer<Body>> {
  const key = idempotencyKeyOf(request);
  const route = `${request.method} ${request.routeOptions.url}`;
  const claimed = key === undefined ? undefined : { key, route, hash: hashOf(request) };
  return inTransaction(
    db,
    async (tx) => {
      if (claimed !== undefined) {
        const earlier = await claim(tx, book, claimed);
        if (earlier !== undefined) return { ...earlier, replayed: true };
      }
      const { status, body } = await work(tx);
      const text = JSON.stringify(body);
      if (key !== undefined) {
        await tx
          .updateTable('idempotencyKeys')
          .set({ answerStatus: status, answerBody: text })
          .where(isKey(book, key))
          .execute();
      }
      return { status, text, replayed: false, body };
    },
    book,
  );
}

/**
 * Goes on after the commit with what an answer says, once: not for a replay.
 * @param complete returns what the caller gets instead; undefined to keep the answer.
 * @returns the answer to send. It replaces the one stored under the request's key, so that a replay repeats it; the status
 * stays.
 */
export async function completeAnswer<Body>(
  db: Database,
  book: { holderId: bigint; mode: Mode },
  request: FastifyRequest,
  answer: StoredAnswer<Body>,
  complete: (body: Body) => Promise<Body | undefined>,
): Promise<StoredAnswer<Body>> {
  const body = answer.body === undefined ? undefined : await complete(answer.body);
  if (body === undefined) return answer;
  const text = JSON.stringify(body);
  const key = idempotencyKeyOf(request);
  if (key !== undefined) {
    await db.updateTable('idempotencyKeys').set({ answerBody: text }).where(isKey(book, key)).execute();
  }
  return { ...answer, text, body };
}

/** The one row of a key: what is done once is done once in each book. */
const isKey =
  ({ holderId, mode }: { holderId: bigint; mode: Mode }, key: string) =>
  (row: ExpressionBuilder<DB, 'idempotencyKeys'>) =>
    row.and({ holderId, mode, key });

/** @throws AppError `malformed_json` for a body nested too deeply to serialize; JSON.parse accepts deeper nesting. */
function hashOf(request: FastifyRequest): Buffer {
  try {
    const text = JSON.stringify([request.params ?? {}, request.body ?? {}]);
    return createHash('sha256').update(text).digest();
  } catch (error) {
    throw new AppError('malformed_json', { cause: error });
  }
}

/** Claims the key, or returns the answer stored under it. Waits for the commit of a concurrent claim. */
async function claim(
  tx: Tx,
  { holderId, mode }: { holderId: bigint; mode: Mode },
  { key, route, hash }: { key: string; route: string; hash: Buffer },
): Promise<{ status: number; text: string } | undefined> {
  // The update has neither functions of time nor parameters (src/base/database/README.md, "Where books live").
  const claimed = await command`
    insert into idempotency_keys as k (holder_id, mode, key, route, request_hash, created_at)
    values (${holderId}, ${mode}, ${key}, ${route}, ${hash}, now())
    on conflict (holder_id, mode, key) do update
      set route = excluded.route, request_hash = excluded.request_hash, created_at = excluded.created_at,
        answer_status = null, answer_body = null
      where excluded.created_at - k.created_at > interval '${sql.raw(String(keptHours))} hours'`.execute(tx);
  if (claimed > 0) return undefined;
  const stored = await tx
    .selectFrom('idempotencyKeys')
    .select(['route', 'requestHash', 'answerStatus', 'answerBody'])
    .where(isKey({ holderId, mode }, key))
    .executeTakeFirst();
  if (stored === undefined || stored.route !== route || !stored.requestHash.equals(hash)) {
    throw new AppError('idempotency_conflict');
  }
  const { answerStatus, answerBody } = stored;
  // The answer is written in the transaction that claims the key.
  assert(answerStatus !== null && answerBody !== null);
  return { status: answerStatus, text: answerBody };
}

/** Purges expired answers. @returns how many. */
export async function purgeOldAnswers(db: Database): Promise<number> {
  const result = await db
    .deleteFrom('idempotencyKeys')
    .where(condition`created_at < now() - make_interval(hours => ${keptHours})`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
