/** Costs of providers and margins in answers of the people's API (docs/contract/people.md, "For the operator"). */
import { type Static, Type } from 'typebox';
import { jsonDecimal } from '../../../base/money/amount.ts';
import { exponentOf } from '../../../base/money/currency.ts';
import { Amount, amountThatIs, Count, Currency, Instant, nullable, Text } from '../../../base/schemas/parts.ts';
import { providerMethods } from '../../providers/provider.ts';
import type { KnownProvider } from '../../providers/providers.repository.ts';
import { feeMethods } from '../fees/fee-rule.ts';
import { FeeAnswer, presentFee } from '../fees/fee-schemas.ts';
import { costsInForce, costsToCome, type ProviderCost } from './provider-cost.ts';
import type { Kept, Margin, Margins, MarginTotal } from './read-margins.ts';

export const CostMethod = Type.Enum([...providerMethods], { description: 'How the customer pays' });
const Name = Type.String({ description: "The provider's name", examples: ['stripe'] });

const CostAnswer = Type.Object(
  {
    provider: Name,
    method: nullable(CostMethod),
    currency: nullable(Currency),
    cost: Type.Union([FeeAnswer, Type.Null()], { description: 'Null: the cost ends, and the next one covers it' }),
    effective_from: Instant,
  },
  { title: 'ProviderCost', description: 'Null for method or currency: every one' },
);

export const CostsAnswer = Type.Object(
  {
    providers: Type.Array(Type.Object({ name: Name, title: Text('Stripe') }), {
      description: 'Whose costs can be set: those in use, those that were, and the simulator of test mode',
    }),
    in_force: Type.Array(CostAnswer, {
      description: 'By provider, the most specific first: the first that covers a payment applies',
    }),
    to_come: Type.Array(CostAnswer, { description: 'Not in force yet, soonest first' }),
  },
  { title: 'ProviderCosts' },
);

export const presentCosts = (
  providers: readonly KnownProvider[],
  costs: readonly ProviderCost[],
  at: Date,
): Static<typeof CostsAnswer> => ({
  providers: providers.map(({ name, title }) => ({ name, title })),
  in_force: costsInForce(costs, at).map(presentCost),
  to_come: costsToCome(costs, at).map(presentCost),
});

const presentCost = ({ provider, method, currency, cost, effectiveFrom }: ProviderCost): Static<typeof CostAnswer> => ({
  provider,
  method,
  currency,
  cost: cost === null ? null : presentFee(cost, currency),
  effective_from: effectiveFrom.toISOString(),
});

const figures = {
  currency: Currency,
  payments: Count,
  volume: amountThatIs('What these payments were for'),
  fees: amountThatIs('What the service charged for them, less what refunds returned'),
  costs: amountThatIs('What the provider charges for them, by the costs that were set'),
  unpriced: Type.Integer({ minimum: 0, description: 'Payments for which no cost is set', examples: [0] }),
  margin: Amount,
};

const MarginAnswer = Type.Object(
  { provider: Name, title: Text('Stripe'), method: Type.Enum([...feeMethods]), ...figures },
  { title: 'Margin', description: '`margin` is fees less costs' },
);

const MarginTotalAnswer = Type.Object(
  { ...figures, dispute_fees: amountThatIs('What providers kept for disputes') },
  { title: 'MarginTotal', description: '`margin` is fees less costs and dispute fees' },
);

const KeptAnswer = Type.Object(
  {
    account: Text('outside:card', 'Its account in the books'),
    currency: Currency,
    dispute_fees: amountThatIs('Kept for disputes that began in the period'),
    payout_fees: amountThatIs('Kept of payouts that were recorded in the period'),
  },
  { title: 'KeptByProvider' },
);

export const MarginsAnswer = Type.Object(
  {
    rows: Type.Array(MarginAnswer),
    kept: Type.Array(KeptAnswer, { description: 'What providers really kept, by account' }),
    totals: Type.Array(MarginTotalAnswer, { description: 'By currency' }),
  },
  { title: 'Margins' },
);

/** @param providers for their titles. */
export const presentMargins = (
  { rows, kept, totals }: Margins,
  providers: readonly KnownProvider[],
): Static<typeof MarginsAnswer> => {
  const titles = new Map(providers.map(({ name, title }) => [name, title]));
  return {
    rows: rows.map((row) => presentRow(row, titles.get(row.provider) ?? row.provider)),
    kept: kept.map(presentKept),
    totals: totals.map(presentTotal),
  };
};

const presentRow = (row: Margin, title: string): Static<typeof MarginAnswer> => ({
  provider: row.provider,
  title,
  method: row.method,
  ...presentFigures({ ...row, disputes: 0n }),
});

const presentTotal = (total: MarginTotal): Static<typeof MarginTotalAnswer> => ({
  ...presentFigures(total),
  dispute_fees: decimal(total.disputes, total.currency),
});

const presentFigures = ({ currency, payments, volume, fees, costs, disputes, unpriced }: MarginTotal) => ({
  currency,
  payments: Number(payments),
  volume: decimal(volume, currency),
  fees: decimal(fees, currency),
  costs: decimal(costs, currency),
  unpriced: Number(unpriced),
  margin: decimal(fees - costs - disputes, currency),
});

const presentKept = ({ source, currency, disputes, payouts }: Kept): Static<typeof KeptAnswer> => ({
  account: `outside:${source}`,
  currency,
  dispute_fees: decimal(disputes, currency),
  payout_fees: decimal(payouts, currency),
});

const decimal = (amount: bigint, currency: string) => jsonDecimal(amount, exponentOf(currency));
