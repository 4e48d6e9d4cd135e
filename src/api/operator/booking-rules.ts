/** The rules by which open lines are booked, for the operator: those in force, those that could be made, one more, one less. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import {
  amountThatIs,
  Count,
  Currency,
  Instant,
  NullableInstant,
  NumericId,
  nullable,
} from '../../base/schemas/parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { lettersMin, type RuleTerms, ruleKinds, textLengthMax } from '../../features/reconciliation/booking-rule.ts';
import { listRules, type StoredRule } from '../../features/reconciliation/booking-rules.repository.ts';
import { addRule, endRule, suggestRules } from '../../features/reconciliation/booking-rules.ts';
import { SourceName } from '../../features/reconciliation/statement-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { codeWanted, readAmount, readCurrency } from '../shared/read-money.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database; clock: Clock };

const accountLengthMax = 100;

const RuleText = Type.String({
  minLength: lettersMin,
  maxLength: textLengthMax,
  format: 'text',
  description: "In the line's text, in any case and however it is spaced",
  examples: ['KONTOFÜHRUNG'],
});
const Kind = Type.Enum([...ruleKinds], { description: 'What the whole line is booked as' });
const Account = Type.String({
  maxLength: accountLengthMax,
  format: 'text',
  description: 'Of the statement, as it was named at the import',
  examples: ['DE89370400440532013000'],
});

const terms = {
  source: SourceName,
  text: RuleText,
  currency: Currency,
  direction: nullable(Type.Enum(['in', 'out'])),
  amount_max: amountThatIs('A larger amount is left to a person'),
  account: nullable(Account),
  kind: Kind,
};
const RuleAnswer = Type.Object(
  { rule_id: NumericId, ...terms, created_at: Instant, ended_at: NullableInstant },
  { title: 'BookingRule' },
);
const ListedRuleAnswer = Type.Object(
  { ...RuleAnswer.properties, booked: { ...Count, description: 'Lines that it has booked' } },
  { title: 'ListedBookingRule' },
);
const SuggestedRuleAnswer = Type.Object(
  { ...terms, line_ids: Type.Array(NumericId, { description: 'Lines that people booked so, the latest first' }) },
  { title: 'SuggestedBookingRule' },
);

const Body = Type.Object({
  source: SourceName,
  text: RuleText,
  currency: Currency,
  direction: Type.Optional(Type.Enum(['in', 'out'], { description: 'Without it, both' })),
  amount_max: Type.Number({
    exclusiveMinimum: 0,
    description: 'In `currency`: a larger amount is left to a person',
    examples: [20],
  }),
  account: Type.Optional(Account),
  kind: Kind,
});
const Query = Type.Object({
  source: SourceName,
  ended: Type.Optional(Type.Boolean({ default: false, description: 'Those that have ended' })),
  ...pageQuery(),
});
const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

const presentTerms = ({ source, text, currency, direction, amountMax, account, kind }: RuleTerms) => ({
  ...{ source, text, currency, direction },
  amount_max: jsonDecimal(amountMax, exponentOf(currency)),
  ...{ account, kind },
});
const presentRule = ({ id, createdAt, endedAt, ...rule }: StoredRule): Static<typeof RuleAnswer> => ({
  rule_id: Number(id),
  ...presentTerms(rule),
  created_at: createdAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
});

export function bookingRuleRoutes(app: FastifyInstance, deps: Deps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { db }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/booking-rules',
    schema: {
      ...audience.operation('listBookingRules', 'Rules by which lines of one source are booked, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(ListedRuleAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      const { source, ended = false } = request.query;
      const { rows, next } = await readPage(request.query, byId('id'), (page) =>
        listRules(db, { mode, source }, { ...page, ended }),
      );
      return partnerPage(
        rows.map(({ booked, ...rule }) => ({ ...presentRule(rule), booked: Number(booked) })),
        next,
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/booking-rules/suggestions',
    schema: {
      ...audience.operation('suggestBookingRules', 'Rules that would book what people have booked at least twice'),
      querystring: Type.Object({ source: SourceName }),
      response: audience.readAnswers({ 200: dataOf(Type.Array(SuggestedRuleAnswer)) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      const suggested = await suggestRules(db, { mode, source: request.query.source });
      return partnerSuccess(
        suggested.map(({ lines, ...rule }) => ({ ...presentTerms(rule), line_ids: lines.map(Number) })),
      );
    },
  });
}

function changeRoutes(app: FastifyInstance, deps: Deps): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/booking-rules',
    schema: {
      ...audience.operation('addBookingRule', 'Book lines with this text at every import from now on'),
      body: Body,
      response: audience.writeAnswers({ 200: dataOf(RuleAnswer) }, ['invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.add_rule');
      const rule = await addRule(audience.actorOf(request), deps, mode, termsOf(request.body));
      return partnerSuccess(presentRule(rule));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/booking-rules/:id/end',
    schema: {
      ...audience.operation('endBookingRule', 'End a rule; what it booked stays'),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(RuleAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      audience.callerOf(request, 'reconciliation.end_rule');
      const rule = await endRule(audience.actorOf(request), deps, BigInt(request.params.id));
      return partnerSuccess(presentRule(rule));
    },
  });
}

/** @throws AppError `validation_failed`. */
function termsOf(body: Static<typeof Body>): RuleTerms {
  const { source, text, direction = null, account = null, kind } = body;
  const currency = readCurrency(body.currency, codeWanted);
  const amountMax = readAmount('amount_max', body.amount_max, currency);
  return { source, text, currency: currency.code, direction, amountMax, account, kind };
}
