/** Top-ups for the operator: the list of all books, confirming that the money has arrived, refusing, taking back. */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inRepeatableTransaction, type Tx } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { jsonDecimal, parsePartnerAmount } from '../../base/money/amount.ts';
import { exponentOf, findCurrency } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import { NamedHolder } from '../../base/schemas/holder-parts.ts';
import {
  Amount,
  amountThatIs,
  Currency,
  Instant,
  NumericId,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import { amountLimit, plainText } from '../../base/schemas/request-parts.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { findHolder, type HolderRow } from '../../features/holders/holders.repository.ts';
import {
  approveTakeBack,
  declineTakeBack,
  isTakenBack,
  type TakenBack,
  takeBackTopUp,
  takesSecondPerson,
} from '../../features/reconciliation/take-back.ts';
import { refuseTopUp } from '../../features/wallets/end-top-up.ts';
import {
  findListedTopUp,
  type ListedTopUp,
  listAllTopUps,
} from '../../features/wallets/operator-top-ups.repository.ts';
import { presentReversal, presentTopUp } from '../../features/wallets/present-wallets.ts';
import { planReversal, type Reversal } from '../../features/wallets/reverse-top-up.ts';
import { confirmTopUp } from '../../features/wallets/top-up.ts';
import { findTopUp, type TopUp, topUpStatuses } from '../../features/wallets/top-ups.repository.ts';
import { operatorTopUpCsvColumns, operatorTopUpsCsv } from '../../features/wallets/top-ups-csv.ts';
import { TopUpAnswer, TopUpReversalAnswer } from '../../features/wallets/wallet-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { readAmount } from '../shared/read-money.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database; clock: Clock };

const narrowed = {
  status: Type.Optional(Type.Enum([...topUpStatuses])),
  take_back: Type.Optional(
    Type.Literal('requested', { description: 'Those whose take-back waits for a second person' }),
  ),
  sort: Type.Optional(Type.Enum(['newest', 'oldest'], { default: 'newest' })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      format: 'text',
      description: "A top-up's id or reference, or part of a name",
    }),
  ),
};
const Query = Type.Object({ ...pageQuery(), ...narrowed });
const CsvQuery = Type.Object(narrowed);

const Params = Type.Object({ id: Type.String({ maxLength: 64 }) });
const Confirmation = Type.Object({
  amount: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: amountLimit,
      description: 'The amount that arrived, if it is not the requested one',
      examples: [90],
    }),
  ),
});
const ConfirmBody = Type.Unsafe<Static<typeof Confirmation> | null>({ ...Confirmation, type: ['object', 'null'] });
const RefuseBody = Type.Object({ reason: plainText('Visible to the account holder', 'Sent by another person') });

const ReversalRequestAnswer = Type.Object(
  {
    amount: Amount,
    reason: Text('The bank recalled the transfer'),
    requested_by: nullable(Text('Ada Lovelace', 'Who requested it; somebody else has to approve it')),
    requested_at: Instant,
  },
  { title: 'TopUpReversalRequest', description: 'A take-back that waits for a second person' },
);

const OperatorTopUp = Type.Object(
  {
    ...TopUpAnswer.properties,
    account: Type.Enum(['clearing', 'wallet']),
    source: Type.Enum(['bank', 'card', 'onlinewallet']),
    reversal: nullable(TopUpReversalAnswer),
    reversal_request: nullable(ReversalRequestAnswer),
    holder: NamedHolder,
  },
  { title: 'OperatorTopUp' },
);

function presentRequest(topUp: ListedTopUp): Static<typeof ReversalRequestAnswer> | null {
  const { reversalRequest: request, reversal, currency, requesterName } = topUp;
  if (request === null || reversal !== null) return null;
  return {
    amount: jsonDecimal(request.amount, exponentOf(currency)),
    reason: request.reason,
    requested_by: requesterName,
    requested_at: request.at.toISOString(),
  };
}

const present = (topUp: ListedTopUp): Static<typeof OperatorTopUp> => ({
  ...presentTopUp(topUp),
  account: topUp.accountKind,
  source: topUp.source,
  reversal: presentReversal(topUp),
  reversal_request: presentRequest(topUp),
  holder: { holder_id: Number(topUp.holderId), name: topUp.holderName, kind: topUp.holderKind },
});

/** What the list is asked for. */
const asked = (mode: Mode, { status, search, sort, take_back: takeBack }: Static<typeof CsvQuery>) => ({
  filter: { mode, status, search, isTakeBackRequested: takeBack !== undefined },
  oldestFirst: sort === 'oldest',
});

