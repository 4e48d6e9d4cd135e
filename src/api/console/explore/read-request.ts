/** What an exploration is asked for by. */
import { type Static, type TSchema, Type } from 'typebox';
import type { Clock } from '../../../base/clock/clock.ts';
import { comparisons, partUnits } from '../../../base/clock/period.ts';
import { invalidField } from '../../../base/errors/app-error.ts';
import { dayPattern } from '../../../base/schemas/parts.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import type { Question } from '../../../features/explore/explore.ts';
import { type Explored, type Grouping, groupings, metricOf } from '../../../features/explore/metrics.ts';
import { readPeriods } from '../../../features/explore/read-question.ts';
import { codeWanted, readCurrency } from '../../shared/read-money.ts';
import { PeriodQuery, zoneOf } from '../home-volume/read-period.ts';
import { CurrencyCode } from '../list-queries.ts';

const Day = (description: string) =>
  Type.Optional(Type.String({ pattern: dayPattern, description, examples: ['2030-03-01'] }));

const asked = {
  ...PeriodQuery.properties,
  by: Type.Optional(Type.Enum([...groupings], { default: 'none', description: 'What the groups are' })),
  unit: Type.Optional(
    Type.Enum([...partUnits], {
      description: 'What the period is cut into: hours for at most 7 days, days for at most 184',
    }),
  ),
  currency: Type.Optional(CurrencyCode),
  compare: Type.Optional(
    Type.Enum([...comparisons], {
      default: 'previous',
      description:
        'The period before, the same days a year before, the days `compare_from` and `compare_to`, or nothing',
    }),
  ),
  compare_from: Day('The first day to compare with'),
  compare_to: Day('The last day to compare with'),
};

export const exploreQuery = <Metric extends TSchema>(metric: Metric) => Type.Object({ metric, ...asked });
type Asked = Static<ReturnType<typeof exploreQuery<TSchema>>>;

/** @throws AppError `validation_failed` */
export function questionOf(
  explored: Explored,
  query: Omit<Asked, 'metric'>,
  clock: Clock,
  { holderId, mode }: Book,
): { timeZone: string; question: Question } {
  const { by = 'none' as Grouping, currency } = query;
  if (currency !== undefined) readCurrency(currency, codeWanted);
  if (!metricOf(explored).by.includes(by)) {
    throw invalidField('by', `must be one of ${metricOf(explored).by.join(', ')} for this metric`);
  }
  const timeZone = zoneOf(query);
  const now = clock.now(holderId, mode);
  const read = readPeriods(query, now, timeZone);
  if ('field' in read) throw invalidField(read.field, read.message);
  const ahead = now.getTime() - clock.now(holderId, 'live').getTime();
  return { timeZone, question: { explored, by, ...read, currency, now, ahead } };
}
