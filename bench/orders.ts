/** The rate of `POST /orders`, beside servers that do less, by the number of companies, and of many orders at once. */

import { makeSeals } from '../src/core/seals/make-seals.ts';
import { createRest } from '../src/core/seals/rest.ts';
import { newSealKey, readSealKeys } from '../src/core/seals/seal-keys.ts';
import { type Bench, processorTime, ratios, settleDown, spread } from './bench.ts';
import { type Caller, makeCallers, makeCompany } from './fixtures.ts';
import { load, type RunningServer, startNaiveServer, startService } from './processes.ts';
import type { RequestKind } from './requests.ts';

/** Enough that more add nothing. */
export const peakConnections = 256;
const bulkConnections = 8;
const bulkSize = 100;

type Line = {
  name: string;
  server: RunningServer;
  send: RequestKind;
  connections?: number;
  ordersEach?: number;
  /** What is recorded is sealed meanwhile. */
  isSealed?: boolean;
  rates: number[];
  costs: { serviceUs: number; databaseUs: number }[];
};

export type Rates = { own: number[]; constant: number[]; callers: readonly Caller[] };

export async function benchOrders(bench: Bench): Promise<Rates> {
  const { db, settings, service } = bench;
  const callers = await makeCallers(db, 1_000);
  const orders = (count: number): RequestKind => ({ kind: 'order', companies: callers.slice(0, count) });
  const company = await makeCompany(db, 'Naive');
  // It stores the splits of one company for every request, so these are what it is sent.
  const keyless = {
    clientId: '',
    clientSecret: '',
    merchant: Number(company.merchant),
    courier: Number(company.courier),
  };
  const naive = await startNaiveServer(settings, company, false);
  const raw = await startNaiveServer(settings, company, true);
  const constant = await startService(settings, true);
  const line = (name: string, server: RunningServer, send: RequestKind): Line => ({
    name,
    server,
    send,
    rates: [],
    costs: [],
  });
  const lines = {
    own: line('POST /orders, 50 companies', service, orders(50)),
    one: line('POST /orders, 1 company', service, orders(1)),
    thousand: line('POST /orders, 1,000 companies', service, orders(1_000)),
    constant: line('the same server, a constant answer', constant, orders(50)),
    naive: line('a naive server', naive, { kind: 'order', companies: [keyless] }),
    raw: line('node:http and JSON.parse alone', raw, orders(50)),
    sealed: { ...line('POST /orders, 50 companies, while seals are made', service, orders(50)), isSealed: true },
    bulk: {
      ...line(`POST /orders/bulk, ${bulkSize} at once`, service, {
        kind: 'bulk',
        companies: callers.slice(0, 50),
        size: bulkSize,
      }),
      connections: bulkConnections,
      ordersEach: bulkSize,
    },
  };
  // Whatever is measured first would be measured cold.
  for (const [key, { server, send }] of Object.entries(lines)) {
    await load({
      port: server.port,
      connections: bulkConnections,
      seconds: 0,
      warmUpSeconds: bench.seconds,
      send,
      prefix: key,
    });
    await settleDown(db);
  }
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const [key, one] of Object.entries(lines)) await measure(bench, one, `${key}-${round}`);
  }
  for (const server of [naive, raw, constant]) await server.stop();
  print(bench, Object.values(lines));
  const of = (key: keyof typeof lines): number[] => lines[key].rates;
  const { compare } = bench;
  compare({
    name: 'POST /orders, 1,000 companies ÷ 50 companies',
    values: ratios(of('thousand'), of('own')),
    aim: { atLeast: 0.95 },
  });
  compare({
    name: 'POST /orders while seals are made ÷ without',
    values: ratios(of('sealed'), of('own')),
    aim: { atLeast: 0.97 },
  });
  compare({
    name: 'POST /orders ÷ a constant answer',
    values: ratios(of('own'), of('constant')),
    aim: { atLeast: 0.75 },
  });
  compare({ name: 'POST /orders ÷ a naive server', values: ratios(of('own'), of('naive')), aim: { atLeast: 4.5 } });
  compare({
    name: `orders a second, ${bulkSize} at once ÷ one by one`,
    values: ratios(of('bulk'), of('own')),
    aim: { atLeast: 3 },
  });
  return { own: of('own'), constant: of('constant'), callers };
}

async function measure(bench: Bench, line: Line, prefix: string): Promise<void> {
  const { seconds, warmUpSeconds } = bench;
  const { server, send, connections = peakConnections, ordersEach = 1 } = line;
  const plan = { port: server.port, connections, seconds, warmUpSeconds, send, prefix };
  const stopping = new AbortController();
  const sealing = line.isSealed ? sealUntil(stopping.signal, bench) : undefined;
  const { result, ...cost } = await processorTime(
    bench,
    server.pid,
    () => load(plan),
    ({ requestsInAll }) => requestsInAll * ordersEach,
  );
  stopping.abort();
  await sealing;
  // A refusal is sent again, and counts as the time it cost.
  if (result.failures + result.brokenConnections > 0) {
    throw new Error(`requests failed (${line.name}): ${JSON.stringify(result)}`);
  }
  line.rates.push(result.perSecond * ordersEach);
  line.costs.push(cost);
}

/** As the job does, without waiting for its hour. */
async function sealUntil(stopping: AbortSignal, { db }: Bench): Promise<void> {
  const keys = readSealKeys(newSealKey());
  while (!stopping.aborted) await makeSeals({ db, keys, eventDays: 30, rest: createRest(stopping) });
}

function print({ say, rounds }: Bench, lines: readonly Line[]): void {
  say(
    `\nOrders a second, ${peakConnections} connections: median of ${rounds} (lowest to highest), and microseconds of`,
  );
  say('processor time for each order in the service and in the database');
  for (const { name, rates, costs } of lines) {
    const [service, database] = [costs.map((c) => c.serviceUs), costs.map((c) => c.databaseUs)];
    say(`  ${name.padEnd(38)} ${spread(rates)} service ${spread(service)} database ${spread(database)}`.trimEnd());
  }
}