function listRoutes(app: FastifyInstance, { db }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/top-ups',
    schema: {
      ...audience.operation('listTopUps', 'Top-ups of all holders, searched and filtered'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(OperatorTopUp) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'top_ups.read');
      const { filter, oldestFirst } = asked(mode, request.query);
      const { rows, next } = await readPage(request.query, byId('position'), (page) =>
        listAllTopUps(db, filter, { ...page, oldestFirst }),
      );
      return partnerPage(rows.map(present), next);
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/top-ups.csv',
    schema: {
      ...audience.operation('getTopUpsCsv', 'The whole list of top-ups as CSV'),
      querystring: CsvQuery,
      response: audience.documentAnswers(csvAnswer(operatorTopUpCsvColumns, 'The top-ups')),
    },
    handler: async (request, reply) => {
      const { mode } = audience.callerOf(request, 'top_ups.read');
      const { filter, oldestFirst } = asked(mode, request.query);
      return sendCsv(reply, 'top-ups.csv', operatorTopUpsCsv(db, filter, { oldestFirst }));
    },
  });
}

export function operatorTopUpRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  listRoutes(app, deps);

  typed(app).route({
    method: 'POST',
    url: '/operator/top-ups/:id/confirm',
    config: { nullIsWrong: ['amount'] },
    schema: {
      ...audience.operation('confirmTopUp', 'Confirm that the money of a top-up has arrived'),
      params: Params,
      body: ConfirmBody,
      response: audience.writeAnswers({ 200: dataOf(OperatorTopUp) }, ['not_found', 'balance_limit']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'top_ups.confirm');
      const { id } = request.params;
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const received = await readReceived(tx, caller.mode, id, request.body?.amount);
        await confirmTopUp(audience.actorOf(request), tx, clock, id, received);
        return { status: 200, body: partnerSuccess(await shown(tx, id)) };
      });
      return sendAnswer(reply, answer);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/top-ups/:id/refuse',
    schema: {
      ...audience.operation('refuseTopUp', 'Refuse a top-up: its money will not be credited'),
      params: Params,
      body: RefuseBody,
      response: audience.writeAnswers({ 200: dataOf(OperatorTopUp) }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'top_ups.refuse');
      const { id } = request.params;
      const answer = await answerOnce(db, caller, request, async (tx) => {
        await refuseTopUp(audience.actorOf(request), tx, clock, id, request.body.reason);
        return { status: 200, body: partnerSuccess(await shown(tx, id)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

const shown = async (tx: Tx, id: string): Promise<Static<typeof OperatorTopUp>> =>
  present((await findListedTopUp(tx, holderOfPublicId('top', id) as bigint, id)) as ListedTopUp);

/** What arrived, in minor units of the top-up's currency; undefined for what was asked for. */
async function readReceived(tx: Tx, mode: Mode, id: string, amount: number | undefined): Promise<bigint | undefined> {
  if (amount === undefined) return undefined;
  const holderId = holderOfPublicId('top', id);
  const topUp = holderId === undefined ? undefined : await findListedTopUp(tx, holderId, id);
  // The use case answers for what does not exist here.
  if (topUp === undefined || topUp.mode !== mode) return undefined;
  const currency = { code: topUp.currency, exponent: exponentOf(topUp.currency) };
  return readAmount('amount', amount, currency);
}

const ReverseBody = Type.Object({
  amount: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: amountLimit,
      description: 'What the bank took back; without it, all that was credited',
      examples: [71],
    }),
  ),
  reason: plainText('Visible to the account holder', 'The bank recalled the transfer'),
  line_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'The open statement line with which the bank took it. Without it, a line that names the top-up is found',
      examples: [12],
    }),
  ),
  dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Returns what would happen; changes nothing' })),
});

const ReversalAnswer = Type.Object(
  {
    dry_run: Type.Boolean(),
    topup_id: PublicId('top'),
    holder: NamedHolder,
    wallet: Type.Enum(['clearing', 'wallet']),
    currency: Currency,
    amount: amountThatIs('Total amount reversed'),
    taken_amount: amountThatIs('The part that the balance covers'),
    owed_amount: amountThatIs('The part that the service advances and the holder owes'),
    waits: Type.Boolean({
      description: 'It takes two people, and waits until the second approves it: nothing is taken yet',
    }),
    balance: nullable(amountThatIs('Of a dry run: what the account has now')),
    line_id: nullable(NumericId),
  },
  { title: 'TopUpReversal' },
);

