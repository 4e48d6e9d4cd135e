/** The service's settings for the operator: payout rules by currency, and four eyes. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { type Currency as CurrencyFacts, exponentOf } from '../../base/money/currency.ts';
import { Amount, Currency, NullableInstant, NullableText, nullable } from '../../base/schemas/parts.ts';
import { amountLimit, reasonText } from '../../base/schemas/request-parts.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { findLastChanges, type LastChange } from '../../core/access/audit-log.repository.ts';
import { findFourEyes } from '../../core/access/four-eyes.repository.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import {
  keepFourEyesOn,
  requestFourEyesOff,
  switchFourEyesOff,
  switchFourEyesOn,
} from '../../features/four-eyes/change-four-eyes.ts';
import { ChangeAnswer, presentChange } from '../../features/holders/change-schemas.ts';
import { listRules, type PayoutRule } from '../../features/payouts/payouts.repository.ts';
import { setPayoutRule } from '../../features/payouts/set-payout-rule.ts';
import { findPersonName } from '../../features/people/people-names.repository.ts';
import { operatorFace as face } from '../console/operator-face.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { codeWanted, readAmount, readCurrency } from '../shared/read-money.ts';

type Deps = { db: Database; clock: Clock };

const RuleAnswer = Type.Object(
  { currency: Currency, minimum: Amount, fee: Amount, daily_limit: nullable(Amount), changed: ChangeAnswer },
  { title: 'PayoutRule', description: 'Of payouts of every holder; a currency without a rule has no fee and no limit' },
);
const limit = (description: string, example: number) =>
  Type.Number({ minimum: 0, exclusiveMaximum: amountLimit, description, examples: [example] });
const RuleBody = Type.Object({
  minimum: limit('The least that can be requested; more than the fee', 10),
  fee: limit('Taken from each payout', 0.5),
  daily_limit: Type.Optional(limit('The most a holder can request in 24 hours; without it there is no limit', 50_000)),
  reason: reasonText,
});

const FourEyesAnswer = Type.Object(
  {
    is_on: Type.Boolean(),
    changed: ChangeAnswer,
    off_requested_at: NullableInstant,
    off_requested_by: Type.Object({ name: NullableText, is_you: Type.Boolean() }),
  },
  { title: 'FourEyes', description: 'Whether money takes two people to move' },
);

export function operatorSettingsRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  ruleRoutes(app, db);

  typed(app).route({
    method: 'GET',
    url: '/operator/four-eyes',
    schema: {
      ...face.operation('getFourEyes', 'Whether money takes two people to move'),
      response: face.readAnswers({ 200: dataOf(FourEyesAnswer) }),
    },
    handler: async (request) => {
      face.callerOf(request, 'four_eyes.read');
      return presentFourEyes(db, face.actorOf(request));
    },
  });

  const now = (): Date => clock.now(serviceHolderId, 'live');
  const steps: { url: string; id: string; summary: string; work: (actor: PersonActor, tx: Tx) => Promise<void> }[] = [
    { url: 'switch-on', id: 'switchFourEyesOn', summary: 'Switch on four-eyes approval', work: switchFourEyesOn },
    {
      url: 'request-off',
      id: 'requestFourEyesOff',
      summary: 'Ask the other administrators to switch off four-eyes approval',
      work: (actor, tx) => requestFourEyesOff(actor, tx, now()),
    },
    {
      url: 'switch-off',
      id: 'switchFourEyesOff',
      summary: 'Agree to switch off four-eyes approval',
      work: switchFourEyesOff,
    },
    { url: 'keep-on', id: 'keepFourEyesOn', summary: 'Decline or withdraw the request', work: keepFourEyesOn },
  ];
  for (const { url, id, summary, work } of steps) {
    typed(app).route({
      method: 'POST',
      url: `/operator/four-eyes/${url}`,
      schema: {
        ...face.operation(id, summary),
        response: face.writeAnswers({ 200: dataOf(FourEyesAnswer) }, ['invalid_state']),
      },
      handler: async (request: FastifyRequest) => {
        face.callerOf(request, 'four_eyes.read');
        const actor = face.actorOf(request);
        await inTransaction(db, (tx) => work(actor, tx));
        return presentFourEyes(db, actor);
      },
    });
  }
}

async function presentFourEyes(db: Database, { personId }: PersonActor) {
  const { isOn, offRequestedBy, offRequestedAt } = await findFourEyes(db);
  const changes = await findLastChanges(db, 'four_eyes.change', 'setting', ['four_eyes']);
  return partnerSuccess({
    is_on: isOn,
    changed: presentChange(changes.get('four_eyes')),
    off_requested_at: offRequestedAt?.toISOString() ?? null,
    off_requested_by: {
      name: offRequestedBy === null ? null : ((await findPersonName(db, offRequestedBy)) ?? null),
      is_you: offRequestedBy === personId,
    },
  });
}

function ruleRoutes(app: FastifyInstance, db: Database): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/payout-rules',
    schema: {
      ...face.operation('listPayoutRules', 'Minimum, fee and daily limit of payouts, by currency'),
      response: face.readAnswers({ 200: dataOf(Type.Array(RuleAnswer)) }),
    },
    handler: async (request) => {
      face.callerOf(request, 'payout_rules.read');
      return partnerSuccess(await presentedRules(db));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/operator/payout-rules/:currency',
    schema: {
      ...face.operation('setPayoutRule', 'Set minimum, fee and daily limit of payouts in a currency'),
      params: Type.Object({ currency: Type.String({ maxLength: 3, examples: ['EUR'] }) }),
      body: RuleBody,
      response: face.writeAnswers({ 200: dataOf(Type.Array(RuleAnswer)) }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      face.callerOf(request, 'payout_rules.set');
      const currency = readCurrency(request.params.currency, codeWanted);
      const rule = readRule(request.body, currency);
      const { reason } = request.body;
      await inTransaction(db, (tx) => setPayoutRule(face.actorOf(request), tx, currency.code, rule, reason));
      return partnerSuccess(await presentedRules(db));
    },
  });
}

async function presentedRules(db: Database): Promise<Static<typeof RuleAnswer>[]> {
  const rules = await listRules(db);
  const codes = rules.map(({ currency }) => currency);
  const changes = await findLastChanges(db, 'payout_rules.set', 'payout_rule', codes);
  return rules.map((rule) => presentRule(rule, changes.get(rule.currency)));
}

function presentRule(rule: PayoutRule & { currency: string }, change: LastChange | undefined) {
  const decimal = (minor: bigint) => jsonDecimal(minor, exponentOf(rule.currency));
  return {
    currency: rule.currency,
    minimum: decimal(rule.minimum),
    fee: decimal(rule.fee),
    daily_limit: rule.dailyLimit === null ? null : decimal(rule.dailyLimit),
    changed: presentChange(change),
  };
}

/** Minor units. @throws AppError `validation_failed`. */
function readRule(body: Static<typeof RuleBody>, currency: CurrencyFacts): PayoutRule {
  const { minimum, fee, daily_limit: limit } = body;
  const dailyLimit = limit === undefined ? null : readAmount('daily_limit', limit, currency);
  return {
    minimum: readAmount('minimum', minimum, currency),
    fee: readAmount('fee', fee, currency, 0n),
    dailyLimit,
  };
}
