/** Schemas of what a company or a shop took in a period, beside the period before (docs/contract/people.md, "Periods"). */
import { type Static, type TSchema, Type } from 'typebox';
import { units } from '../../../base/clock/period.ts';
import { amountThatIs, Count, Currency, dayPattern } from '../../../base/schemas/parts.ts';

const Day = Type.String({
  pattern: dayPattern,
  description: 'In the requested time zone',
  examples: ['2031-03-01'],
});
const days = { from: Day, to: Day };

const Percent = Type.Union([Type.Number(), Type.Null()], {
  description:
    'Growth in per cent, to a tenth; null when there was nothing, or less than nothing, in the period before',
  examples: [12.5],
});

const period = {
  time_zone: Type.String({ examples: ['Europe/Athens'] }),
  ...days,
  unit: Type.Enum([...units], { description: 'What the period is cut into' }),
  previous: Type.Object(days),
  parts: Type.Array(Type.Object({ ...days, previous: Type.Object(days) }), {
    description: 'Oldest first, without a gap',
  }),
};

const volume = <Figures extends Record<string, TSchema>, Also extends Record<string, TSchema>>(
  title: string,
  figures: Figures,
  also: Also,
) => {
  type Names = { [Name in keyof Figures]: typeof Percent };
  const change = Object.fromEntries(Object.keys(figures).map((name) => [name, Percent])) as Names;
  const both = { ...figures, previous: Type.Object(figures) };
  return Type.Object(
    {
      ...period,
      ...also,
      currencies: Type.Array(
        Type.Object({
          currency: Currency,
          ...both,
          change: Type.Object(change),
          parts: Type.Array(Type.Object(both), { description: 'One for each part of the period' }),
        }),
        { description: 'The one with the most orders or payments first; also those in which nothing moved' },
      ),
    },
    { title },
  );
};

export const CompanyVolume = volume(
  'CompanyVolume',
  {
    orders: Count,
    amount: amountThatIs('What the orders recorded come to, without shadow orders'),
    commission: amountThatIs('What of it was recorded as the commission of the company'),
  },
  {},
);
export type PresentedCompanyVolume = Static<typeof CompanyVolume>;

/** Payments created in the period. Those that can still be paid are in neither count. */
const outcome = { paid: Count, unpaid: Count };

export const ShopVolume = volume(
  'ShopVolume',
  {
    payments: Count,
    volume: amountThatIs('What was paid'),
    refunds: Count,
    refunded: amountThatIs('What was refunded, whenever it had been paid'),
    fees: amountThatIs('What the service charged, less what refunds returned of it'),
    net: amountThatIs('The volume less fees and refunds; may be below 0'),
  },
  outcome,
);
export type PresentedShopVolume = Static<typeof ShopVolume>;

export const PayeeVolume = volume(
  'PayeeVolume',
  {
    shares: Count,
    earned: amountThatIs('What settlements and claims credited'),
    taken_back: amountThatIs('What refunds took from it, less what was given back because one failed'),
    net: amountThatIs('What it earned less what was taken back; may be below 0'),
  },
  {},
);
export type PresentedPayeeVolume = Static<typeof PayeeVolume>;
