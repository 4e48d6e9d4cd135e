/**
 * GET and POST /keys, POST /keys/{client_id}/rotations, PUT /keys/{client_id}/webhook-format and /embed-origins,
 * DELETE /keys/{client_id}: a company's or merchant's key pairs in
 * the mode of the request. A secret is answered once. No answer is kept under an `Idempotency-Key`: it would keep the
 * secret too.
 */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { ErrorCode } from '../../base/errors/catalog.ts';
import { webhookFormats } from '../../core/events/webhook-format.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listKeysOfBook } from '../../features/api-keys/api-keys.repository.ts';
import type { Authenticator } from '../../features/api-keys/authenticate.ts';
import { embedOriginsMax } from '../../features/api-keys/embed-origin.ts';
import { changeEmbedOrigins } from '../../features/api-keys/embed-origins.ts';
import { KeyAnswer, NewKeyAnswer, presentKey } from '../../features/api-keys/key-schemas.ts';
import {
  changeWebhookFormat,
  createKey,
  graceHoursMax,
  revokeKeyPair,
  rotateKey,
} from '../../features/api-keys/manage-keys.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { everyWrite } from './answers.ts';
import { consoleAudience as audience } from './audience.ts';
import { actorOf } from './authenticate.ts';
import { holderAudience } from './holder-audience.ts';

const labelLengthMax = 100;

const Query = Type.Object({
  ...pageQuery(),
  works: Type.Optional(Type.Boolean({ description: 'Only active pairs, or only ended ones' })),
});
const NewKeyBody = Type.Object({
  label: Type.Optional(
    Type.String({ maxLength: labelLengthMax, format: 'text', description: 'Where it is used: a name for people' }),
  ),
});
const RotationBody = Type.Object({
  grace_hours: Type.Integer({
    minimum: 0,
    maximum: graceHoursMax,
    description: 'How long the old pair keeps working; 0 ends it now',
    examples: [24],
  }),
});
const FormatBody = Type.Object({
  webhook_format: Type.Optional(
    Type.Enum([...webhookFormats], {
      description:
        'Of the `webhook_url`s of payments that it creates from now on; absent: that of the endpoint `addresses`',
      examples: ['mypay'],
    }),
  ),
});
const OriginsBody = Type.Object({
  embed_origins: Type.Array(
    Type.String({ minLength: 1, maxLength: 300, format: 'text', examples: ['https://shop.example.org'] }),
    { maxItems: embedOriginsMax, description: 'All of them; an empty list allows none' },
  ),
});
const Params = Type.Object({ client_id: Type.String({ minLength: 1, maxLength: 255 }) });

const readCodes: readonly ErrorCode[] = ['merchant_not_active'];
const writeCodes: readonly ErrorCode[] = [...readCodes, ...everyWrite, 'second_factor_required', 'validation_failed'];

export type KeyRouteDeps = { db: Database; authenticator: Authenticator };

export function keyRoutes(app: FastifyInstance, deps: KeyRouteDeps): void {
  listAndIssueRoutes(app, deps);
  formatRoute(app, deps);
  originsRoute(app, deps);
  rotateAndRevokeRoutes(app, deps);
}

function listAndIssueRoutes(app: FastifyInstance, deps: KeyRouteDeps): void {
  const { db } = deps;

  typed(app).route({
    method: 'GET',
    url: '/keys',
    schema: {
      ...audience.operation('listKeys', 'keys', 'List the key pairs of the mode, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(KeyAnswer) }, [...readCodes, 'validation_failed']),
    },
    handler: async (request) => {
      const book = holderAudience.callerOf(request, 'keys.read');
      const { works } = request.query;
      const now = new Date();
      const { rows, next } = await readPage(request.query, byId('position'), (page) =>
        listKeysOfBook(db, book, { ...page, works, now }),
      );
      return partnerPage(
        rows.map((key) => presentKey(key, now)),
        next,
      );
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/keys',
    schema: {
      ...audience.operation('makeKey', 'keys', 'Create a key pair for the mode; its secret is only in this response'),
      body: NewKeyBody,
      response: audience.readAnswers({ 201: dataOf(NewKeyAnswer) }, writeCodes),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { holderId, mode } = holderAudience.callerOf(request, 'keys.make');
      const label = (request.body.label ?? '').trim();
      const pair = await createKey(actorOf(request), deps, holderId, mode, label);
      return reply
        .code(201)
        .send(partnerSuccess({ client_id: pair.clientId, client_secret: pair.clientSecret, mode, label }));
    },
  });
}

function formatRoute(app: FastifyInstance, { db, authenticator }: KeyRouteDeps): void {
  typed(app).route({
    method: 'PUT',
    url: '/keys/:client_id/webhook-format',
    schema: {
      ...audience.operation(
        'setKeyWebhookFormat',
        'keys',
        'Set the format of webhooks for the payments that a key pair creates',
      ),
      params: Params,
      body: FormatBody,
      response: audience.readAnswers({ 200: dataOf(KeyAnswer) }, writeCodes),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { holderId, mode } = holderAudience.callerOf(request, 'webhooks.change');
      const { client_id: clientId } = request.params;
      const change = { book: { holderId, mode }, clientId, format: request.body.webhook_format ?? null };
      const key = await inTransaction(db, (tx) => changeWebhookFormat(actorOf(request), tx, change));
      authenticator.drop(clientId);
      return partnerSuccess(presentKey(key, new Date()));
    },
  });
}

function originsRoute(app: FastifyInstance, { db, authenticator }: KeyRouteDeps): void {
  typed(app).route({
    method: 'PUT',
    url: '/keys/:client_id/embed-origins',
    schema: {
      ...audience.operation(
        'setKeyEmbedOrigins',
        'keys',
        'Set the sites that may show the payment pages of a key pair in a frame',
      ),
      params: Params,
      body: OriginsBody,
      response: audience.readAnswers({ 200: dataOf(KeyAnswer) }, writeCodes),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { holderId, mode } = holderAudience.callerOf(request, 'embed_origins.change');
      const { client_id: clientId } = request.params;
      const change = { book: { holderId, mode }, clientId, origins: request.body.embed_origins };
      const key = await inTransaction(db, (tx) => changeEmbedOrigins(actorOf(request), tx, change));
      authenticator.drop(clientId);
      return partnerSuccess(presentKey(key, new Date()));
    },
  });
}

function rotateAndRevokeRoutes(app: FastifyInstance, deps: KeyRouteDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/keys/:client_id/rotations',
    schema: {
      ...audience.operation('rotateKey', 'keys', 'Replace a key pair; the old one works until its grace period ends'),
      params: Params,
      body: RotationBody,
      response: audience.readAnswers({ 201: dataOf(NewKeyAnswer) }, writeCodes),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { mode } = holderAudience.callerOf(request, 'keys.rotate');
      const { label, ...pair } = await rotateKey(
        actorOf(request),
        deps,
        request.params.client_id,
        request.body.grace_hours,
      );
      return reply
        .code(201)
        .send(partnerSuccess({ client_id: pair.clientId, client_secret: pair.clientSecret, mode, label }));
    },
  });

  typed(app).route({
    method: 'DELETE',
    url: '/keys/:client_id',
    schema: {
      ...audience.operation('revokeKey', 'keys', 'Revoke a key pair: it stops working now'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(Type.Null()) }, writeCodes),
    },
    handler: async (request) => {
      holderAudience.callerOf(request, 'keys.revoke');
      await revokeKeyPair(actorOf(request), deps, request.params.client_id);
      return partnerSuccess(null);
    },
  });
}
