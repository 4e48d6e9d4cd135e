/**
 * Stands in for Mollie over real HTTP: JSON in the documented shapes, idempotency keys, payments, refunds and chargebacks,
 * and the address of notices, as docs.mollie.com describes them. Its outcomes are a test's to decide, or a browser's on
 * its page; it never calls by itself.
 */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mollie } from '../../src/features/providers/mollie/index.ts';
import { openMollie } from '../../src/features/providers/mollie/open-mollie.ts';
import type { OpenContext } from '../../src/features/providers/provider.ts';
import { answerCustomer } from './hosted-page.ts';
import {
  type Answer,
  answerOf,
  answerOnce,
  createMollieAccount,
  type MollieAccount,
  type MollieAmount,
  type MollieCall,
  Problem,
  type StandInChargeback,
  type StandInPayment,
} from './mollie-account.ts';

/**
 * What some calls meet instead of their answer. `lost`: the thing happens, and only its answer is lost. `body`: what is
 * answered with the status. `cuts`: how many are not answered at all, their connections end; it is counted down.
 */
type Fault = { calls: RegExp; status: number; lost?: boolean; body?: string; cuts?: number };

type Control = {
  fault: Fault | undefined;
  /** Before a call is answered. */
  meanwhile: ((call: MollieCall) => void) | undefined;
};

export type MollieStandIn = Awaited<ReturnType<typeof startMollieStandIn>>;

const apiKey = 'live_0123456789abcdef0123456789abcd';

export async function startMollieStandIn() {
  const calls: MollieCall[] = [];
  const control: Control = { fault: undefined, meanwhile: undefined };
  let account: MollieAccount | undefined;
  let controls: ReturnType<typeof createControls> | undefined;
  const server = createServer((request, response) => {
    void readCall(request).then((call) => {
      assert(account && controls, 'the server listens');
      const payment = account.payments.get(/^\/checkout\/(.*)/.exec(call.path)?.[1] ?? '');
      if (payment !== undefined) {
        const hosted = { amount: payment.amount.value, backTo: payment.redirectUrl };
        answerCustomer(response, call.method, hosted, () => controls?.pay(payment.id));
        return;
      }
      calls.push(call);
      control.meanwhile?.(call);
      const answer = answerTo(account, call, control.fault);
      if (answer === 'cut') request.socket.destroy();
      else send(response, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  account = createMollieAccount(origin.href);
  controls = createControls(account);
  const settings = { apiKey, formerKeys: [], apiBase: new URL('v2/', origin) };
  const open = async (_settings: unknown, { noticeAddress }: OpenContext) => openMollie({ ...settings, noticeAddress });
  return {
    ...controls,
    account,
    calls,
    control,
    settings,
    /** Mollie as a server has it configured. */
    configured: { package: { ...mollie, open }, settings: {} },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readCall(request: IncomingMessage): Promise<MollieCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', headers } = request;
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://mollie.test');
  const text = Buffer.concat(chunks).toString();
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  const key = headers['idempotency-key'] as string | undefined;
  return { method, path, query, body, key, authorization: headers.authorization };
}

function answerTo(account: MollieAccount, call: MollieCall, fault: Fault | undefined): Answer | 'cut' {
  if (call.authorization !== `Bearer ${apiKey}`) return answerOf(new Problem(401, 'Unauthorized Request'));
  if (fault === undefined || !fault.calls.test(`${call.method} ${call.path}`)) return answerOnce(account, call);
  if (fault.lost || fault.cuts === 0) {
    const answer = answerOnce(account, call);
    if (fault.cuts === 0) return answer;
  }
  if (fault.cuts !== undefined) {
    fault.cuts -= 1;
    return 'cut';
  }
  const answer = answerOf(new Problem(fault.status, 'Fault'));
  return fault.body === undefined ? answer : { ...answer, body: fault.body };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/hal+json' });
  response.end(body);
}

function createControls(account: MollieAccount) {
  const { payments, captures, refunds, chargebacks, newId } = account;
  function paymentOf(id: string): StandInPayment {
    const payment = payments.get(id);
    assert(payment, 'the payment exists');
    return payment;
  }
  function ends(id: string, status: StandInPayment['status'], details: StandInPayment['details'] = null) {
    const payment = paymentOf(id);
    Object.assign(payment, { status, details });
    delete payment.isCancelable;
    return payment;
  }
  return {
    payments,
    captures,
    refunds,
    chargebacks,
    paymentOf,
    lastPayment: (): StandInPayment => paymentOf([...payments.keys()].at(-1) ?? ''),
    /** The customer pays on the hosted page; whatever the payment's state, money that comes in comes in. */
    pay(id: string, amount?: MollieAmount): StandInPayment {
      const { method, captureMode } = paymentOf(id);
      const paypal = { consumerName: 'Ada Lovelace', consumerAccount: 'ada@example.com' };
      const status = captureMode === 'manual' ? 'authorized' : 'paid';
      const payment = ends(id, status, method === 'paypal' ? paypal : { cardNumber: '4242', cardHolder: 'Ada' });
      payment.amount = amount ?? payment.amount;
      if (status === 'authorized') payment.captureBefore = '2039-12-31T00:00:00+00:00';
      return payment;
    },
    ends,
    /** The customer's bank takes the money back. */
    chargeBack(id: string, facts: { value?: string; reason?: string } = {}): StandInChargeback {
      const { amount } = paymentOf(id);
      const reason = facts.reason === undefined ? null : { code: facts.reason, description: 'Why' };
      const chargeback: StandInChargeback = {
        resource: 'chargeback',
        id: newId('chb'),
        amount: { ...amount, value: facts.value ?? amount.value },
        reason,
        paymentId: id,
        createdAt: '2031-03-09T13:11:20+00:00',
        reversedAt: null,
      };
      chargebacks.push(chargeback);
      return chargeback;
    },
    /** The bank gives it back. */
    reverse(chargeback: StandInChargeback): void {
      chargeback.reversedAt = '2031-03-10T13:11:20+00:00';
    },
    /** A notice of a payment as Mollie would send it, whatever has changed. */
    notice(id: string): { address: URL; body: string } {
      return { address: new URL(paymentOf(id).webhookUrl), body: new URLSearchParams({ id }).toString() };
    },
  };
}
