/**
 * Two workers and two processes on one database: limits hold across all of them, any of them may be killed at any
 * time, and all can be replaced while clients see nothing of it. One scenario, because each start of a process is dear.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { updateQuotas } from '../../src/features/holders/holders.repository.ts';
import { orderBody } from '../support/order-bodies.ts';
import { sendAgainWhileBusy } from '../support/send-again.ts';
import { createOrderLoad } from './order-load.ts';
import {
  answers,
  type Company,
  createStage,
  findFreePort,
  randomMoment,
  type Service,
  type Stage,
  testTimeoutMs,
  until,
} from './support.ts';

const metricsToken = 'a-token-of-the-operator-of-no-consequence';
const settings = { SLUICE_METRICS_TOKEN: metricsToken, SLUICE_DRAIN_SECONDS: '3', SLUICE_DATABASE_CONNECTIONS: '4' };
const momentMs = 50;
/** A load balancer's health check interval and idle timeout. */
const healthMs = 200;
const idleMs = 1_000;
/** Of a service, and between two orders of one: somebody always asks, and the processors are left to what is tested. */
const clientsCount = 6;
const pauseMs = 150;

let stage: Stage;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

type Ports = { workers: string; alone: string[] };

const startWorkers = (port: string): Promise<Service> =>
  stage.startService({ ...settings, PORT: port }, ['--workers', '2']);
const startOne = (port: string): Promise<Service> => stage.startService({ ...settings, PORT: port });

async function choosePorts(): Promise<Ports> {
  const [workers, ...alone] = await Promise.all(Array.from({ length: 3 }, findFreePort));
  return { workers: String(workers), alone: alone.map(String) };
}

/** The pids of all processes that serve, from the list in the database. */
const listServing = (): Promise<number[]> => listProcesses(`heartbeat_at > clock_timestamp() - interval '2 seconds'`);

async function listProcesses(condition = 'true'): Promise<number[]> {
  const { rows } = await stage.pool.query<{ name: string }>(
    `select name from processes where shares_windows and ${condition}`,
  );
  return rows.map(({ name }) => Number(name.split(':').at(-1))).sort((a, b) => a - b);
}

const untilServing = (count: number): Promise<void> =>
  until(`${count} processes serve`, async () => (await listServing()).length === count);

const without = (pids: readonly number[], others: readonly Service[]): number[] =>
  pids.filter((pid) => !others.some((other) => other.pid === pid));

const workersOf = async (others: readonly Service[]): Promise<number[]> => without(await listServing(), others);

/** How often each status was answered when everybody is asked so often at once. */
async function storm(services: readonly Service[], requests: number, ask: (service: Service) => Promise<Response>) {
  const answers = await Promise.all(
    services.flatMap((service) => Array.from({ length: requests }, () => ask(service))),
  );
  const counts: Record<number, number> = {};
  for (const answer of answers) {
    await answer.arrayBuffer();
    counts[answer.status] = (counts[answer.status] ?? 0) + 1;
  }
  return counts;
}

const pushOrder = (company: Company) => (service: Service) =>
  sendAgainWhileBusy(
    () =>
      fetch(`${service.origin}/partner/v1/orders`, {
        method: 'POST',
        headers: company.headers,
        body: JSON.stringify(orderBody()),
      }),
    (answer, name) => answer.headers.get(name),
  );

/** Few passwords are hashed at a time; one that would wait too long is refused, and counts as no guess. */
const guess = (service: Service) =>
  sendAgainWhileBusy(
    () =>
      fetch(`${service.origin}/api/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ email: 'ada@example.com', password: 'not the password of Ada' }),
      }),
    (answer, name) => answer.headers.get(name),
  );

async function scrape(service: Service): Promise<Map<string, number>> {
  const answer = await fetch(`${service.origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

/**
 * Plain clients with keep-alive connections, as a balancer has them: they ask who is ready, and try another only when no
 * connection could be opened. They wait for a service that is busy, as clients should; that one which drains refuses
 * nothing is shown by `draining.test.ts`.
 * @returns what ends them and says how many were answered, and everything that was no answer of success.
 */
function startClients(company: Company, services: readonly Service[]) {
  const agent = new Agent({ keepAlive: true, timeout: idleMs });
  const ready = new Set(services);
  const problems: string[] = [];
  let answered = 0;
  let stopped = false;

  const send = (service: Service): Promise<{ status: number; retryAfter: string | undefined }> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(service.origin);
      const body = JSON.stringify(orderBody());
      const headers = { ...company.headers, 'content-length': Buffer.byteLength(body) };
      const sent = request({ agent, hostname, port, method: 'POST', path: '/partner/v1/orders', headers }, (answer) => {
        const told = { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] };
        answer.resume().on('end', () => resolve(told));
      });
      sent.on('error', reject).end(body);
    });

  async function sendAnywhere(first: number): Promise<void> {
    for (let tried = 0; tried < services.length; tried += 1) {
      try {
        const { status } = await sendAgainWhileBusy(
          () => {
            const open = ready.size > 0 ? [...ready] : services;
            return send(open[(first + tried) % open.length] as Service);
          },
          ({ retryAfter }) => retryAfter,
        );
        if (status === 201) answered += 1;
        else problems.push(`answered with ${status}`);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).syscall === 'connect') continue;
        problems.push(String(error));
        return;
      }
    }
    problems.push('refused by all');
  }

  async function askReady(service: Service): Promise<void> {
    while (!stopped) {
      const isReady = await answers(service, '/health/ready', 200).catch(() => false);
      if (isReady) ready.add(service);
      else ready.delete(service);
      await delay(healthMs);
    }
  }

  const asking = services.map(askReady);
  const ended = Promise.all(
    Array.from({ length: clientsCount }, async (_, client) => {
      for (let n = client; !stopped; n += 1) {
        await sendAnywhere(n);
        await delay(pauseMs);
      }
    }),
  );
  return {
    answered: () => answered,
    async stop(): Promise<string[]> {
      stopped = true;
      await Promise.all([ended, ...asking]);
      agent.destroy();
      return problems;
    },
  };
}

