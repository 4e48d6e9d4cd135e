/** The reads of the payout screens, and what an act on them makes stale. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { apiOf, type Book, dataOf, pageOf } from '../../api/client.ts';

export const optionsQuery = (book: Book) =>
  queryOptions({
    queryKey: ['payout-options', book.holderId, book.mode],
    queryFn: () => dataOf(apiOf(book).GET('/api/v1/payout-options')),
  });

export const bankAccountsQuery = (book: Book) =>
  queryOptions({
    queryKey: ['bank-accounts', book.holderId, book.mode],
    queryFn: async () => (await pageOf(apiOf(book).GET('/api/v1/bank-accounts'))).data,
  });

export const schedulesQuery = (book: Book) =>
  queryOptions({
    queryKey: ['payout-schedules', book.holderId, book.mode],
    queryFn: async () => (await pageOf(apiOf(book).GET('/api/v1/payout-schedules'))).data,
  });

/** Payouts that are read to find what became of the last one to each bank account. */
const recentMax = 100;

export const recentPayoutsQuery = (book: Book) =>
  queryOptions({
    queryKey: ['payouts', 'recent', book.holderId, book.mode],
    queryFn: async () =>
      (await pageOf(apiOf(book).GET('/api/v1/payouts', { params: { query: { limit: recentMax } } }))).data,
  });

const changedByPayouts = [
  ...['payout-options', 'payout-schedules', 'payouts', 'traces', 'bank-accounts', 'earnings', 'wallet', 'home'],
];

export const afterPayoutChange = (queries: QueryClient): Promise<unknown> =>
  Promise.all(changedByPayouts.map((name) => queries.invalidateQueries({ queryKey: [name] })));
