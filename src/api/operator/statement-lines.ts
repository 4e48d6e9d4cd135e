/** The lines of statements for the operator: the list beside what could match, and a person's decisions. */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { Count, NumericId, PublicId } from '../../base/schemas/parts.ts';
import { plainText, reasonFor } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { bookingKinds } from '../../features/reconciliation/bookings.repository.ts';
import { decideDuplicate, sayDirection } from '../../features/reconciliation/decide-line.ts';
import { rematch } from '../../features/reconciliation/import-statement.ts';
import { findListedLine, type ListedLine, listLines } from '../../features/reconciliation/imports.repository.ts';
import { matchByHand, noteLine, unmatch } from '../../features/reconciliation/match-by-hand.ts';
import { readLines } from '../../features/reconciliation/read-lines.ts';
import { returnByLine } from '../../features/reconciliation/receive-returns.ts';
import { cancelReturn, returnLine } from '../../features/reconciliation/return-line.ts';
import { LineAnswer, presentLine, SourceName } from '../../features/reconciliation/statement-schemas.ts';
import { takeBackPayment } from '../../features/reconciliation/take-back-payment.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database; clock: Clock };

const noteLengthMax = 500;

const Query = Type.Object({
  source: SourceName,
  status: Type.Optional(Type.Enum(['open', 'matched', 'duplicate'])),
  statement_id: Type.Optional(NumericId),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      format: 'text',
      description: "A line's id, or part of its text or note, or of a counterparty's name, account or end-to-end id",
    }),
  ),
  ...pageQuery(),
});

const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });
/** As many as a payment file has payouts. */
const transfersMax = 10_000;
const matchBodyBytesMax = 1_024 * 1_024;
const Transfers = Type.Array(Type.Object({ holder_id: NumericId, transfer_id: NumericId }), {
  minItems: 1,
  maxItems: transfersMax,
});
const MatchBody = Type.Object({
  transfers: Type.Array(Transfers.items, {
    maxItems: transfersMax,
    description: 'None, where all that is open of the line is booked',
  }),
  difference: Type.Optional(
    Type.Enum(['open', ...bookingKinds], {
      description:
        'Without it, both sides come to the same. `open`: what is left of the line, or of the last transfer, stays open. The others: the difference is booked, in the books of the service',
      examples: [],
    }),
  ),
  reason: Type.Optional(reasonFor('Required to set money aside', 'Sender unknown; asked the bank')),
});
const PayoutReturnBody = Type.Object({
  payout_id: PublicId('po'),
  difference: Type.Optional(
    Type.Enum([...bookingKinds], {
      description: 'What the difference is, where the line has another amount than was sent',
      examples: [],
    }),
  ),
  reason: Type.Optional(
    reasonFor("Shown to the payee; without it, the bank's own. Required to set money aside", 'The account is closed'),
  ),
});
const PaymentBody = Type.Object({ payment_id: PublicId('pay') });
const ReturnBody = Type.Object({
  reason: plainText('Visible to the sender of the money', 'Sent by another person'),
  sent_by_hand: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'The bank was told already, in another way. Then without a name or account',
    }),
  ),
  name: Type.Optional(plainText('Whom the bank is to pay, where the line does not say', 'Erika Beispiel')),
  account: Type.Optional(plainText('The IBAN, likewise', 'DE02120300000000202051')),
});
const UnmatchBody = Type.Object({ transfers: Transfers });
const NoteBody = Type.Object({
  note: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: noteLengthMax,
      format: 'ref',
      description: 'Without one, it is removed',
      examples: ['Asked the bank on Monday'],
    }),
  ),
});
const DirectionBody = Type.Object({ direction: Type.Enum(['in', 'out']) });
const DuplicateBody = Type.Object({
  same: Type.Boolean({ description: 'True: an earlier statement has this line. False: it is a separate line' }),
});
const RematchBody = Type.Object({ source: SourceName });
const RematchAnswer = Type.Object(
  {
    matched: Count,
    ambiguous: Count,
    booked: { ...Count, description: 'Lines that rules booked' },
    received: { ...Count, description: 'Top-ups credited' },
    paid: { ...Count, description: 'Payments at the checkout that were paid' },
    returned: { ...Count, description: 'Payouts that the bank returned' },
  },
  { title: 'Rematch' },
);

const answers = (...codes: 'invalid_state'[]) =>
  audience.writeAnswers({ 200: dataOf(LineAnswer) }, ['not_found', ...codes]);

const differenceOf = ({ difference, reason }: Static<typeof MatchBody>) =>
  difference === undefined || difference === 'open' ? difference : { kind: difference, reason: reason ?? null };

const keysOf = (transfers: Static<typeof Transfers>) =>
  transfers.map(({ holder_id, transfer_id }) => ({ holderId: BigInt(holder_id), id: BigInt(transfer_id) }));

export function statementLineRoutes(app: FastifyInstance, deps: Deps): void {
  listRoute(app, deps);
  matchRoutes(app, deps);
  payoutReturnRoute(app, deps);
  paymentTakeBackRoute(app, deps);
  returnRoutes(app, deps);
  readingRoutes(app, deps);
}

