/** How many orders are divided into requests, and which of them are sent again. */
import { describe, expect, it } from 'vitest';
import { type OrderDraft, recordMany } from './many-orders.ts';

const drafts = (count: number, text = ''): OrderDraft[] =>
  Array.from({ length: count }, (_, index) => ({ partner_order_ref: `${index}${text}` }) as OrderDraft);

/** A service that answers 503 for an order as often as its ref says after a slash. */
function createService() {
  const sent: string[][] = [];
  const waits: number[] = [];
  const left = new Map<string, number>();
  const send = async (orders: OrderDraft[]) => {
    sent.push(orders.map((order) => order.partner_order_ref));
    const results = orders.map(({ partner_order_ref: ref }) => {
      const busy = left.get(ref) ?? Number(ref.split('/')[1] ?? 0);
      left.set(ref, busy - 1);
      if (busy > 0) return { status: 503 as const, error: { code: 'unavailable', message: '', details: [] } };
      if (ref === 'refused')
        return { status: 422 as const, error: { code: 'validation_failed', message: '', details: [] } };
      return { status: 201 as const, data: { partner_order_ref: ref } };
    });
    return { results } as never;
  };
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  return { sent, waits, send, retries: { retriesMax: 2, wait, signal: undefined } };
}

describe('many orders', () => {
  it('go 1,000 to a request, and their results come in their order', async () => {
    const { send, sent, retries } = createService();
    const results = await recordMany(send, drafts(2_500), retries);
    expect(sent.map((refs) => refs.length)).toEqual([1_000, 1_000, 500]);
    expect(results.map((result) => 'data' in result && result.data.partner_order_ref)).toEqual(
      drafts(2_500).map((draft) => draft.partner_order_ref),
    );
  });

  it('go fewer to a request when they are large', async () => {
    const { send, sent, retries } = createService();
    await recordMany(send, drafts(5, 'x'.repeat(900_000)), retries);
    expect(sent.map((refs) => refs.length)).toEqual([2, 2, 1]);
  });

  it('are sent again where the answer was 503, and only those', async () => {
    const { send, sent, waits, retries } = createService();
    const orders = ['a', 'b/1', 'c/2', 'refused'].map((ref) => ({ partner_order_ref: ref }) as OrderDraft);
    const results = await recordMany(send, orders, retries);
    expect(sent).toEqual([['a', 'b/1', 'c/2', 'refused'], ['b/1', 'c/2'], ['c/2']]);
    expect(results.map(({ status }) => status)).toEqual([201, 201, 201, 422]);
    expect(waits).toHaveLength(2);
  });

  it('are left as 503 after the last attempt', async () => {
    const { send, sent, retries } = createService();
    const orders = ['a/9', 'b'].map((ref) => ({ partner_order_ref: ref }) as OrderDraft);
    expect((await recordMany(send, orders, retries)).map(({ status }) => status)).toEqual([503, 201]);
    expect(sent).toHaveLength(3);
  });

  it('of none are no request', async () => {
    const { send, sent, retries } = createService();
    expect(await recordMany(send, [], retries)).toEqual([]);
    expect(sent).toEqual([]);
  });
});
