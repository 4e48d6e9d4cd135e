/**
 * GET /health/live (the process answers) and /health/ready (its database answers and could write, and it was
 * not told to end). The result of the
 * last verification is reported but must not affect the status: a service with unbalanced books has to stay reachable
 * while they are corrected.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { canWrite } from '../../base/database/can-write.ts';
import type { Database } from '../../base/database/pool.ts';
import { Count, NullableInstant, nullable } from '../../base/schemas/parts.ts';
import { serviceVersion } from '../../base/version.ts';
import { jsonAnswer } from '../../core/http/answers.ts';
import type { Draining } from '../../core/http/draining.ts';
import { reasonPhrases } from '../../core/http/reason-phrases.ts';
import { findLastVerification, type StoredVerification } from '../../core/ledger/verifications.repository.ts';
import { exampleHead, type Head, headText } from '../../core/seals/head.ts';
import { findHead } from '../../core/seals/seals.repository.ts';
import { serviceAnswers, serviceOperation } from './answers.ts';

const Version = Type.String({ description: 'The version of the service', examples: [serviceVersion()] });

const Live = Type.Object({ status: Type.Literal('ok'), version: Version });

const Ready = Type.Object({
  status: Type.Literal('ok'),
  version: Version,
  books: Type.Enum(['unknown', 'balanced', 'unbalanced'], { description: 'The result of the last verification' }),
  verified_at: NullableInstant,
  verification_age_seconds: nullable(Count),
  seal: nullable(
    Type.String({ description: 'The head of the chain of seals, to be kept outside', examples: [exampleHead] }),
  ),
});

const NotReady = Type.Object({ status: Type.String({ examples: [reasonPhrases[503]] }) });

type Found = { last: StoredVerification | undefined; head: Head | undefined };

/** A database that takes longer is of no use to a request either. */
const readyWithinMs = 3_000;

/** @throws Error when the database does not answer in time or could not write. */
function createReadiness(db: Database): () => Promise<Found> {
  let underWay: Promise<Found> | undefined;

  async function look(): Promise<Found> {
    if (!(await canWrite(db))) throw new Error('the database is read-only');
    return { last: await findLastVerification(db), head: await findHead(db) };
  }

  // Checks that arrive together share one look, so that no number of them keeps the database busy.
  return () => {
    if (underWay === undefined) {
      const timer = new AbortController();
      const late = delay(readyWithinMs, undefined, { signal: timer.signal }).then(() => {
        throw new Error('the database does not answer');
      });
      underWay = Promise.race([look(), late]).finally(() => {
        timer.abort();
        underWay = undefined;
      });
      late.catch(() => {});
    }
    return underWay;
  };
}

export function healthRoutes(app: FastifyInstance, { db, draining }: { db: Database; draining: Draining }): void {
  const live = {
    ...serviceOperation('getLiveness', 'Whether the process answers'),
    response: serviceAnswers({ 200: jsonAnswer(Live, 'Running') }),
  };
  app.get('/health/live', { schema: live }, async () => ({ status: 'ok', version: serviceVersion() }));

  const ready = {
    ...serviceOperation('getReadiness', 'Whether the database can write, and what the last verification found'),
    response: serviceAnswers({ 200: jsonAnswer(Ready, 'Ready'), 503: jsonAnswer(NotReady, 'Not ready') }),
  };
  const findReady = createReadiness(db);
  app.get('/health/ready', { schema: ready }, async (_request, reply) => {
    // Told to end: a balancer should send nothing more here.
    if (draining.isDraining) return reply.code(503).send({ status: reasonPhrases[503] });
    try {
      const { last, head } = await findReady();
      return {
        status: 'ok',
        version: serviceVersion(),
        books: last === undefined ? 'unknown' : last.ok ? 'balanced' : 'unbalanced',
        verified_at: last?.finishedAt.toISOString() ?? null,
        verification_age_seconds: last === undefined ? null : Math.floor(last.ageSeconds),
        seal: head === undefined ? null : headText(head),
      };
    } catch {
      return reply.code(503).send({ status: reasonPhrases[503] });
    }
  });
}
