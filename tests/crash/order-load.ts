/**
 * Clients that push orders until told to stop, and remember every answer. They know nothing of the service but its
 * interface: what was acknowledged, and to whom, is what the crash tests hold it to.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Company, randomInteger, type Service, until } from './support.ts';

const clientsCount = 12;
const againShare = 0.3;
/** Refs sent a moment ago, whose answers may still be on their way. */
const recentRefs = 24;
/** Before a client that was told to come back does. */
const patienceMs = 100;
/** Between two orders of a client: without it the clients take the processors from what the tests wait for. */
const pauseMs = 20;
const pageSize = 200;

type Presented = { order_id: number; partner_order_ref: string } & Record<string, unknown>;

type History = {
  /** How often it was answered with 201. */
  created: number;
  /** How often no answer came, or one that promises nothing (503). */
  unanswered: number;
  /** As first acknowledged. */
  receipt?: Presented;
};

export type OrderLoad = {
  /** Acknowledged sends so far, first ones and repetitions. */
  acknowledgements(): number;
  /** Orders acknowledged so far. */
  orders(): number;
  /** Answers of 503 so far. */
  unavailable(): number;
  /** Sends without an answer, or with one that promises nothing. */
  unanswered(): number;
  /** Sends so many new orders in one request. */
  sendMany(service: Service, count: number): Promise<'acknowledged' | 'unavailable' | 'dead'>;
  /** Sets the clients going; the returned function lets each finish what it has sent. */
  start(service: Service): () => Promise<void>;
  /** Sends every ref again that was never acknowledged, until it is. */
  resendUnacknowledged(service: Service): Promise<number>;
  /** The same in one request, until all are. */
  resendMany(service: Service): Promise<number>;
  /** Everything the service should not have said or lost. Empty when all is well. */
  findProblems(service: Service): Promise<string[]>;
};

