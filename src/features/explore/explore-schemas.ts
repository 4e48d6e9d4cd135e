/** Schemas of explorations (docs/contract/people.md, "Explore"). */
import { type Static, Type } from 'typebox';
import { partUnits } from '../../base/clock/period.ts';
import { Amount, Count, Currency, dayPattern, Instant, nullable } from '../../base/schemas/parts.ts';

const Day = Type.String({
  pattern: dayPattern,
  description: 'In the requested time zone',
  examples: ['2031-03-01'],
});
const Seconds = nullable(Type.Integer({ minimum: 0, examples: [42] }));

const Figures = Type.Object({
  count: Count,
  out_of: Type.Integer({ minimum: 0, description: 'How many `count` is of, for a rate', examples: [1] }),
  amount: Amount,
  median_seconds: Seconds,
  p90_seconds: Seconds,
});
const beside = { ...Figures.properties, compared: nullable(Figures) };

const span = { from: Day, to: Day };
const Part = Type.Object({ ...span, since: Instant, until: Instant });
const compared = nullable(Type.Object({ ...span, parts: Type.Array(Part) }));

export const ExplorationAnswer = Type.Object(
  {
    time_zone: Type.String({ examples: ['Europe/Athens'] }),
    ...span,
    since: Instant,
    until: Instant,
    unit: Type.Enum([...partUnits], { description: 'What the period is cut into' }),
    parts: Type.Array(Part, { description: 'Oldest first, without a gap' }),
    compared,
    currency: nullable(Currency),
    currencies: Type.Array(Type.Object({ currency: Currency, ...beside }), {
      description: 'Totals of every currency, the one with the most first',
    }),
    figures: Type.Array(Type.Object(beside), { description: 'Of `currency`, one for each part of the period' }),
    groups: Type.Array(
      Type.Object({
        key: Type.String({ examples: ['21'] }),
        name: nullable(Type.String({ examples: ['Noodle Bar'] })),
        ...beside,
      }),
      {
        description: 'Of `currency`, the largest first, at most 100',
      },
    ),
  },
  { title: 'Exploration' },
);
export type PresentedExploration = Static<typeof ExplorationAnswer>;
