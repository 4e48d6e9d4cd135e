/**
 * Stands in for Example Pay over real HTTP, as its API reference describes it. What its customers do is up to the test; it
 * never calls by itself.
 */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';

const key = 'live_0123456789abcdefghij';
const secret = 'sign_0123456789abcdefghij';
const currencies = ['EUR', 'HUF', 'JPY'];
/** Where customers pay. Nobody goes there. */
const pages = 'https://pay.examplepay.example';

export async function startStandIn() {
  const account = {
    /** @type {Map<string, any>} by reference */
    payments: new Map(),
    /** @type {Map<string, any>} by reference */
    refunds: new Map(),
    /** @type {Map<string, any>} by id */
    disputes: new Map(),
    /** @type {'unreachable' | 'broken' | 'answer lost' | undefined} */
    outage: undefined,
  };
  const server = createServer(async (request, response) => {
    const { outage } = account;
    const hangUp = () => request.socket.destroy();
    if (outage === 'unreachable') return hangUp();
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
    const signedIn = request.headers.authorization === `Bearer ${key}`;
    const [status, answer] = !signedIn
      ? [401, { code: 'unauthorized' }]
      : outage === 'broken'
        ? [500, {}]
        : perform(account, request.method ?? '', (request.url ?? '').split('/').slice(2), body);
    if (outage === 'answer lost' && request.method !== 'GET') return hangUp();
    response.writeHead(Number(status), { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    ...account,
    /** As the operator sets them. */
    settings: { EXAMPLEPAY_URL: url, EXAMPLEPAY_KEY: key, EXAMPLEPAY_SIGNING_SECRET: secret },
    /** @param {typeof account.outage} outage */
    setOutage(outage) {
      account.outage = outage;
    },
    /** @type {(event: object, how?: { ageSeconds?: number, secret?: string }) => SignedNotice} */
    sign(event, how = {}) {
      const body = JSON.stringify(event);
      const time = Math.floor(Date.now() / 1_000) - (how.ageSeconds ?? 0);
      const mac = createHmac('sha256', how.secret ?? secret)
        .update(`${time}.${body}`)
        .digest('hex');
      return { body, headers: { 'examplepay-signature': `t=${time},v1=${mac}` } };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(() => resolve(undefined)));
    },
  };
}

/** @typedef {{ body: string, headers: Record<string, string> }} SignedNotice */

/** @type {(account: any, method: string, path: string[], body: any) => [number, object]} */
function perform(account, method, [kind = '', reference = '', action], body) {
  const kept = account[kind]?.get(decodeURIComponent(reference));
  if (method === 'PUT' && kind === 'payments')
    return keep(account.payments, reference, body, newPayment(reference, body));
  if (method === 'PUT' && kind === 'refunds') return keep(account.refunds, reference, body, newRefund(account, body));
  if (kept === undefined) return [404, { code: 'not_found' }];
  if (action === 'cancel' && kept.status !== 'open') return [422, { code: 'not_open' }];
  if (action === 'cancel') kept.status = 'canceled';
  return [200, kept];
}

/** What a reference was first sent with, it stands for. @type {(map: Map<string, any>, reference: string, body: object, made: any) => [number, object]} */
function keep(map, reference, body, made) {
  const asked = JSON.stringify(body);
  const kept = map.get(reference);
  if (kept !== undefined) return kept.asked === asked ? [200, kept] : [409, { code: 'reference_taken' }];
  if (made.code !== undefined) return [made.code === 'not_found' ? 404 : 422, made];
  const whole = { id: `${reference}_there`, reference, ...made, asked };
  map.set(reference, whole);
  return [200, whole];
}

/** @type {(reference: string, body: any) => object} */
function newPayment(reference, { amount, currency }) {
  if (!currencies.includes(currency)) return { code: 'currency_not_supported' };
  return { status: 'open', amount, currency, page: `${pages}/${reference}` };
}

/** @type {(account: any, body: any) => object} */
function newRefund({ payments, refunds }, { payment, amount, currency }) {
  const paid = payments.get(payment);
  if (paid === undefined) return { code: 'not_found' };
  if (paid.status !== 'paid' || paid.refuses || currency !== paid.currency) return { code: 'not_refundable' };
  const before = [...refunds.values()].filter((one) => one.payment === payment && one.status !== 'failed');
  const left = before.reduce((sum, one) => sum - BigInt(one.amount), BigInt(paid.amount));
  if (BigInt(amount) > left) return { code: 'too_much' };
  return { payment, amount, currency, status: paid.refundsWait ? 'pending' : 'done' };
}
