/** GET and POST /saved-views, PATCH and DELETE /saved-views/{view}: the person's own views of a screen. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import {
  type PresentedSavedView,
  SavedViewAnswer,
  Screen,
  ViewName,
  ViewQuery,
} from '../../features/saved-views/saved-view-schemas.ts';
import { listViews, type SavedViewRow, type ViewKeeper } from '../../features/saved-views/saved-views.repository.ts';
import { changeView, removeView, saveView } from '../../features/saved-views/saved-views.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { everyWrite } from './answers.ts';
import { actorOf } from './authenticate.ts';
import { holderAudience as audience } from './holder-audience.ts';

const tag = 'saved-views';
const Params = Type.Object({ view: Type.String({ maxLength: 64 }) });
const Changes = Type.Object({ name: Type.Optional(ViewName), query: Type.Optional(ViewQuery) }, { minProperties: 1 });

const present = ({ id, screen, name, query, createdAt }: SavedViewRow): PresentedSavedView => ({
  id,
  screen,
  name,
  query,
  created_at: createdAt.toISOString(),
});

/** The operator's staff save views too. @throws AppError as `authorize`; `not_found` for a person without an account. */
function keeperOf(request: FastifyRequest, action: Action): ViewKeeper {
  const actor = actorOf(request);
  const { personId, holderId, mode } = actor;
  if (holderId === null) throw new AppError('not_found', { message: 'Name an account in Sluice-Holder.' });
  authorize(actor, action, { holderId, mode });
  return { personId, holderId, mode };
}

export function savedViewRoutes(app: FastifyInstance, deps: { db: Database; clock: Clock }): void {
  readingRoute(app, deps);
  savingRoute(app, deps);
  changingRoutes(app, deps);
}

function readingRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/saved-views',
    schema: {
      ...audience.operation('listSavedViews', tag, "The person's own views of a screen, by name"),
      querystring: Type.Object({ screen: Screen }),
      response: audience.readAnswers({ 200: dataOf(Type.Array(SavedViewAnswer)) }),
    },
    handler: async (request) => {
      const keeper = keeperOf(request, 'saved_views.read');
      return partnerSuccess((await listViews(db, keeper, request.query.screen)).map(present));
    },
  });
}

function savingRoute(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'POST',
    url: '/saved-views',
    schema: {
      ...audience.operation('saveView', tag, 'Save a view of a screen under a name'),
      body: Type.Object({ screen: Screen, name: ViewName, query: ViewQuery }),
      response: audience.readAnswers({ 200: dataOf(SavedViewAnswer) }, [
        ...everyWrite,
        'validation_failed',
        'invalid_state',
      ]),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const keeper = keeperOf(request, 'saved_views.change');
      const view = await inTransaction(db, (tx) => saveView(actorOf(request), tx, clock, keeper, request.body));
      return partnerSuccess(present(view));
    },
  });
}

function changingRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'PATCH',
    url: '/saved-views/:view',
    schema: {
      ...audience.operation('changeView', tag, 'Rename a saved view, or replace its query'),
      params: Params,
      body: Changes,
      response: audience.readAnswers({ 200: dataOf(SavedViewAnswer) }, [...everyWrite, 'validation_failed']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const keeper = keeperOf(request, 'saved_views.change');
      const { view } = request.params;
      const changed = await inTransaction(db, (tx) => changeView(actorOf(request), tx, keeper, view, request.body));
      return partnerSuccess(present(changed));
    },
  });

  typed(app).route({
    method: 'DELETE',
    url: '/saved-views/:view',
    schema: {
      ...audience.operation('removeView', tag, 'Delete a saved view'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(Type.Null()) }, everyWrite),
    },
    handler: async (request) => {
      const keeper = keeperOf(request, 'saved_views.change');
      await inTransaction(db, (tx) => removeView(actorOf(request), tx, keeper, request.params.view));
      return partnerSuccess(null);
    },
  });
}
