/** Gathers what a company or a shop took in a period and in the one before. Reads only. */
import type { Clock } from '../../../base/clock/clock.ts';
import type { Day } from '../../../base/clock/days.ts';
import { daysOfPeriod, type Period } from '../../../base/clock/period.ts';
import type { Database } from '../../../base/database/pool.ts';
import type { AccountKind, Book } from '../../../core/ledger/accounts.ts';
import { listAccounts } from '../../../core/ledger/ledger.repository.ts';
import { sumRecordedDays } from '../../../features/explore/recorded-days.repository.ts';
import { writtenIn } from '../../../features/orders/order-times.repository.ts';
import { countEnded, sumPaid, sumRefunded } from '../../../features/payments/shop-home.repository.ts';
import { sumEarned } from '../../../features/settlements/earnings/payee.repository.ts';
import { type Compared, compare, type Moved } from './compare.ts';
import type { EarningFigure, OrderFigure, PaymentFigure } from './present-volume.ts';

export async function readOrderVolume(
  db: Database,
  book: Book,
  period: Period,
  timeZone: string,
): Promise<Compared<OrderFigure>[]> {
  const [days, known] = await Promise.all([
    sumRecordedDays(db, book, daysOfPeriod(period, timeZone)),
    currenciesOf(db, book, 'clearing'),
  ]);
  const moved = days.flatMap(({ from, recorded }) =>
    recorded.map(({ currency, ...figures }): Moved<OrderFigure> => ({ since: from, currency, figures })),
  );
  const names = ['orders', 'amount', 'commission'] as const;
  return compare(period.buckets, moved, known, { names, count: 'orders', amount: 'amount' });
}

/** Payments count when they were paid, refunds when they were made. */
export async function readPaymentVolume(db: Database, book: Book, period: Period, now: Date) {
  const spans = period.buckets.flatMap((bucket) => [bucket.previous, bucket]);
  const ranges = spans.map(({ since, until }, place): Day => ({ day: String(place), from: since, to: until }));
  const [paid, refunds, ended, known] = await Promise.all([
    sumPaid(db, book, ranges),
    sumRefunded(db, book, ranges),
    countEnded(db, book, { from: period.since, until: period.until, now }),
    currenciesOf(db, book, 'wallet'),
  ]);
  const sinceOf = (place: string): Date => (spans[Number(place)] as (typeof spans)[number]).since;
  const none = { payments: 0n, volume: 0n, refunds: 0n, refunded: 0n };
  const moved: Moved<PaymentFigure>[] = [
    ...paid.map(({ day, currency, payments, ...sums }) => {
      const [volume, fees] = [BigInt(sums.amount), BigInt(sums.fees)];
      return { since: sinceOf(day), currency, figures: { ...none, payments, volume, fees, net: volume - fees } };
    }),
    ...refunds.map(({ day, currency, refunds: count, ...sums }) => {
      const [refunded, fees] = [BigInt(sums.amount), -BigInt(sums.fees)];
      const figures = { ...none, refunds: count, refunded, fees, net: -refunded - fees };
      return { since: sinceOf(day), currency, figures };
    }),
  ];
  const names = ['payments', 'volume', 'refunds', 'refunded', 'fees', 'net'] as const;
  return { rows: compare(period.buckets, moved, known, { names, count: 'payments', amount: 'volume' }), ...ended };
}

/** What one link of a company earned, by when it was credited. */
export async function readPayeeVolume(
  { db, clock }: { db: Database; clock: Clock },
  book: Book,
  linkId: bigint,
  period: Period,
): Promise<Compared<EarningFigure>[]> {
  const spans = period.buckets.flatMap((bucket) => [bucket.previous, bucket]);
  const times = new Set(spans.flatMap(({ since, until }) => [since.getTime(), until.getTime()]));
  const edges = [...times].sort((a, b) => a - b).map((time) => new Date(time)) as [Date, ...Date[]];
  const { since = edges[0] } = writtenIn(clock, book, { from: edges[0] });
  const rows = await sumEarned(db, book, linkId, edges, since);
  const moved = rows.map(({ place, currency, shares, ...sums }): Moved<EarningFigure> => {
    const [earned, takenBack] = [BigInt(sums.earned), BigInt(sums.takenBack)];
    const figures = { shares, earned, taken_back: takenBack, net: earned - takenBack };
    return { since: edges[place] as Date, currency, figures };
  });
  const names = ['shares', 'earned', 'taken_back', 'net'] as const;
  return compare(period.buckets, moved, [], { names, count: 'shares', amount: 'earned' });
}

async function currenciesOf(db: Database, book: Book, wanted: AccountKind): Promise<string[]> {
  const accounts = await listAccounts(db, book);
  return accounts.filter(({ kind }) => kind === wanted).map(({ currency }) => currency);
}
