/** Payment fees in answers and requests of the people's API (docs/ledger.md, "Payment fees"). */
import { type Static, Type } from 'typebox';
import { jsonDecimal } from '../../../base/money/amount.ts';
import { exponentOf } from '../../../base/money/currency.ts';
import { Amount, Count, Currency, Instant, NumericId, nullable, Text } from '../../../base/schemas/parts.ts';
import { type Fee, type FeeRule, feeMethods } from './fee-rule.ts';
import type { OwnFees } from './fee-rules.repository.ts';
import type { FeeRules } from './read-fees.ts';

export const basisPointsMax = 10_000;

export const Method = Type.Enum([...feeMethods], { description: 'How the customer pays' });

export const BasisPoints = Type.Integer({
  minimum: 0,
  maximum: basisPointsMax,
  description: 'Hundredths of a percent of the amount',
  examples: [140],
});

export const FeeAnswer = Type.Object(
  { basis_points: BasisPoints, fixed: Amount },
  { title: 'PaymentFee', description: 'A rate of the amount and a fixed part in the currency of the payment' },
);

const FeeRuleAnswer = Type.Object(
  {
    own: Type.Boolean({ description: 'Agreed with this account; false: of all accounts' }),
    method: nullable(Method),
    currency: nullable(Currency),
    fee: Type.Union([FeeAnswer, Type.Null()], { description: 'Null: the rule ends, and the next one covers it' }),
    effective_from: Instant,
  },
  { title: 'PaymentFeeRule', description: 'Null for method or currency: every one' },
);
type PresentedFeeRule = Static<typeof FeeRuleAnswer>;

export const FeeRulesAnswer = Type.Object(
  {
    in_force: Type.Array(FeeRuleAnswer, {
      description: 'The most specific first: the first that covers a payment applies',
    }),
    to_come: Type.Array(FeeRuleAnswer, { description: 'Decided and not in force yet, soonest first' }),
  },
  { title: 'PaymentFees' },
);

/** As the operator sees them. */
export const OperatorFeesAnswer = Type.Object(
  {
    ...FeeRulesAnswer.properties,
    accounts: Type.Object(
      {
        count: Count,
        first: Type.Array(Type.Object({ holder_id: NumericId, name: Text('Corner Shop') }), {
          description: 'By name, at most five',
        }),
      },
      { description: 'Those that have fees of their own in force' },
    ),
  },
  { title: 'OperatorPaymentFees' },
);

/** @param currency null for a rule of every currency, which has no fixed part. */
export const presentFee = ({ basisPoints, fixed }: Fee, currency: string | null): Static<typeof FeeAnswer> => ({
  basis_points: basisPoints,
  fixed: jsonDecimal(fixed, currency === null ? 0 : exponentOf(currency)),
});

export const presentFees = ({ inForce, toCome }: FeeRules): Static<typeof FeeRulesAnswer> => ({
  in_force: inForce.map(presentFeeRule),
  to_come: toCome.map(presentFeeRule),
});

export const presentOperatorFees = (rules: FeeRules, { count, first }: OwnFees): Static<typeof OperatorFeesAnswer> => ({
  ...presentFees(rules),
  accounts: { count, first: first.map(({ holderId, name }) => ({ holder_id: Number(holderId), name })) },
});

const presentFeeRule = ({ holderId, method, currency, fee, effectiveFrom }: FeeRule): PresentedFeeRule => ({
  own: holderId !== null,
  method,
  currency,
  fee: fee === null ? null : presentFee(fee, currency),
  effective_from: effectiveFrom.toISOString(),
});
