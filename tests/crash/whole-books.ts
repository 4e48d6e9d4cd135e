/**
 * What every crash test at named steps begins and ends with: a company with money, and its accounts, events and books
 * as they must be, to the last unit. Knows no rule of the service.
 */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { countDueJobs } from '../../src/core/jobs/due-jobs.ts';
import { type Account, formatAccount } from '../../src/core/ledger/accounts.ts';
import { listAccounts } from '../../src/core/ledger/ledger.repository.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { type Company, post, type Service, type Stage, until } from './support.ts';

/** Sends a request until it is answered as it should be. @returns the answer's data. */
export async function insist<T = Record<string, unknown>>(
  service: Service,
  company: Company,
  path: string,
  body: object,
  options: { key?: string; is?: (data: T) => boolean } = {},
): Promise<T> {
  let data: T | undefined;
  await until(`${path} is answered`, async () => {
    const answer = await post<T>(service, company, path, body, options.key);
    if (answer === undefined || answer.status === 503) return false;
    expect([200, 201], JSON.stringify(answer)).toContain(answer.status);
    data = answer.data;
    return options.is?.(answer.data) ?? true;
  });
  return data as T;
}

export const topUp = (service: Service, company: Company, amount: number, key = 'top-up') =>
  insist(service, company, '/wallets/topups', { amount, currency: 'USD' }, { key });

/** Nothing of the company's waits for a worker any more. */
export const untilIdle = ({ db }: Stage, { book }: Company): Promise<void> =>
  until('no job is left', async () => (await countDueJobs(db, book)) === 0);

export type Expected = {
  /** Every account that is not at 0, in cents. */
  accounts: Record<string, bigint>;
  /** USD by default. */
  currency?: string;
  /** How often each kind of event was told; those not named may be told at will. */
  events: Record<string, number>;
};

/** A link shows as `shop` or `rider` instead of its number. */
export async function expectWhole(stage: Stage, company: Company, expected: Expected): Promise<void> {
  const { accounts, events, currency = 'USD' } = expected;
  const { book, merchants, couriers } = company;
  await untilIdle(stage, company);
  const rows = (await listAccounts(stage.db, book)).filter((row) => row.currency === currency && row.balance !== 0n);
  const named = (account: Account): string =>
    formatAccount(account)
      .replace(new RegExp(`:${merchants[0]}$`), ':shop')
      .replace(new RegExp(`:${couriers[0]}$`), ':rider');
  expect(Object.fromEntries(rows.map((row) => [named(row), row.balance]))).toEqual(accounts);

  const { rows: told } = await sql<{ type: string; count: bigint }>`
    select type, count(*) as count from events
    where holder_id = ${book.holderId} and type = any(${Object.keys(events)}::text[]) group by type`.execute(stage.db);
  expect(Object.fromEntries(told.map(({ type, count }) => [type, Number(count)]))).toEqual(events);
  await expectBooksToHold(stage.db);
}
