/** Records orders by the thousand: each in a request with others, and again only those that could not be recorded now. */
import { delayAfter, pause, retriesDefault } from './http.ts';
import type { BodyOf, DataOf } from './types.ts';

export type OrderDraft = BodyOf<'createOrder'>;
type Answer = DataOf<'createManyOrders'>;
/** What became of one order: `data` with status 201 or 200, `error` with any other. */
export type OrderResult = Answer['results'][number];

type Retries = {
  retriesMax: number | undefined;
  wait: ((ms: number) => Promise<void>) | undefined;
  signal: AbortSignal | undefined;
};

const ordersMax = 1_000;
/** Below the service's limit of 8 MiB. */
const bodyCharactersMax = 2_000_000;
const unavailable = 503;

/** @returns a result for each order, in their order. @throws as a single request, once one of the requests is refused. */
export async function recordMany(
  send: (orders: OrderDraft[]) => Promise<Answer>,
  orders: readonly OrderDraft[],
  { retriesMax = retriesDefault, wait = pause, signal }: Retries,
): Promise<OrderResult[]> {
  const results: OrderResult[] = [];
  for (const some of parts(orders)) {
    let places = some.map((_, place) => place);
    const answered = new Array<OrderResult>(some.length);
    for (let attempt = 0; ; attempt += 1) {
      const { results: now } = await send(places.map((place) => some[place] as OrderDraft));
      now.forEach((result, index) => {
        answered[places[index] as number] = result;
      });
      places = places.filter((place) => answered[place]?.status === unavailable);
      if (places.length === 0 || attempt >= retriesMax) break;
      await wait(delayAfter(attempt));
      signal?.throwIfAborted();
    }
    results.push(...answered);
  }
  return results;
}

/** Splits orders into requests of the largest size. */
function* parts(orders: readonly OrderDraft[]): Generator<OrderDraft[]> {
  let part: OrderDraft[] = [];
  let characters = 0;
  for (const order of orders) {
    const { length } = JSON.stringify(order);
    if (part.length === ordersMax || (part.length > 0 && characters + length > bodyCharactersMax)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(order);
    characters += length;
  }
  if (part.length > 0) yield part;
}
