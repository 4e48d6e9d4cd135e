/** docs/write-a-provider.md, "Statements": a provider's report is read as its package says, uploaded or watched for. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createReconciliationWorld, type ReconciliationWorld } from '../../../tests/fixtures/reconciliation.ts';
import { createUploads } from '../../../tests/fixtures/uploads.ts';
import { shell } from '../../../tests/support/actors.ts';
import { root } from '../../../tests/support/command.ts';
import type { ProviderPackage } from '../providers/provider.ts';
import { keepProviders } from '../providers/providers.repository.ts';
import { stripe } from '../providers/stripe/index.ts';
import { postAcquirerPayout } from '../reconciliation/acquirer-payout.ts';
import { readReport } from '../reconciliation/provider-statement.ts';
import { takeFile } from '../watched-files/take-file.ts';
import type { ListedFile } from './statement-files.repository.ts';

let world: ReconciliationWorld;
let live: ProviderPackage[];
const example = pathToFileURL(join(root, 'docs/examples/provider/index.js')).href;
const { default: examplePay } = (await import(example)) as { default: ProviderPackage };

beforeEach(async () => {
  world = await createReconciliationWorld();
  live = [stripe, examplePay];
  await keepProviders(world.db, live);
});
afterEach(() => world.close());

const depsOf = () => ({ ...world.deps, liveProviders: () => live });
const openUploads = () =>
  createUploads({ settings: world.settings, deps: depsOf() }, { source: 'examplepay', mode: 'live' });

/** Dates and amounts that could be read in two ways, and a type that could be the sign. */
const header = 'day;line;reference;type;gross;fee;currency';
const report = `${header}\n05/04/2031;l1;PO-1-x;payout;-97.000;0.000;KWD\n06/04/2031;l2;PO-1-x;fee;-3.000;0.000;KWD\n`;

const payOut = () =>
  postAcquirerPayout(shell, world.deps, {
    ...{ mode: 'live', source: 'examplepay', currency: 'KWD', amount: 100_000n, fee: 3_000n, reference: 'PO-1-x' },
  });

const asked = ({ found }: ListedFile): string[] => (found?.questions ?? []).map(({ kind }) => kind);
const amounts = async (): Promise<string[]> => {
  const { rows } = await world.pool.query(
    `select amount, (select count(*) from statement_matches m where m.line_id = l.id)::int as matches
     from statement_lines l order by l.id`,
  );
  return rows.map(({ amount, matches }) => `${amount}${matches === 1 ? ' matched' : ''}`);
};

async function watched(text: string, source = 'examplepay') {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-report-'));
  try {
    const path = join(directory, 'report.csv');
    await writeFile(path, text);
    const expected = { source, mode: 'live', account: '', answers: {} } as const;
    return await takeFile(shell, depsOf(), expected, { name: 'report.csv', path });
  } finally {
    await rm(directory, { recursive: true });
  }
}

it('is read without a question', async () => {
  await payOut();
  const uploads = await openUploads();
  const file = await uploads.upload(report);
  expect(asked(file)).toEqual([]);
  expect(file.state).toBe('ready');
  await uploads.import(file);
  expect(await amounts()).toEqual(['-97000 matched', '-3000 matched']);
});

it('is taken up where it is watched for, and says whose it is', async () => {
  await payOut();
  expect(await watched(report)).toMatchObject({
    folder: 'done',
    sentences: expect.arrayContaining(['Read as a report of Example Pay.']),
  });
  expect(await amounts()).toEqual(['-97000 matched', '-3000 matched']);
});

it.each<[string, () => void, string]>([
  ['lacks a column', () => {}, report.replaceAll('line', 'number')],
  ['has a column twice', () => {}, report.replaceAll('fee', 'gross')],
  ['is of a provider that is no longer in use', () => void live.splice(1), report],
  [
    'is of one whose package says nothing of it',
    () => void live.splice(1, 1, { ...live[1]!, statement: undefined }),
    report,
  ],
])('asks as of any file when it %s', async (_what, change, text) => {
  change();
  expect(await watched(text)).toMatchObject({
    folder: 'failed',
    sentences: expect.arrayContaining([expect.stringContaining('Which day is "05/04/2031"?')]),
  });
  expect(await amounts()).toEqual([]);
});

it('is only the provider’s own, in live mode', async () => {
  expect(await watched(report, 'card')).toMatchObject({ folder: 'failed' });
  const ofStripe = ['created_utc', 'gross', 'currency', 'payment_metadata[sluice_attempt]', 'reporting_category'];
  const header = [...ofStripe, 'source_id', 'description', 'balance_transaction_id'];
  expect(readReport(live, { mode: 'live', source: 'card' }, header)).toMatchObject({ title: 'Stripe' });
  expect(readReport(live, { mode: 'test', source: 'card' }, header)).toBeUndefined();
  expect(readReport(live, { mode: 'live', source: 'bank' }, header)).toBeUndefined();
});

it('is read by a person’s profile where there is one', async () => {
  const uploads = await openUploads();
  const asIfNew = await uploads.answer(await uploads.upload(report), {}, true);
  expect(asked(asIfNew)).toContain('date_order');
  const month = await uploads.answer(asIfNew, { date_order: 'MDY', decimal: 'point', amounts: 'inverted' }, true);
  expect(asked(month)).toEqual([]);
  await uploads.import(month, 'The other way round');
  expect(await amounts()).toEqual(['97000', '3000']);
  const next = await uploads.upload(report.replaceAll('/04/', '/05/'));
  expect(next.profile).toBe('The other way round');
  await uploads.import(next);
  expect(await amounts()).toEqual(['97000', '3000', '97000', '3000']);
});

it('counts what a person says of this file more', async () => {
  const uploads = await openUploads();
  const file = await uploads.answer(await uploads.upload(report), { date_order: 'MDY' });
  await uploads.import(file);
  const { rows } = await world.pool.query('select booked_on::text as day from statement_lines order by id limit 1');
  expect(rows).toEqual([{ day: '2031-05-04' }]);
});
