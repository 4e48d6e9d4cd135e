/** Holders for the operator: the directory, one holder, its admission, suspension and quota. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import { holderStatusNames } from '../../base/schemas/holder-parts.ts';
import { reasonFor, reasonText } from '../../base/schemas/request-parts.ts';
import { findLastChanges } from '../../core/access/audit-log.repository.ts';
import type { Action } from '../../core/access/permissions.ts';
import { holderKinds } from '../../core/access/roles.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { findApprovalRequest } from '../../features/holders/approval-requests.repository.ts';
import { findBusiness } from '../../features/holders/business.repository.ts';
import {
  approveHolder,
  refuseHolder,
  resumeHolder,
  suspendHolder,
} from '../../features/holders/change-holder-status.ts';
import {
  HolderAnswer,
  HolderRowAnswer,
  type PresentedHolder,
  presentHolder,
  presentRow,
} from '../../features/holders/holder-schemas.ts';
import {
  findListedHolder,
  listHolders,
  listLinksOf,
  listNamedMembers,
  listOwnBalances,
  sumHeld,
} from '../../features/holders/holders-list.repository.ts';
import { setQuota } from '../../features/holders/set-quota.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database; clock: Clock };

const shownMax = 200;
const quotaMax = 100_000_000;

const Query = Type.Object({
  ...pageQuery(),
  kind: Type.Optional(Type.Enum([...holderKinds])),
  status: Type.Optional(Type.Enum([...holderStatusNames])),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, format: 'text', description: 'An id, or part of a name or address' }),
  ),
});

const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });
const ReasonBody = Type.Object({
  reason: reasonFor('Emailed to the owners', 'The imprint of your website is missing.'),
});
const quotaOf = (example: number) => Type.Integer({ minimum: 1, maximum: quotaMax, examples: [example] });
const QuotaBody = Type.Object({
  orders_per_minute: Type.Optional(quotaOf(600)),
  bulk_requests_per_minute: Type.Optional(quotaOf(60)),
  reason: reasonText,
});
const answers = audience.writeAnswers({ 200: dataOf(HolderAnswer) }, ['not_found', 'invalid_state']);

type Work = (request: FastifyRequest, tx: Tx, holderId: bigint) => Promise<unknown>;

export function operatorHolderRoutes(app: FastifyInstance, deps: Deps): void {
  readRoutes(app, deps);
  approvalRoutes(app, deps);
  suspensionRoutes(app, deps);
  quotaRoute(app, deps);
}

/** Answers one change of a holder with the holder as it is then. */
async function act(db: Database, request: FastifyRequest, action: Action, id: string, work: Work) {
  const caller = audience.callerOf(request, action);
  return answerOnce(db, caller, request, async (tx) => {
    await work(request, tx, BigInt(id));
    return { status: 200, body: partnerSuccess(await holderInFull(tx, BigInt(id), caller.mode)) };
  });
}

function approvalRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  const now = (): Date => clock.now(serviceHolderId, 'live');

  typed(app).route({
    method: 'POST',
    url: '/operator/holders/:id/approve',
    schema: {
      ...audience.operation('approveHolder', 'Let a pending company or shop take real money'),
      params: Params,
      response: answers,
    },
    handler: async (request, reply) => {
      const work: Work = (_, tx, id) => approveHolder(audience.actorOf(request), tx, id, now());
      return sendAnswer(reply, await act(db, request, 'holders.approve', request.params.id, work));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/holders/:id/refuse',
    schema: {
      ...audience.operation('refuseHolder', 'Refuse a company or shop that requests live mode'),
      params: Params,
      body: ReasonBody,
      response: answers,
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { reason } = request.body;
      const work: Work = (_, tx, id) => refuseHolder(audience.actorOf(request), tx, id, reason, now());
      return sendAnswer(reply, await act(db, request, 'holders.refuse', request.params.id, work));
    },
  });
}

function suspensionRoutes(app: FastifyInstance, { db }: Deps): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/holders/:id/suspend',
    schema: {
      ...audience.operation('suspendHolder', 'Suspend a holder: its members can only read'),
      params: Params,
      body: ReasonBody,
      response: answers,
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { reason } = request.body;
      const work: Work = (_, tx, id) => suspendHolder(audience.actorOf(request), tx, id, reason);
      return sendAnswer(reply, await act(db, request, 'holders.suspend', request.params.id, work));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/holders/:id/resume',
    schema: {
      ...audience.operation('resumeHolder', 'Lift the suspension of a holder'),
      params: Params,
      response: answers,
    },
    handler: async (request, reply) => {
      const work: Work = (_, tx, id) => resumeHolder(audience.actorOf(request), tx, id);
      return sendAnswer(reply, await act(db, request, 'holders.resume', request.params.id, work));
    },
  });
}

function quotaRoute(app: FastifyInstance, { db }: Deps): void {
  typed(app).route({
    method: 'PUT',
    url: '/operator/holders/:id/quota',
    schema: {
      ...audience.operation('setQuota', 'Set how many requests with orders a company may send per minute'),
      params: Params,
      body: QuotaBody,
      response: answers,
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { orders_per_minute: ordersPerMinute, bulk_requests_per_minute: bulkRequestsPerMinute } = request.body;
      const quotas = { ordersPerMinute, bulkRequestsPerMinute };
      const work: Work = (_, tx, id) => setQuota(audience.actorOf(request), tx, id, quotas, request.body.reason);
      return sendAnswer(reply, await act(db, request, 'quotas.set', request.params.id, work));
    },
  });
}

function readRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/holders',
    schema: {
      ...audience.operation('listHolders', 'Companies, merchants, couriers and customers, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(HolderRowAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'holders.read');
      const { kind, status, search } = request.query;
      const { rows, next } = await readPage(request.query, byId('id'), (page) =>
        listHolders(db, { kind, status, search }, page),
      );
      const ids = rows.map(({ id }) => id);
      const held = await sumHeld(db, mode, ids);
      return partnerPage(
        rows.map((row) => presentRow(row, held)),
        next,
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/holders/:id',
    schema: {
      ...audience.operation('getHolder', 'One holder with its members, links and balances'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(HolderAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'holders.read');
      return partnerSuccess(await holderInFull(db, BigInt(request.params.id), mode));
    },
  });
}

async function holderInFull(db: Database, holderId: bigint, mode: Mode): Promise<PresentedHolder> {
  const holder = await findListedHolder(db, holderId);
  if (holder === undefined) throw new AppError('not_found', { message: 'No account has this id.' });
  return presentHolder({
    holder,
    request: await findApprovalRequest(db, holderId),
    business: await findBusiness(db, holderId),
    people: await listNamedMembers(db, holderId, shownMax),
    links: await listLinksOf(db, holderId, shownMax),
    balances: await listOwnBalances(db, { holderId, mode }),
    quotaChange: (await findLastChanges(db, 'quotas.set', 'company', [String(holderId)])).get(String(holderId)),
  });
}