export function createOrderLoad(company: Company): OrderLoad {
  const histories = new Map<string, History>();
  const refs: string[] = [];
  const surprises: string[] = [];
  let acknowledgements = 0;
  let unavailable = 0;

  function historyOf(ref: string): History {
    const history = histories.get(ref) ?? { created: 0, unanswered: 0 };
    histories.set(ref, history);
    return history;
  }

  /** @returns what came of it; `dead` when there is nobody to talk to. */
  async function send(service: Service, ref: string): Promise<'acknowledged' | 'unavailable' | 'dead'> {
    const history = historyOf(ref);
    let status: number;
    let text: string;
    try {
      const body = JSON.stringify(randomOrder(company, ref));
      const url = `${service.origin}/partner/v1/orders`;
      const response = await fetch(url, { method: 'POST', headers: company.headers, body });
      status = response.status;
      text = await response.text();
    } catch {
      history.unanswered += 1;
      return 'dead';
    }
    if (status === 201 || status === 200) {
      acknowledgements += 1;
      acknowledge(history, status, asRecorded((JSON.parse(text) as { data: Presented }).data));
      return 'acknowledged';
    }
    history.unanswered += 1;
    if (status === 503) unavailable += 1;
    else surprises.push(`${ref} was answered with ${status}: ${text}`);
    return 'unavailable';
  }

  async function sendMany(service: Service, sent: readonly string[]): Promise<'acknowledged' | 'unavailable' | 'dead'> {
    const body = JSON.stringify({ orders: sent.map((ref) => randomOrder(company, ref)) });
    let results: { status: number; data: Presented }[] = [];
    try {
      const url = `${service.origin}/partner/v1/orders/bulk`;
      const response = await fetch(url, { method: 'POST', headers: company.headers, body });
      const answer = (await response.json()) as { data?: { results: typeof results } };
      results = answer.data?.results ?? [];
    } catch {}
    for (const [index, ref] of sent.entries()) {
      const history = historyOf(ref);
      const result = results[index];
      if (result?.status === 201 || result?.status === 200) {
        acknowledgements += 1;
        acknowledge(history, result.status, asRecorded(result.data));
      } else history.unanswered += 1;
    }
    if (results.length === 0) return 'dead';
    return results.every(({ status }) => status < 400) ? 'acknowledged' : 'unavailable';
  }

  function acknowledge(history: History, status: number, body: Presented): void {
    const ref = body.partner_order_ref;
    if (status === 201) history.created += 1;
    if (history.created > 1) surprises.push(`${ref} was created ${history.created} times.`);
    history.receipt ??= body;
    if (!same(history.receipt, body)) surprises.push(`${ref} was acknowledged with two bodies.`);
  }

  function nextRef(): string {
    if (refs.length > 0 && Math.random() < againShare) {
      const among = Math.random() < 0.5 ? Math.min(recentRefs, refs.length) : refs.length;
      return refs[refs.length - 1 - randomInteger(among)] as string;
    }
    return newRef();
  }

  function newRef(): string {
    const ref = `order-${refs.length + 1}`;
    refs.push(ref);
    return ref;
  }

  const listUnacknowledged = (): string[] =>
    [...histories].filter(([, history]) => history.receipt === undefined).map(([ref]) => ref);

  return {
    acknowledgements: () => acknowledgements,
    orders: () => [...histories.values()].filter((history) => history.receipt !== undefined).length,
    unavailable: () => unavailable,
    unanswered: () => [...histories.values()].reduce((sum, history) => sum + history.unanswered, 0),
    sendMany: (service, count) => sendMany(service, Array.from({ length: count }, newRef)),
    start(service) {
      let stopped = false;
      const client = async (): Promise<void> => {
        while (!stopped) {
          const outcome = await send(service, nextRef());
          if (outcome === 'dead') return;
          await delay(outcome === 'unavailable' ? patienceMs : pauseMs);
        }
      };
      const clients = Promise.all(Array.from({ length: clientsCount }, client));
      return async () => {
        stopped = true;
        await clients;
      };
    },
    async resendUnacknowledged(service) {
      const left = listUnacknowledged();
      for (const ref of left) {
        await until(`${ref} is acknowledged`, async () => (await send(service, ref)) === 'acknowledged');
      }
      return left.length;
    },
    async resendMany(service) {
      const left = listUnacknowledged();
      await until('all are acknowledged', async () => (await sendMany(service, left)) === 'acknowledged');
      return left.length;
    },
    async findProblems(service) {
      const problems = [...surprises];
      const stored = new Map<string, Presented>();
      for await (const order of listOrders(service, company)) {
        const ref = order.partner_order_ref;
        if (stored.has(ref)) problems.push(`${ref} exists twice.`);
        if (!histories.has(ref)) problems.push(`${ref} was never sent.`);
        stored.set(ref, order);
      }
      for (const [ref, { receipt, created, unanswered }] of histories) {
        const order = stored.get(ref);
        if (receipt !== undefined && order === undefined) problems.push(`${ref} is lost.`);
        else if (receipt !== undefined && !same(receipt, order)) problems.push(`${ref} is not as acknowledged.`);
        if (created === 0 && unanswered === 0) problems.push(`${ref} exists, and nobody was told of its creation.`);
      }
      return problems;
    },
  };
}

/** Another amount with every send: the stored order shows which of them was recorded. */
function randomOrder(company: Company, ref: string): object {
  const money = (cents: number): number => Number(`${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
  const [meal, ride, commission] = [randomInteger(5_000) + 1, randomInteger(600), randomInteger(400)];
  return {
    partner_order_ref: ref,
    payment_source: 'card',
    total_amount: money(meal + ride + commission),
    currency: 'USD',
    splits: [
      { beneficiary_type: 'merchant', beneficiary_ref: pick(company.merchants), amount: money(meal) },
      { beneficiary_type: 'courier', beneficiary_ref: pick(company.couriers), amount: money(ride) },
      { beneficiary_type: 'partner', amount: money(commission) },
    ],
  };
}

const pick = (ids: bigint[]): number => Number(ids[randomInteger(ids.length)]);

async function* listOrders(service: Service, company: Company): AsyncGenerator<Presented> {
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`;
    const url = `${service.origin}/partner/v1/orders?limit=${pageSize}${query}`;
    const response = await fetch(url, { headers: company.headers });
    if (response.status !== 200) throw new Error(`The list of orders was answered with ${response.status}.`);
    const page = (await response.json()) as { data: Presented[]; next_cursor: string | null };
    yield* page.data.map(asRecorded);
    cursor = page.next_cursor;
  } while (cursor !== null);
}

/** A re-send has warnings of its own, and a list tells what became of an order besides. */
const asRecorded = (shown: Presented): Presented => {
  const { warnings: _w, paid_at: _p, hold_reason: _h, settlement: _s, ...rest } = shown as Record<string, unknown>;
  const { refunded_amount: _a, refunds: _r, ...order } = rest;
  return order as Presented;
};

const same = (a: Presented, b: Presented | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);
