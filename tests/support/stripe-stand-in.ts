/**
 * Stands in for Stripe over real HTTP: form-encoded requests, idempotency keys, sessions, refunds, disputes and signed
 * notices, as docs.stripe.com describes them. Its outcomes are a test's to decide, or a browser's on its page; it never
 * calls by itself.
 */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { stripe } from '../../src/features/providers/stripe/index.ts';
import { openStripe } from '../../src/features/providers/stripe/open-stripe.ts';
import { type Form, parseForm } from './form-encoding.ts';
import { answerCustomer } from './hosted-page.ts';
import {
  type Answer,
  answerOf,
  answerOnce,
  createStripeAccount,
  Refusal,
  type StandInCall,
  type StandInSession,
  type StripeAccount,
} from './stripe-account.ts';

/** What some calls meet instead of their answer. `lost`: the thing happens, and only its answer is lost. */
export type Fault = { calls: RegExp; status: number; code?: string; lost?: boolean };

export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>;

const secretKey = 'sk_live_0123456789abcdef0123456789';
const webhookSecret = 'whsec_0123456789abcdef0123456789';

export async function startStripeStandIn() {
  const calls: StandInCall[] = [];
  const control: { fault: Fault | undefined } = { fault: undefined };
  let account: StripeAccount | undefined;
  let controls: ReturnType<typeof createControls> | undefined;
  const server = createServer((request, response) => {
    void readCall(request).then((call) => {
      assert(account && controls, 'the server listens');
      const session = account.sessions.get(/^\/c\/pay\/(.*)/.exec(call.path)?.[1] ?? '');
      if (session !== undefined) {
        const hosted = { amount: String(session.amount_total), backTo: session.success_url };
        answerCustomer(response, call.method, hosted, () => controls?.pay(session.id));
        return;
      }
      calls.push(call);
      send(response, account.newId('req'), answerTo(account, call, control.fault));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  account = createStripeAccount(origin.href);
  controls = createControls(account);
  // No waiting between tries.
  const settings = { secretKey, webhookSecret, apiBase: origin, networkRetriesMax: 0 };
  return {
    ...controls,
    account,
    calls,
    control,
    webhookSecret,
    settings,
    /** Stripe as a server has it configured. */
    configured: { package: { ...stripe, open: async () => openStripe(settings) }, settings: {} },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readCall(request: IncomingMessage): Promise<StandInCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', headers } = request;
  const url = new URL(request.url ?? '/', 'http://stripe.test');
  const whole = Buffer.concat(chunks);
  const form = headers['content-type']?.startsWith('multipart/')
    ? await parseParts(whole, headers['content-type'])
    : parseForm(method === 'GET' ? url.search.slice(1) : whole.toString());
  const key = method === 'GET' ? undefined : (headers['idempotency-key'] as string | undefined);
  return { method, path: url.pathname, form, key, headers: headers as Form };
}

/** A body of several parts, as files are uploaded. */
async function parseParts(body: Buffer, contentType: string): Promise<Form> {
  const parts = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  const form: Form = {};
  for (const [name, value] of parts) {
    form[name] =
      typeof value === 'string'
        ? value
        : { type: value.type, name: value.name, bytes: Buffer.from(await value.arrayBuffer()) };
  }
  return form;
}

function answerTo(account: StripeAccount, call: StandInCall, fault: Fault | undefined): Answer {
  if (call.headers.authorization !== `Bearer ${secretKey}`) return answerOf(new Refusal(401, 'api_key_invalid'));
  if (fault === undefined || !fault.calls.test(`${call.method} ${call.path}`)) return answerOnce(account, call);
  if (fault.lost) answerOnce(account, call);
  return answerOf(new Refusal(fault.status, fault.code ?? 'fault', 'api_error'));
}

function send(response: ServerResponse, requestId: string, { status, body }: Answer): void {
  const headers = { 'content-type': 'application/json', 'request-id': requestId, 'stripe-should-retry': 'false' };
  response.writeHead(status, headers);
  response.end(body);
}

const moved = (amount: number, currency: string, fee = 0): object => ({
  object: 'balance_transaction',
  amount,
  currency,
  fee,
  net: amount - fee,
});

function createControls(account: StripeAccount) {
  const { sessions, refunds, disputes, newId } = account;
  function sessionOf(id: string): StandInSession {
    const session = sessions.get(id);
    assert(session, 'the session exists');
    return session;
  }
  return {
    sessions,
    refunds,
    sessionOf,
    lastSession: (): StandInSession => sessionOf([...sessions.keys()].at(-1) ?? ''),
    /** The customer pays on the hosted page; whatever the session's state, money that comes in comes in. */
    pay(id: string, facts: { amount?: number; currency?: string; unsettled?: boolean } = {}): StandInSession {
      const session = sessionOf(id);
      session.amount_total = facts.amount ?? session.amount_total;
      session.currency = facts.currency ?? session.currency;
      session.status = 'complete';
      const isHeld = session.capture_method === 'manual' && !facts.unsettled;
      session.payment_status = facts.unsettled || isHeld ? 'unpaid' : 'paid';
      session.customer_details = { email: 'ada@example.com' };
      const before = Math.floor(Date.now() / 1_000) + 7 * 24 * 60 * 60;
      const card = {
        type: 'card',
        card: { brand: 'visa', last4: '4242', ...(isHeld ? { capture_before: before } : {}) },
      } as const;
      const total = session.amount_total;
      session.payment_intent = {
        id: newId('pi'),
        object: 'payment_intent',
        status: facts.unsettled ? 'processing' : isHeld ? 'requires_capture' : 'succeeded',
        capture_method: session.capture_method,
        amount_capturable: isHeld ? total : 0,
        amount_received: isHeld || facts.unsettled ? 0 : total,
        amount: session.amount_total,
        currency: session.currency,
        metadata: session.metadata,
        latest_charge: { id: newId('ch'), object: 'charge', payment_method_details: card },
      };
      return session;
    },
    /** The customer's bank takes the money back; `taken: false` is an inquiry. */
    dispute(id: string, facts: { amount?: number; taken?: boolean; fee?: number } = {}): { id: string } {
      const { payment_intent: intent, amount_total: total, currency } = sessionOf(id);
      const amount = facts.amount ?? total;
      const inquiry = facts.taken === false;
      const dispute = {
        id: newId('dp'),
        object: 'dispute',
        amount,
        currency,
        payment_intent: intent,
        status: inquiry ? 'warning_needs_response' : 'needs_response',
        reason: 'fraudulent',
        metadata: {},
        evidence_details: { due_by: Date.UTC(2031, 2, 10) / 1_000 },
        balance_transactions: inquiry ? [] : [moved(-amount, currency, facts.fee)],
      };
      disputes.set(dispute.id, dispute);
      return dispute;
    },
    /** What was captured of a payment that was held. */
    capturesOf(id: string): { count: number; amount: bigint } {
      const intent = sessionOf(id).payment_intent;
      const taken = intent?.status === 'succeeded' ? intent.amount_received : 0;
      return { count: taken > 0 ? 1 : 0, amount: BigInt(taken) };
    },
    /** Its time is over without a capture. */
    releases(id: string): void {
      const intent = sessionOf(id).payment_intent;
      assert(intent?.status === 'requires_capture', 'the money is held');
      Object.assign(intent, { status: 'canceled', amount_capturable: 0 });
    },
    /** The money of a dispute is withdrawn again (below 0) or returned, with a fee or what comes back of one. */
    disputeMoves(id: string, amount: number, fee = 0): void {
      const dispute = disputes.get(id) as { currency: string; balance_transactions: object[] };
      // The newest first: nothing may depend on their order.
      dispute.balance_transactions.unshift(moved(amount, dispute.currency, fee));
    },
    /** The customer's bank has decided. */
    disputeEnds(id: string, status: 'won' | 'lost'): void {
      const dispute = disputes.get(id) as { status: string; evidence_details: { due_by: number | null } };
      dispute.status = status;
    },
    /** A notice as Stripe would send it. */
    event(type: string, object: object, options: { secret?: string; ageSeconds?: number } = {}) {
      const payload = JSON.stringify({ id: newId('evt'), object: 'event', type, livemode: true, data: { object } });
      const timestamp = Math.floor(Date.now() / 1_000) - (options.ageSeconds ?? 0);
      const secret = options.secret ?? webhookSecret;
      return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) };
    },
  };
}
