/** A settlement run beside one bare statement, and beside itself when much is recorded already. */
import { settleBarely } from './bare-settlement.ts';
import { type Bench, ratios, settleDown, spread } from './bench.ts';
import { type BenchCompany, makeCompany, makeOrders } from './fixtures.ts';

const ordersOf = ({ quick }: Bench): number => (quick ? 10_000 : 100_000);

/** @returns orders a second. */
async function settle(bench: Bench, company: BenchCompany, first = 0): Promise<number> {
  const count = ordersOf(bench);
  await makeOrders(bench.db, company, count, first);
  await settleDown(bench.db);
  const seconds = await bench.service.settle(company.holderId);
  await settleDown(bench.db);
  return count / seconds;
}

export async function benchSettlement(bench: Bench): Promise<void> {
  const { db, rounds, say, compare } = bench;
  const count = ordersOf(bench);
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    own.push(await settle(bench, await makeCompany(db, `Settled ${round}`)));
    const barely = await makeCompany(db, `Bare ${round}`);
    await makeOrders(db, barely, count);
    bare.push(count / (await settleBarely(db, barely)));
    await settleDown(db);
  }
  say(`\nSettlement of ${count} orders of three splits, orders a second: median of ${rounds} (lowest to highest)`);
  say(`  ${'settlement run'.padEnd(38)} ${spread(own)}`);
  say(`  ${'one bare statement'.padEnd(38)} ${spread(bare)}`);
  compare({ name: 'settlement ÷ one bare statement', values: ratios(own, bare), aim: { atLeast: 0.7 } });
}

/** Whether settled orders slow down a settlement: the same number of orders, without and with many older ones. */
export async function benchGrowth(bench: Bench): Promise<void> {
  const { db, rounds, say, compare } = bench;
  const count = ordersOf(bench);
  const grown = await makeCompany(db, 'Grown');
  const earlier = 9 * count;
  for (let done = 0; done < earlier; done += count) {
    await makeOrders(db, grown, count, done);
    await settleBarely(db, grown);
  }
  const few: number[] = [];
  const many: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    few.push(await settle(bench, await makeCompany(db, `Young ${round}`)));
    many.push(await settle(bench, grown, earlier + round * count));
  }
  say(`\nSettlement of ${count} orders by what is recorded in all, orders a second: median of ${rounds}`);
  say(`  ${`${count} orders`.padEnd(38)} ${spread(few)}`);
  say(`  ${`${earlier + count} orders and more`.padEnd(38)} ${spread(many)}`);
  compare({ name: 'settlement, ten times as much recorded', values: ratios(many, few), aim: { atLeast: 0.8 } });
}