export function reverseTopUpRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/top-ups/:id/reverse',
    schema: {
      ...audience.operation('reverseTopUp', 'Take a credited top-up back; or see first what that would take'),
      params: Params,
      body: ReverseBody,
      response: audience.writeAnswers({ 200: dataOf(ReversalAnswer) }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'top_ups.reverse');
      const { id } = request.params;
      const { amount, reason, line_id: line, dry_run: dryRun = false } = request.body;
      const lineId = line === undefined ? undefined : BigInt(line);
      const actor = audience.actorOf(request);
      if (dryRun) {
        return inRepeatableTransaction(db, async (tx) => {
          const asked = await readReversed(tx, caller.mode, id, amount);
          const { topUp, reversal, balance } = await planReversal(actor, tx, id, asked);
          const taken = await presentTakenBack(tx, topUp, reversal, null);
          const now = jsonDecimal(balance, exponentOf(topUp.currency));
          const waits = await takesSecondPerson(actor, tx, clock, topUp, reversal.amount);
          return partnerSuccess({ ...taken, dry_run: true, balance: now, waits });
        });
      }
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const asked = await readReversed(tx, caller.mode, id, amount);
        const done = await takeBackTopUp(actor, tx, clock, caller.mode, id, { amount: asked, reason, lineId });
        if (isTakenBack(done)) return takenBack(tx, done);
        const { topUp, reversal } = await planReversal(actor, tx, id, asked);
        const requested = await presentTakenBack(tx, topUp, reversal, lineId ?? null);
        return { status: 200, body: partnerSuccess({ ...requested, waits: true }) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

/** The second person's. */
export function reversalDecisionRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/top-ups/:id/reverse/approve',
    schema: {
      ...audience.operation('approveTopUpReversal', 'Approve, as the second person, that a top-up is taken back'),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(ReversalAnswer) }, ['not_found', 'invalid_state']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'top_ups.reverse');
      const { id } = request.params;
      const answer = await answerOnce(db, caller, request, async (tx) =>
        takenBack(tx, await approveTakeBack(audience.actorOf(request), tx, clock, caller.mode, id)),
      );
      return sendAnswer(reply, answer);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/top-ups/:id/reverse/decline',
    schema: {
      ...audience.operation('declineTopUpReversal', 'Decline to take a top-up back, or withdraw the request'),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(OperatorTopUp) }, ['not_found', 'invalid_state']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'top_ups.reverse');
      const { id } = request.params;
      const answer = await answerOnce(db, caller, request, async (tx) => {
        await declineTakeBack(audience.actorOf(request), tx, caller.mode, id);
        return { status: 200, body: partnerSuccess(await shown(tx, id)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

const takenBack = async (tx: Tx, done: TakenBack) => ({
  status: 200,
  body: partnerSuccess(await presentTakenBack(tx, done, done.reversal, done.lineId)),
});

/** Minor units of the top-up's currency; undefined for all of it. The use case answers for what does not exist here. */
async function readReversed(tx: Tx, mode: Mode, id: string, amount: number | undefined): Promise<bigint | undefined> {
  const holderId = holderOfPublicId('top', id);
  const topUp = holderId === undefined ? undefined : await findTopUp(tx, { holderId, mode }, id);
  const currency = topUp && findCurrency(topUp.currency);
  if (amount === undefined || currency === undefined) return undefined;
  const parsed = parsePartnerAmount(amount, currency, { min: 1n });
  if (parsed.ok) return parsed.minor;
  const message = `is not an amount in ${currency.code}`;
  throw invalidField('amount', message);
}

async function presentTakenBack(
  tx: Tx,
  topUp: TopUp,
  { amount, covered }: Reversal,
  lineId: bigint | null,
): Promise<Static<typeof ReversalAnswer>> {
  const { id, name, kind } = (await findHolder(tx, topUp.holderId)) as HolderRow;
  const decimal = (minor: bigint) => jsonDecimal(minor, exponentOf(topUp.currency));
  return {
    dry_run: false,
    topup_id: topUp.id,
    holder: { holder_id: Number(id), name, kind },
    wallet: topUp.accountKind,
    currency: topUp.currency,
    amount: decimal(amount),
    taken_amount: decimal(covered),
    owed_amount: decimal(amount - covered),
    waits: false,
    balance: null,
    line_id: lineId === null ? null : Number(lineId),
  };
}
