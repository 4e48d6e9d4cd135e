/** GET and POST /approval-requests: a company or shop asks to take real money, and reads what was decided. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { findApprovalRequest } from '../../features/holders/approval-requests.repository.ts';
import { AdmissionAnswer, presentAdmission } from '../../features/holders/holder-schemas.ts';
import { requestApproval } from '../../features/holders/request-approval.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

export function approvalRequestRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'GET',
    url: '/approval-requests',
    schema: {
      ...audience.operation(
        'getAdmission',
        'approvals',
        'Whether the account may take real money, and the last request to',
      ),
      response: audience.readAnswers({ 200: dataOf(AdmissionAnswer) }),
    },
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'approvals.read');
      const { holderStatus } = audience.actorOf(request);
      if (holderStatus === null) throw new AppError('not_found');
      const last = await findApprovalRequest(db, holderId);
      return partnerSuccess(presentAdmission({ status: holderStatus, request: last }));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/approval-requests',
    schema: {
      ...audience.operation(
        'requestApproval',
        'approvals',
        'Request live mode from the operator; only once while a request is waiting',
      ),
      response: audience.writeAnswers({ 200: dataOf(AdmissionAnswer) }, ['validation_failed']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'approvals.request');
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const admission = await requestApproval(
          audience.actorOf(request),
          tx,
          caller.holderId,
          clock.now(serviceHolderId, 'live'),
        );
        return { status: 200, body: partnerSuccess(presentAdmission(admission)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
