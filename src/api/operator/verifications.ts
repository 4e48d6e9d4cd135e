/** POST /operator/verifications: has the books verified now. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { requestVerification } from '../../features/verification/verification-run.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';
import { presentRun, RunAnswer, VerificationKind } from './books.ts';

export function operatorVerificationRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/verifications',
    schema: {
      ...audience.operation(
        'verifyBooks',
        'Verify the books in the background; returns the one in progress, if there is one',
      ),
      body: Type.Object({ kind: VerificationKind }),
      response: audience.writeAnswers({ 202: dataOf(RunAnswer) }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'books.verify');
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const run = await requestVerification(audience.actorOf(request), tx, request.body.kind);
        return { status: 202, body: partnerSuccess(presentRun(run)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