it('many processes serve one database as one service', { timeout: 3 * testTimeoutMs }, async (test) => {
  const company = await stage.makeCompany('Everywhere');
  const limited = await stage.makeCompany('Limited');
  await inTransaction(stage.db, (tx) =>
    updateQuotas(tx, limited.book.holderId, { ordersPerMinute: 60, bulkRequestsPerMinute: 6 }),
  );
  const ports = await choosePorts();
  let workers = await startWorkers(ports.workers);
  let [one, other] = (await Promise.all(ports.alone.map(startOne))) as [Service, Service];
  const all = () => [workers, one, other];
  await untilServing(4);

  // Limits.
  expect(await storm(all(), 40, pushOrder(limited))).toEqual({ 201: 60, 429: 60 });
  expect(await storm(all(), 10, guess)).toEqual({ 401: 20, 429: 10 });
  expect(await storm(all(), 1, guess)).toEqual({ 429: 3 });
  const figures = await scrape(workers);
  expect(figures.get('sluice_workers')).toBe(2);
  const pushes = 'sluice_http_request_duration_seconds_count{method="POST",route="/partner/v1/orders",status=';
  expect([figures.get(`${pushes}"2xx"}`) ?? 0, figures.get(`${pushes}"4xx"}`) ?? 0].reduce((a, b) => a + b)).toBe(40);

  // Replaced one after the other under load, nobody notices.
  const before = await workersOf([one, other]);
  const direct = startClients(company, [workers]);
  const balanced = startClients(company, [one, other]);
  await until('clients are answered', () => direct.answered() > 20 && balanced.answered() > 20);
  let fewest = before.length;
  process.kill(workers.pid, 'SIGUSR2');
  const [stopped] = await Promise.all([
    one.stop(),
    until('both workers were replaced', async () => {
      const now = without(await listProcesses(), [one, other]);
      fewest = Math.min(fewest, now.length);
      return now.length === 2 && !now.some((pid) => before.includes(pid));
    }),
  ]);
  expect(stopped).toBe(0);
  expect(fewest, 'workers listed while each was replaced').toBe(2);
  one = await startOne(ports.alone[0] as string);
  const [some, more] = [direct.answered(), balanced.answered()];
  await until('clients go on', () => direct.answered() > some + 20 && balanced.answered() > more + 20);
  expect([await direct.stop(), await balanced.stop()]).toEqual([[], []]);
  await untilServing(4);

  // Killed in turn under load: a worker, a process, and the primary process of the workers.
  const load = createOrderLoad(company);
  for (const victim of ['worker', 'process', 'primary'] as const) {
    const enough = load.acknowledgements() + 200;
    const loads = all().map((service) => load.start(service));
    await until('orders are acknowledged', () => load.acknowledgements() >= enough);
    await randomMoment(momentMs);
    const serving = await workersOf([one, other]);
    if (victim === 'worker') process.kill(serving[0] as number, 'SIGKILL');
    if (victim === 'process') await one.kill();
    if (victim === 'primary') {
      process.kill(workers.pid, 'SIGKILL');
      await until('its workers end', async () => (await workersOf([one, other])).length === 0);
    }
    for (const stop of loads) await stop();
    if (victim === 'process') one = await startOne(ports.alone[0] as string);
    if (victim === 'primary') workers = await startWorkers(ports.workers);
    await untilServing(4);
    if (victim === 'worker') expect((await scrape(workers)).get('sluice_worker_restarts_total')).toBe(1);
    await load.resendUnacknowledged(other);
  }
  const recorded = await load.findProblems(other);
  expect(recorded.filter((problem) => !problem.endsWith('was never sent.'))).toEqual([]);
  await stage.verify();
  await test.annotate(`${load.orders()} orders acknowledged ${load.acknowledgements()} times`);

  await Promise.all(all().map((service) => service.stop()));
  expect((await stage.pool.query('select from processes')).rowCount).toBe(0);
});
