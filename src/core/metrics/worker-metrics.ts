/**
 * Metrics of several workers on one machine: the worker that is asked asks the primary process, which asks every worker
 * and adds up. Must never count in the primary what a worker counts.
 */
import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Counter, Gauge, type MetricObject, Registry } from 'prom-client';

/** A worker that has not answered by then is left out. */
const answerMaxMs = 2_000;

type Message =
  | { sluice: 'scrape'; id: number }
  | { sluice: 'scraped'; id: number; text: string }
  | { sluice: 'report'; id: number }
  | { sluice: 'reported'; id: number; metrics: MetricObject[] };

const isMessage = (message: unknown): message is Message => typeof (message as Message | null)?.sluice === 'string';

/** In a worker. @returns what renders the metrics of all. */
export function joinWorkers(registry: Registry): () => Promise<string> {
  const asked = new Map<number, (text: string) => void>();
  let last = 0;
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.sluice === 'scraped') {
      asked.get(message.id)?.(message.text);
      asked.delete(message.id);
    }
    if (message.sluice === 'report') void report(registry, message.id);
  });
  return () => {
    last += 1;
    const id = last;
    const answer = new Promise<string>((resolve) => asked.set(id, resolve));
    process.send?.({ sluice: 'scrape', id } satisfies Message);
    return answer;
  };
}

async function report(registry: Registry, id: number): Promise<void> {
  const metrics = (await registry.getMetricsAsJSON()) as MetricObject[];
  process.send?.({ sluice: 'reported', id, metrics } satisfies Message);
}

/** In the primary process. @param workers those that serve. */
export function watchWorkers(workers: () => readonly Worker[]): { countRestart(): void } {
  const own = new Registry();
  const registers = [own];
  const restarts = new Counter({ name: 'sluice_worker_restarts_total', help: 'Workers that died.', registers });
  new Gauge({
    name: 'sluice_workers',
    help: 'Workers that serve.',
    registers,
    collect() {
      this.set(workers().length);
    },
  });
  const asked = new Map<number, (metrics: MetricObject[]) => void>();
  let last = 0;

  function ask(worker: Worker): Promise<MetricObject[]> {
    last += 1;
    const id = last;
    return new Promise((resolve) => {
      const done = (metrics: MetricObject[]): void => {
        clearTimeout(late);
        asked.delete(id);
        resolve(metrics);
      };
      const late = setTimeout(() => done([]), answerMaxMs);
      asked.set(id, done);
      worker.send({ sluice: 'report', id } satisfies Message, (error) => {
        if (error !== null) done([]);
      });
    });
  }

  async function scrape(worker: Worker, id: number): Promise<void> {
    const reports = await Promise.all(workers().map(ask));
    const all = [(await own.getMetricsAsJSON()) as MetricObject[], ...reports];
    const text = await AggregatorRegistry.aggregate(all).metrics();
    worker.send({ sluice: 'scraped', id, text } satisfies Message, () => {});
  }

  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.sluice === 'reported') asked.get(message.id)?.(message.metrics);
    if (message.sluice === 'scrape') void scrape(worker, message.id);
  });
  return { countRestart: () => restarts.inc() };
}
