/** /operator/payout-rules: minimum, fee and daily limit of payouts, by currency. */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { type Currency as CurrencyFacts, exponentOf } from '../../base/money/currency.ts';
import { Amount, Currency, nullable } from '../../base/schemas/parts.ts';
import { amountLimit, reasonText } from '../../base/schemas/request-parts.ts';
import { findLastChanges, type LastChange } from '../../core/access/audit-log.repository.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { ChangeAnswer, presentChange } from '../../features/holders/change-schemas.ts';
import { listRules, type PayoutRule } from '../../features/payouts/payouts.repository.ts';
import { setPayoutRule } from '../../features/payouts/set-payout-rule.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { codeWanted, readAmount, readCurrency } from '../shared/read-money.ts';
import { operatorAudience as audience } from './audience.ts';

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

export function payoutRuleRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/payout-rules',
    schema: {
      ...audience.operation('listPayoutRules', 'Minimum, fee and daily limit of payouts, by currency'),
      response: audience.readAnswers({ 200: dataOf(Type.Array(RuleAnswer)) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'payout_rules.read');
      return partnerSuccess(await presentedRules(db));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/operator/payout-rules/:currency',
    schema: {
      ...audience.operation('setPayoutRule', 'Set minimum, fee and daily limit of payouts in a currency'),
      params: Type.Object({ currency: Type.String({ maxLength: 3, examples: ['EUR'] }) }),
      body: RuleBody,
      response: audience.writeAnswers({ 200: dataOf(Type.Array(RuleAnswer)) }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'payout_rules.set');
      const currency = readCurrency(request.params.currency, codeWanted);
      const rule = readRule(request.body, currency);
      const { reason } = request.body;
      await inTransaction(db, (tx) => setPayoutRule(audience.actorOf(request), tx, currency.code, rule, reason));
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
