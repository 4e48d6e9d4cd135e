/**
 * Cached links: a new link is found immediately (docs/contract/partner.md, "Record an order"), and an ended one is
 * dropped within a second (src/base/database/README.md, "Caches").
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { endLink, makeCompany, makeLink } from '../../../tests/support/holders.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { unheardAgeMaxMs } from '../../base/database/row-cache.ts';
import { createLinkLookup, type LinkLookup } from './link-lookup.ts';

let database: TestDatabase;
let company: bigint;
let lookup: LinkLookup;
let ahead = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  company = await makeCompany(database.db);
});
afterAll(() => database.drop());
beforeEach(() => {
  ahead = 0;
  lookup = createLinkLookup(database.db);
  const performanceNow = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => performanceNow() + ahead);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const found = async (...ids: bigint[]): Promise<bigint[]> => [...(await lookup.find(company, 'live', ids)).keys()];

it('docs/contract/partner.md, "Beneficiaries and invitations": a link made a moment ago is known', async () => {
  const first = await makeLink(database.db, company, 'merchant');
  expect(await found(first, first + 1n)).toEqual([first]);
  const second = await makeLink(database.db, company, 'courier');
  expect(second).toBe(first + 1n);
  expect(await found(first, second)).toEqual([first, second]);
});

it('docs/contract/partner.md, "Beneficiaries and invitations": an ended link takes no new orders, within a second, and at once where it was ended', async () => {
  const id = await makeLink(database.db, company, 'merchant');
  expect(await found(id)).toEqual([id]);
  await endLink(database.db, company, id);
  ahead = unheardAgeMaxMs;
  expect(await found(id)).toEqual([]);

  const other = await makeLink(database.db, company, 'merchant');
  expect(await found(other)).toEqual([other]);
  await endLink(database.db, company, other);
  lookup.drop(company, other);
  expect(await found(other)).toEqual([]);
});

it('a link of another company is none of this company', async () => {
  const other = await makeCompany(database.db, { name: 'Other' });
  const id = await makeLink(database.db, other, 'merchant');
  expect(await found(id)).toEqual([]);
  expect([...(await lookup.find(other, 'live', [id])).keys()]).toEqual([id]);
});

it('many at once, of several companies, are found together and each once', async () => {
  const other = await makeCompany(database.db, { name: 'Other' });
  const own: bigint[] = [];
  for (let count = 0; count < 5; count += 1) own.push(await makeLink(database.db, company, 'merchant'));
  const theirs = await makeLink(database.db, other, 'courier');
  const [a, b, c] = await Promise.all([
    lookup.find(company, 'live', [...own, ...own, theirs]),
    lookup.find(other, 'live', [theirs, ...own]),
    lookup.find(company, 'live', own.slice(0, 2)),
  ]);
  expect([...(a?.keys() ?? [])]).toEqual(own);
  expect([...(b?.keys() ?? [])]).toEqual([theirs]);
  expect([...(c?.keys() ?? [])]).toEqual(own.slice(0, 2));
});

it('a failed look-up is told, and the next one asks anew', async () => {
  const id = await makeLink(database.db, company, 'merchant');
  await expect(lookup.find(company, 'live', [10n ** 30n])).rejects.toMatchObject({ code: '22003' });
  expect(await found(id)).toEqual([id]);
});
