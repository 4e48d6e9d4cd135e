/**
 * Payouts for the operator: the list of all books, one payout, and its steps. Each payout of a request has its own
 * transaction and its own result.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import { nullable, Text } from '../../base/schemas/parts.ts';
import { plainText } from '../../base/schemas/request-parts.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Action } from '../../core/access/permissions.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findPeopleNames } from '../../features/debts/debt-settlements.repository.ts';
import { findLivingFiles } from '../../features/payout-files/payout-files.repository.ts';
import { approvePayout, completePayout, returnPayout, sendPayout } from '../../features/payouts/change-payout.ts';
import {
  OperatorPayoutAnswer,
  type PresentedOperatorPayout,
  presentOperatorPayout,
} from '../../features/payouts/operator-payout-schemas.ts';
import {
  findListedPayout,
  type ListedPayout,
  listAllPayouts,
  type PayoutListFilter,
} from '../../features/payouts/operator-payouts.repository.ts';
import { withDebts } from '../../features/payouts/payee-debts.ts';
import { type Payout, payoutStatuses } from '../../features/payouts/payout.ts';
import { CurrencyCode } from '../console/list-queries.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { instantOf } from '../shared/instants.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database; clock: Clock };

const idsMax = 100;

const filters = {
  status: Type.Optional(Type.Enum([...payoutStatuses])),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, format: 'text', description: "A payout's id, or part of a name" }),
  ),
  currency: Type.Optional(CurrencyCode),
  account: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The account whose payouts they are' }),
  ),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'Requested at this instant or later' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'Requested before this instant' })),
};
export const PayoutFilters = Type.Object(filters);
const Query = Type.Object({
  ...pageQuery(),
  ...filters,
  sort: Type.Optional(Type.Enum(['newest', 'oldest'], { default: 'newest' })),
});

/** @throws AppError `validation_failed` */
export function payoutFilterOf(mode: Mode, query: Static<typeof PayoutFilters>): PayoutListFilter {
  const { status, search, currency, account, from, to } = query;
  return {
    mode,
    status,
    search,
    currency,
    ownerId: account === undefined ? undefined : BigInt(account),
    from: instantOf('from', from),
    to: instantOf('to', to),
  };
}

const Params = Type.Object({ id: Type.String({ maxLength: 64 }) });
const exampleId = 'po_000000000014fGk2Qm7ZxW1Jc9TbVh3Rd';
const Ids = Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: [exampleId] }), {
  minItems: 1,
  maxItems: idsMax,
});
const IdsBody = Type.Object({ payout_ids: Ids });
const ReturnBody = Type.Object({
  payout_ids: Ids,
  reason: Type.Optional(plainText('Shown to the payee', 'No such account')),
});

const Result = Type.Object(
  {
    payout_id: Type.String({ examples: [exampleId] }),
    payout: nullable(OperatorPayoutAnswer),
    error: nullable(Type.Object({ code: Text('invalid_state'), message: Text('The payout is approved.') })),
  },
  { title: 'PayoutStepResult', description: 'The payout after the step, or why it was refused' },
);
const Results = dataOf(Type.Object({ results: Type.Array(Result) }));

type Work = (actor: Actor, tx: Tx, id: string) => Promise<Payout>;

