/** The cash of a company's customers: who holds it, how it leaves their hands, and how the company follows it. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { AppError, type ErrorDetail } from '../../base/errors/app-error.ts';
import { parsePartnerAmount } from '../../base/money/amount.ts';
import { amountProblem } from '../../base/money/amount-problem.ts';
import { findCurrency } from '../../base/money/currency.ts';
import { BeneficiaryRef, recordOf } from '../../base/schemas/parts.ts';
import { amountLimit } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, companyLimits, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Authenticator } from '../../features/api-keys/authenticate.ts';
import {
  CashSettingsAnswer,
  CashTotalAnswer,
  CashTransferAnswer,
  HandoverAnswer,
  HeldCashAnswer,
} from '../../features/cash/cash-schemas.ts';
import { findCashSettings } from '../../features/cash/cash-settings.repository.ts';
import { changeCashSettings } from '../../features/cash/change-cash-settings.ts';
import { type Decision, decideHandover, recordHandover } from '../../features/cash/hand-over.ts';
import { handoverKinds, handoverStatuses } from '../../features/cash/handover.ts';
import { findListedHandover, type ListedHandover, listHandovers } from '../../features/cash/handovers.repository.ts';
import { listHeldByLinks, sumHeld } from '../../features/cash/held-cash.repository.ts';
import {
  presentCashSettings,
  presentCashTotal,
  presentCashTransfer,
  presentHandover,
  presentHeld,
} from '../../features/cash/present-cash.ts';
import { startCashTransfer } from '../../features/cash/transfer-cash.ts';
import { findBankDetails } from '../../features/wallets/bank-details.repository.ts';
import { CashTransferBody, cashTransferWords, HandoverBody, HandoverParams } from '../shared/cash-requests.ts';
import { readMoney } from '../shared/debt-requests.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import type { CompanyAudience } from './audience.ts';

export type CashDeps = { db: Database; clock: Clock; authenticator: Pick<Authenticator, 'dropHolder'> };

const HeldPage = Type.Object({ ...pageOf(HeldCashAnswer).properties, totals: Type.Array(CashTotalAnswer) });

const HandoversQuery = Type.Object({
  ...pageQuery(companyLimits),
  beneficiary_ref: Type.Optional(BeneficiaryRef),
  status: Type.Optional(Type.Enum([...handoverStatuses])),
});

const RecordBody = Type.Object({
  beneficiary_ref: BeneficiaryRef,
  kind: Type.Enum([...handoverKinds], {
    description:
      'Handed over to the company, which the payee confirms; given back to a customer; or owed as a debt from now on',
  }),
  ...HandoverBody.properties,
});

const SettingsBody = Type.Object({
  is_tracked: Type.Optional(Type.Boolean({ description: 'Whether new orders paid in cash say who collects it' })),
  limits: Type.Optional(
    recordOf(
      Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: amountLimit }),
      'How much cash one payee may hold, by currency; currencies that are left out have no limit',
    ),
  ),
  days_max: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 365 }), Type.Null()], {
      description: 'For how many days a payee may hold any; null: without a limit',
    }),
  ),
  above_limits: Type.Optional(Type.Enum(['warn', 'refuse'])),
});

export function cashRoutes(app: FastifyInstance, audience: CompanyAudience, deps: CashDeps): void {
  readCashRoutes(app, audience, deps);
  handoverRoutes(app, audience, deps);
  transferRoutes(app, audience, deps);
  settingsRoutes(app, audience, deps);
}

function readCashRoutes(app: FastifyInstance, audience: CompanyAudience, { db, clock }: CashDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/cash',
    schema: {
      ...audience.operation('listHeldCash', 'cash', "The cash of the company's customers that its payees hold"),
      querystring: Type.Object(pageQuery(companyLimits)),
      response: audience.readAnswers({ 200: HeldPage }, ['validation_failed']),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'cash.read');
      const now = clock.now(book.holderId, book.mode);
      const [settings, { rows, next }, totals] = await Promise.all([
        findCashSettings(db, book),
        readPage(request.query, byId('id'), (page) => listHeldByLinks(db, book, page)),
        sumHeld(db, book),
      ]);
      const shown = rows.map((row) => presentHeld(row, settings, now));
      return reply.send({ ...partnerPage(shown, next), totals: totals.map(presentCashTotal) });
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/cash/handovers',
    schema: {
      ...audience.operation('listCashHandovers', 'cash', 'Cash handed over, given back or owed, newest first'),
      querystring: HandoversQuery,
      response: audience.readAnswers({ 200: pageOf(HandoverAnswer) }, ['validation_failed']),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'cash.read');
      const { status, beneficiary_ref: ref } = request.query;
      const linkId = ref === undefined ? undefined : BigInt(ref);
      const { rows, next } = await readPage(request.query, byId('position'), (page) =>
        listHandovers(db, book, { linkId, status }, page),
      );
      return reply.send(partnerPage(rows.map(presentHandover), next));
    },
  });
}

const decisions = [
  ['confirm', 'confirmCashHandover', 'Confirm that cash was handed over to the company'],
  ['decline', 'declineCashHandover', 'Decline what a payee says was handed over'],
  ['withdraw', 'withdrawCashHandover', 'Withdraw a handover that the company recorded'],
] as const satisfies readonly (readonly [Decision, string, string])[];

function handoverRoutes(app: FastifyInstance, audience: CompanyAudience, { db, clock }: CashDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/cash/handovers',
    schema: {
      ...audience.operation('recordCashHandover', 'cash', 'Record that cash left the hands of a payee'),
      body: RecordBody,
      response: audience.writeAnswers({ 201: dataOf(HandoverAnswer) }, ['not_found', 'invalid_state', 'balance_limit']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'cash.record');
      const { amount, currency } = readMoney(request.body);
      const { beneficiary_ref: ref, kind, note = null } = request.body;
      const answer = await answerOnce(db, book, request, async (tx) => {
        const holding = { ...book, currency, linkId: BigInt(ref) };
        const by = { side: 'company', book } as const;
        const { id } = await recordHandover(audience.actorOf(request), tx, clock, by, holding, { kind, amount, note });
        const listed = (await findListedHandover(tx, book.holderId, id)) as ListedHandover;
        return { status: 201, body: partnerSuccess(presentHandover(listed)) };
      });
      return sendAnswer(reply, answer);
    },
  });

  for (const [decision, operationId, summary] of decisions) {
    typed(app).route({
      method: 'POST',
      url: `/cash/handovers/:id/${decision}`,
      schema: {
        ...audience.operation(operationId, 'cash', summary),
        params: HandoverParams,
        response: audience.writeAnswers({ 200: dataOf(HandoverAnswer) }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const book = audience.callerOf(request, 'cash.record');
        const by = { side: 'company', book } as const;
        const answer = await answerOnce(db, book, request, async (tx) => {
          const { id } = await decideHandover(audience.actorOf(request), tx, clock, by, request.params.id, decision);
          const listed = (await findListedHandover(tx, book.holderId, id)) as ListedHandover;
          return { status: 200, body: partnerSuccess(presentHandover(listed)) };
        });
        return sendAnswer(reply, answer);
      },
    });
  }
}

function transferRoutes(app: FastifyInstance, audience: CompanyAudience, { db, clock }: CashDeps): void {
  const { summary, description } = cashTransferWords;
  typed(app).route({
    method: 'POST',
    url: '/cash/transfers',
    schema: {
      ...audience.operation('transferCash', 'cash', summary, description),
      body: CashTransferBody,
      response: audience.writeAnswers({ 200: dataOf(CashTransferAnswer) }, [
        'not_found',
        'invalid_state',
        'balance_limit',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'cash.record');
      const { amount, currency } = readMoney(request.body);
      const holding = { ...book, currency, linkId: BigInt(request.body.beneficiary_ref) };
      const by = { side: 'company', book } as const;
      const answer = await answerOnce(db, book, request, async (tx) => {
        const transfer = await startCashTransfer(audience.actorOf(request), tx, clock, by, holding, amount);
        const details = await findBankDetails(tx, currency);
        return { status: 200, body: partnerSuccess(presentCashTransfer(holding, transfer, details)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

function settingsRoutes(app: FastifyInstance, audience: CompanyAudience, { db, authenticator }: CashDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/cash/settings',
    schema: {
      ...audience.operation('getCashSettings', 'cash', "How the company follows its customers' cash"),
      response: audience.readAnswers({ 200: dataOf(CashSettingsAnswer) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'cash.read');
      return reply.send(partnerSuccess(presentCashSettings(await findCashSettings(db, book))));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/cash/settings',
    schema: {
      ...audience.operation(
        'updateCashSettings',
        'cash',
        "Change how the company follows its customers' cash",
        'Omitted fields stay as they are. Orders that are recorded already do not change.',
      ),
      body: SettingsBody,
      response: audience.writeAnswers({ 200: dataOf(CashSettingsAnswer) }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'cash.change_settings');
      const change = readSettings(request.body);
      const answer = await answerOnce(db, book, request, async (tx) => {
        const settings = await changeCashSettings(audience.actorOf(request), tx, book, change);
        return { status: 200, body: partnerSuccess(presentCashSettings(settings)) };
      });
      authenticator.dropHolder(book.holderId);
      return sendAnswer(reply, answer);
    },
  });
}

/** @throws AppError `validation_failed`, with every offending limit. */
function readSettings(body: Static<typeof SettingsBody>) {
  const problems: ErrorDetail[] = [];
  const read = (code: string, amount: number): [string, number] => {
    const currency = findCurrency(code);
    const field = `limits.${code}`;
    if (currency === undefined) {
      problems.push({ field, message: 'must be an uppercase ISO 4217 code that is accepted here' });
      return [code, 0];
    }
    const parsed = parsePartnerAmount(amount, currency, { min: 1n });
    if (!parsed.ok) problems.push({ field, message: amountProblem(currency, parsed.reason) });
    return [code, parsed.ok ? Number(parsed.minor) : 0];
  };
  const limits =
    body.limits && Object.fromEntries(Object.entries(body.limits).map(([code, amount]) => read(code, amount)));
  if (problems.length > 0) throw new AppError('validation_failed', { details: problems });
  const refuses = body.above_limits === undefined ? undefined : body.above_limits === 'refuse';
  return { isTracked: body.is_tracked, limits, daysMax: body.days_max, refuses };
}
