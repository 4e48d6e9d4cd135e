import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { createDatabase, createPool } from './src/database/pool.ts';
import { createDayTotals } from './src/company-home/day-totals.ts';
import { countPending } from './src/company-home/company-home.repository.ts';
import { findNextSettlements } from './src/company-home/next-settlements.ts';
import { listEventsOfOrder, listTransfersOfOrder } from './src/orders/order-trace.repository.ts';
import { findSettings } from './src/settlements/schedules.repository.ts';
import { listMovements } from './src/wallets/movements.repository.ts';
import { accountIn, ledgerAccount } from './src/ledger/accounts.ts';
const password = readFileSync('.sluice/pgpass', 'utf8').split('\n')[0]!.split(':')[4]!.replace(/\\(.)/g, '$1');
const pool = createPool({ host: `${process.cwd()}/.sluice/database/socket`, user: 'sluice', password, database: 'load' } as never);
const db = createDatabase(pool);
const book = { holderId: 77n, mode: 'test' as const };
const clock = { now: () => new Date() };
await pool.query(`insert into settlement_settings (company_id, mode) values (77,'test') on conflict do nothing`).catch((e) => console.log(String(e)));
const settings = await findSettings(db, book).catch(() => ({ timeZone: 'Europe/Athens', holdSeconds: 0, settleOnlyPaid: false, paused: false, schedule: { every: 'day', days: [], time: '02:00' }, currencies: new Map() }) as never);
const order = { ...book, id: 50_000n };
const works: Record<string, () => Promise<unknown>> = {
  'home: next settlements': () => findNextSettlements({ db, clock }, book, settings),
  'home: pending': () => countPending(db, book),
  'trace: transfers': () => listTransfersOfOrder(db, order),
  'trace: events': () => listEventsOfOrder(db, order, 500),
  movements: () => listMovements(db, accountIn({ ...book, currency: 'EUR' }, ledgerAccount.clearing), { beforeId: undefined, limit: 26 }),
};
async function time(name: string, work: () => Promise<unknown>, times = 9) {
  const took: number[] = [];
  for (let n = 0; n < times; n += 1) { const from = performance.now(); await work(); took.push(performance.now() - from); }
  took.sort((a, b) => a - b);
  console.log(name, 'p50', took[times >> 1]!.toFixed(0), 'min', took[0]!.toFixed(0), 'ms');
}
for (const [name, work] of Object.entries(works)) await time(name, work);
const read = createDayTotals({ db, clock });
await time('activity, first', () => createDayTotals({ db, clock })(book, 'Europe/Athens', 30), 3);
await read(book, 'Europe/Athens', 30);
await time('activity, 30 days', () => read(book, 'Europe/Athens', 30));
await pool.end();