export function operatorPayoutRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  readRoutes(app, deps);

  const steps: { url: string; id: string; summary: string; action: Action; work: Work }[] = [
    {
      url: 'approve',
      id: 'approvePayouts',
      summary: 'Approve requested payouts',
      action: 'payouts.approve',
      work: (actor, tx, id) => approvePayout(actor, tx, clock, id),
    },
    {
      url: 'send',
      id: 'sendPayouts',
      summary: 'Mark payouts as sent to the bank',
      action: 'payouts.send',
      work: (actor, tx, id) => sendPayout(actor, tx, clock, id),
    },
    {
      url: 'complete',
      id: 'completePayouts',
      summary: 'Mark payouts as completed',
      action: 'payouts.complete',
      work: (actor, tx, id) => completePayout(actor, tx, clock, id),
    },
  ];
  for (const { url, id, summary, action, work } of steps) {
    typed(app).route({
      method: 'POST',
      url: `/operator/payouts/${url}`,
      schema: { ...audience.operation(id, summary), body: IdsBody, response: audience.writeAnswers({ 200: Results }) },
      preValidation: requireBody,
      handler: async (request) => eachOf(deps, request, action, request.body.payout_ids, work),
    });
  }

  const returns = [
    { to: 'rejected', url: 'reject', id: 'rejectPayouts', summary: 'Reject payouts that were not sent yet' },
    {
      to: 'failed',
      url: 'fail',
      id: 'failPayouts',
      summary: 'Record that the bank did not pay, or returned the money',
    },
  ] as const;
  for (const { to, url, id, summary } of returns) {
    typed(app).route({
      method: 'POST',
      url: `/operator/payouts/${url}`,
      schema: {
        ...audience.operation(id, summary),
        body: ReturnBody,
        response: audience.writeAnswers({ 200: Results }),
      },
      preValidation: requireBody,
      handler: async (request) => {
        const { payout_ids: ids, reason = null } = request.body;
        const action = to === 'rejected' ? 'payouts.reject' : 'payouts.fail';
        return eachOf({ db, clock }, request, action, ids, (actor, tx, one) =>
          returnPayout(actor, tx, clock, one, { to, reason }),
        );
      },
    });
  }
}

function readRoutes(app: FastifyInstance, { db }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/payouts',
    schema: {
      ...audience.operation('listPayouts', 'Payouts of all holders, searched and filtered'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(OperatorPayoutAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'payouts.read');
      const filter = payoutFilterOf(mode, request.query);
      const oldestFirst = request.query.sort === 'oldest';
      const { rows, next } = await readPage(request.query, byId('position'), (page) =>
        listAllPayouts(db, filter, { ...page, oldestFirst }),
      );
      return partnerPage(await presentPayouts(db, rows), next);
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/payouts/:id',
    schema: {
      ...audience.operation('getPayout', 'One payout of any holder'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(OperatorPayoutAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const [payout] = await presentPayouts(db, [
        await findPayoutOfAny(db, audience.callerOf(request, 'payouts.read'), request.params.id),
      ]);
      return partnerSuccess(payout as PresentedOperatorPayout);
    },
  });
}

async function presentPayouts(db: Database | Tx, payouts: readonly ListedPayout[]): Promise<PresentedOperatorPayout[]> {
  const files = await findLivingFiles(
    db,
    payouts.map(({ id }) => id),
  );
  const names = await findPeopleNames(
    db,
    payouts.map(({ requestedBy }) => requestedBy),
  );
  return (await withDebts(db, payouts)).map((payout) =>
    presentOperatorPayout(payout, files.get(payout.id) ?? null, names.get(payout.requestedBy ?? '') ?? null),
  );
}

/** Any holder's payout in the caller's mode. @throws AppError `not_found`. */
export async function findPayoutOfAny(db: Database | Tx, { mode }: Book, id: string): Promise<ListedPayout> {
  const holderId = holderOfPublicId('po', id);
  const payout = holderId === undefined ? undefined : await findListedPayout(db, holderId, id);
  if (payout?.mode !== mode) throw new AppError('not_found', { message: 'No payout has this id.' });
  return payout;
}

async function eachOf({ db }: Deps, request: FastifyRequest, action: Action, ids: readonly string[], work: Work) {
  const caller = audience.callerOf(request, action);
  const actor = audience.actorOf(request);
  const results = [];
  for (const id of new Set(ids)) {
    try {
      await inTransaction(db, (tx) => work(actor, tx, id));
      const [payout] = await presentPayouts(db, [await findPayoutOfAny(db, caller, id)]);
      results.push({ payout_id: id, payout: payout as PresentedOperatorPayout, error: null });
    } catch (error) {
      if (!(error instanceof AppError) || error.details.length > 0) throw error;
      results.push({ payout_id: id, payout: null, error: { code: error.code, message: error.message } });
    }
  }
  return partnerSuccess({ results });
}