function listRoute(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  typed(app).route({
    method: 'GET',
    url: '/operator/statement-lines',
    schema: {
      ...audience.operation('listStatementLines', 'Lines of one source: open ones oldest first, others newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(LineAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      const { source, status, statement_id: importId, search } = request.query;
      const filter = { status, search, importId: importId === undefined ? undefined : BigInt(importId) };
      const { rows, next } = await readPage(request.query, byId('id'), (page) =>
        listLines(db, { mode, source }, filter, { ...page, oldestFirst: status === 'open' }),
      );
      const { lines, named } = await readLines(db, { mode, source }, rows);
      return partnerPage(
        lines.map((line) => presentLine(line, named)),
        next,
      );
    },
  });
}

function matchRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  typed(app).route({
    method: 'POST',
    url: '/operator/statement-lines/:id/match',
    bodyLimit: matchBodyBytesMax,
    schema: {
      ...audience.operation('matchLine', 'Match a line with these transfers, and book the difference'),
      params: Params,
      body: MatchBody,
      response: answers('invalid_state'),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'reconciliation.match');
      const id = BigInt(request.params.id);
      const transfers = keysOf(request.body.transfers);
      await matchByHand(audience.actorOf(request), deps, id, { transfers, difference: differenceOf(request.body) });
      return presented(db, id);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/statement-lines/:id/unmatch',
    bodyLimit: matchBodyBytesMax,
    schema: {
      ...audience.operation('unmatchLine', 'Undo the matches of a line with these transfers'),
      params: Params,
      body: UnmatchBody,
      response: answers('invalid_state'),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'reconciliation.unmatch');
      const id = BigInt(request.params.id);
      await unmatch(audience.actorOf(request), deps, id, keysOf(request.body.transfers));
      return presented(db, id);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/statement-lines/rematch',
    schema: {
      ...audience.operation('rematchLines', 'Match open lines again, as an import does'),
      body: RematchBody,
      response: audience.writeAnswers({ 200: dataOf(RematchAnswer) }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.match');
      return partnerSuccess(await rematch(audience.actorOf(request), deps, { mode, source: request.body.source }));
    },
  });
}

function payoutReturnRoute(app: FastifyInstance, deps: Deps): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/statement-lines/:id/payout-return',
    schema: {
      ...audience.operation('returnPayoutByLine', 'Say that a line is a payout that the bank returned'),
      params: Params,
      body: PayoutReturnBody,
      response: answers('invalid_state'),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'payouts.fail');
      const id = BigInt(request.params.id);
      const { payout_id: payoutId, reason, difference } = request.body;
      const booking = difference === undefined ? undefined : { kind: difference, reason: reason ?? null };
      await returnByLine(audience.actorOf(request), deps, id, { payoutId, reason, booking });
      return presented(deps.db, id);
    },
  });
}

function paymentTakeBackRoute(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/statement-lines/:id/payment-take-back',
    schema: {
      ...audience.operation(
        'takeBackPaymentByLine',
        'Say that a line takes the money of a payment by bank transfer back',
      ),
      params: Params,
      body: PaymentBody,
      response: answers('invalid_state'),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'top_ups.reverse');
      const id = BigInt(request.params.id);
      const { payment_id: paymentId } = request.body;
      await inTransaction(db, (tx) => takeBackPayment(audience.actorOf(request), tx, clock, id, paymentId));
      return presented(db, id);
    },
  });
}

function returnRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/statement-lines/:id/return',
    schema: {
      ...audience.operation('returnLine', 'Send money that came in back to its sender'),
      params: Params,
      body: ReturnBody,
      response: answers('invalid_state'),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'transfers.return');
      const id = BigInt(request.params.id);
      const { reason, sent_by_hand: byHand = false, name, account } = request.body;
      if (byHand && (name ?? account) !== undefined)
        throw invalidField('sent_by_hand', 'goes without a name or account');
      const to = byHand ? null : { name, account };
      await inTransaction(db, (tx) => returnLine(audience.actorOf(request), tx, clock, id, { reason, to }));
      return presented(db, id);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/statement-lines/:id/cancel-return',
    schema: {
      ...audience.operation(
        'cancelLineReturn',
        'Cancel a return that the bank has not sent: its money stays set aside',
      ),
      params: Params,
      response: answers('invalid_state'),
    },
    handler: async (request) => {
      audience.callerOf(request, 'transfers.return');
      const id = BigInt(request.params.id);
      await inTransaction(db, (tx) => cancelReturn(audience.actorOf(request), tx, clock, id));
      return presented(db, id);
    },
  });
}

function readingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  typed(app).route({
    method: 'PUT',
    url: '/operator/statement-lines/:id/note',
    schema: {
      ...audience.operation('noteLine', 'Add a note to a line, or remove it'),
      params: Params,
      body: NoteBody,
      response: answers(),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'reconciliation.note');
      const id = BigInt(request.params.id);
      await noteLine(audience.actorOf(request), deps, id, request.body.note ?? null);
      return presented(db, id);
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/operator/statement-lines/:id/direction',
    schema: {
      ...audience.operation('setLineDirection', 'Say which way the money of a line went, where the statement does not'),
      params: Params,
      body: DirectionBody,
      response: answers('invalid_state'),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'reconciliation.set_direction');
      const id = BigInt(request.params.id);
      await sayDirection(audience.actorOf(request), deps, id, request.body.direction);
      return presented(db, id);
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/operator/statement-lines/:id/duplicate',
    schema: {
      ...audience.operation('decideLineDuplicate', 'Say whether an earlier statement has a line'),
      params: Params,
      body: DuplicateBody,
      response: answers('invalid_state'),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'reconciliation.decide_duplicate');
      const id = BigInt(request.params.id);
      await decideDuplicate(audience.actorOf(request), deps, id, request.body.same);
      return presented(db, id);
    },
  });
}

/** After a use case has found the line. */
async function presented(db: Database, id: bigint) {
  const found = (await findListedLine(db, id)) as ListedLine;
  const { lines, named } = await readLines(db, found, [found]);
  return partnerSuccess(presentLine(lines[0] as (typeof lines)[number], named));
}
