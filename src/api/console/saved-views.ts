/** GET and POST /saved-views, PATCH and DELETE /saved-views/{view}: the person's own views of a screen. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Clock, realNow } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import {
  MailEvery,
  type PresentedSavedView,
  SavedViewAnswer,
  Screen,
  ViewName,
  ViewQuery,
} from '../../features/saved-views/saved-view-schemas.ts';
import { listViews, type SavedViewRow, type ViewKeeper } from '../../features/saved-views/saved-views.repository.ts';
import { changeView, removeView, saveView } from '../../features/saved-views/saved-views.ts';
import { listMailings, type ViewMailing } from '../../features/saved-views/view-mails.repository.ts';
import { mailView, stopMailing } from '../../features/saved-views/view-mails.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { everyWrite } from './answers.ts';
import { actorOf } from './authenticate.ts';
import { holderAudience as audience } from './holder-audience.ts';

const tag = 'saved-views';
const Params = Type.Object({ view: Type.String({ maxLength: 64 }) });
const Changes = Type.Object({ name: Type.Optional(ViewName), query: Type.Optional(ViewQuery) }, { minProperties: 1 });

const present = (
  { id, screen, name, query, createdAt }: SavedViewRow,
  mailing: ViewMailing | undefined,
): PresentedSavedView => ({
  id,
  screen,
  name,
  query,
  created_at: createdAt.toISOString(),
  mail:
    mailing === undefined
      ? null
      : { every: mailing.every, time_zone: mailing.timeZone, next_at: mailing.nextAt.toISOString() },
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
  mailRoutes(app, deps);
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
      const [views, mailings] = await Promise.all([
        listViews(db, keeper, request.query.screen),
        listMailings(db, keeper),
      ]);
      return partnerSuccess(views.map((view) => present(view, mailings.get(view.id))));
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
      return partnerSuccess(present(view, undefined));
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
      return partnerSuccess(present(changed, (await listMailings(db, keeper)).get(changed.id)));
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

function mailRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'PUT',
    url: '/saved-views/:view/mail',
    schema: {
      ...audience.operation('mailView', tag, 'Get a view of Explore by email, each morning, week or month'),
      params: Params,
      body: Type.Object({
        every: MailEvery,
        time_zone: Type.String({ minLength: 1, maxLength: 64, format: 'text', examples: ['Europe/Athens'] }),
      }),
      response: audience.readAnswers({ 200: dataOf(SavedViewAnswer) }, [
        ...everyWrite,
        'validation_failed',
        'invalid_state',
      ]),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const keeper = keeperOf(request, 'saved_views.change');
      const { every, time_zone: timeZone } = request.body;
      const { mailing, ...view } = await inTransaction(db, (tx) =>
        mailView(actorOf(request), tx, realNow(), keeper, request.params.view, { every, timeZone }),
      );
      return partnerSuccess(present(view, mailing));
    },
  });

  typed(app).route({
    method: 'DELETE',
    url: '/saved-views/:view/mail',
    schema: {
      ...audience.operation('stopMailingView', tag, 'Stop the emails of a view'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(Type.Null()) }, everyWrite),
    },
    handler: async (request) => {
      const keeper = keeperOf(request, 'saved_views.change');
      await inTransaction(db, (tx) => stopMailing(actorOf(request), tx, keeper, request.params.view));
      return partnerSuccess(null);
    },
  });
}
