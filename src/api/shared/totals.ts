/** The answer that says what a list found in all. */
import { type Static, Type } from 'typebox';
import type { Totals } from '../../base/database/totals.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { Amount, Currency, nullable } from '../../base/schemas/parts.ts';
import { dataOf, partnerSuccess } from './envelope.ts';

const Sums = Type.Object({
  currency: Currency,
  count: Type.Integer({ minimum: 1, examples: [1180], description: 'Rows in this currency' }),
  amount: Amount,
  fee: Type.Optional(Amount),
  refunded_amount: Type.Optional(Amount),
  paid_amount: Type.Optional({
    ...Amount,
    description: 'Of payments: what was paid. Of payouts and top-ups: what has arrived',
  }),
  credited_amount: Type.Optional({ ...Amount, description: 'Of settlements: what was credited' }),
  recorded_amount: Type.Optional({
    ...Amount,
    description: 'Of settlements: what was only recorded in the shadow ledger',
  }),
  unpaid_amount: Type.Optional({ ...Amount, description: 'Of payments: what is open, or ended unpaid' }),
  on_its_way_amount: Type.Optional({
    ...Amount,
    description: 'Of payouts: what is requested, approved or sent. Of top-ups: what is pending',
  }),
});

const optional = [
  'fee',
  'refunded_amount',
  'paid_amount',
  'unpaid_amount',
  'on_its_way_amount',
  'credited_amount',
  'recorded_amount',
] as const;

export const TotalsAnswer = dataOf(
  Type.Object(
    {
      count: Type.Integer({ minimum: 0, examples: [1204], description: 'Rows on all pages of the list' }),
      is_more: Type.Boolean({ description: 'There are more rows than `count`. Narrow the list for their number' }),
      sums: nullable(
        Type.Array(Sums, {
          description:
            'By currency, exact; null if the rows are too many to be added up, empty if they have no amounts',
        }),
      ),
    },
    { title: 'ListTotals' },
  ),
);

export const presentTotals = ({ count, isMore, sums }: Totals): Static<typeof TotalsAnswer> =>
  partnerSuccess({ count: Number(count), is_more: isMore, sums: sums === null ? null : sums.map(presentSums) });

function presentSums({ currency, count, sums }: NonNullable<Totals['sums']>[number]): Static<typeof Sums> {
  const decimal = (minor: bigint) => jsonDecimal(minor, exponentOf(currency));
  return {
    currency,
    count: Number(count),
    amount: decimal(sums.amount),
    ...Object.fromEntries(
      optional.flatMap((name) => {
        const sum = sums[name];
        return sum === undefined ? [] : [[name, decimal(sum)]];
      }),
    ),
  };
}
