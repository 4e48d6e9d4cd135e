/** What the stand-in for Stripe remembers, and how it answers a call: its rules, without HTTP. */
import type { EvidenceFileType } from '../../src/features/providers/provider.ts';
import type { Form } from './form-encoding.ts';

export type StandInIntent = {
  id: string;
  object: 'payment_intent';
  status: 'succeeded' | 'processing' | 'requires_payment_method' | 'requires_capture' | 'canceled';
  capture_method: 'automatic_async' | 'manual';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  metadata: Record<string, string>;
  latest_charge: {
    id: string;
    object: 'charge';
    payment_method_details: { type: 'card'; card: { brand: string; last4: string; capture_before?: number } };
  };
};

export type StandInSession = {
  id: string;
  object: 'checkout.session';
  mode: string;
  livemode: true;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_total: number;
  currency: string;
  client_reference_id: string;
  metadata: Record<string, string>;
  payment_intent: StandInIntent | null;
  customer_details: { email: string } | null;
  success_url: string;
  cancel_url: string;
  expires_at: number;
  url: string;
  /** What its payment is made with. */
  capture_method: StandInIntent['capture_method'];
};

export type StandInRefund = {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  payment_intent: string;
  status: 'pending' | 'succeeded' | 'failed';
  failure_reason?: string;
  metadata: Record<string, string>;
};

/** Of a body of several parts: `purpose`, and the file itself. */
export type StandInFile = { type: EvidenceFileType; bytes: Buffer };

export type StandInCall = { method: string; path: string; form: Form; key: string | undefined; headers: Form };

export type Answer = { status: number; body: string };

export type StripeAccount = {
  origin: string;
  sessions: Map<string, StandInSession>;
  disputes: Map<string, object>;
  refunds: StandInRefund[];
  files: Map<string, StandInFile>;
  /** What was submitted against disputes. */
  submissions: { dispute: string; evidence: Record<string, string> }[];
  /** What becomes of the next refunds, and of those of one payment. */
  refundsAre: StandInRefund['status'] | 'refused';
  refundsOf: Map<string, StandInRefund['status'] | 'refused'>;
  /** The largest charge. */
  amountMax: number;
  answers: Map<string, Answer & { request: string }>;
  newId(prefix: string): string;
};

export function createStripeAccount(origin: string): StripeAccount {
  let made = 0;
  return {
    origin,
    sessions: new Map(),
    disputes: new Map(),
    refunds: [],
    files: new Map(),
    submissions: [],
    refundsAre: 'succeeded',
    refundsOf: new Map(),
    amountMax: 99_999_999,
    answers: new Map(),
    newId(prefix) {
      made += 1;
      return `${prefix}_${made.toString().padStart(6, '0')}`;
    },
  };
}

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly type: string;
  constructor(status: number, code: string, type = 'invalid_request_error') {
    super(code);
    this.status = status;
    this.code = code;
    this.type = type;
  }
}

export const answerOf = ({ status, code, type }: Refusal): Answer => ({
  status,
  body: JSON.stringify({ error: { type, code, message: `Refused: ${code}` } }),
});

/** The answer to a key is kept, refusals included; the same key with another request is refused. */
export function answerOnce(account: StripeAccount, call: StandInCall): Answer {
  const request = JSON.stringify([call.path, call.form]);
  const kept = call.key === undefined ? undefined : account.answers.get(call.key);
  if (kept?.request === request) return kept;
  if (kept !== undefined) return answerOf(new Refusal(400, 'idempotency_key_in_use', 'idempotency_error'));
  const answer = attempt(account, call);
  if (call.key !== undefined) account.answers.set(call.key, { request, ...answer });
  return answer;
}

function attempt(account: StripeAccount, call: StandInCall): Answer {
  try {
    return { status: 200, body: JSON.stringify(perform(account, call)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return answerOf(error);
  }
}

function perform(account: StripeAccount, { method, path, form }: StandInCall): unknown {
  const [, , resource, ...rest] = path.split('/');
  if (method === 'POST' && path === '/v1/checkout/sessions') return createSession(account, form);
  if (method === 'POST' && resource === 'payment_intents') return endHold(account, rest[0] ?? '', rest[1], form);
  if (resource === 'checkout') return readSession(account, rest[1] ?? '', rest[2], form);
  if (method === 'POST' && resource === 'refunds') return createRefund(account, form);
  if (resource === 'refunds') {
    const data = account.refunds.filter((one) => one.payment_intent === form.payment_intent);
    return { object: 'list', url: '/v1/refunds', has_more: false, data };
  }
  if (method === 'POST' && resource === 'files') return createFile(account, form);
  if (method === 'POST' && resource === 'disputes') return updateDispute(account, rest[0] ?? '', form);
  if (resource === 'disputes') return found(account.disputes.get(rest[0] ?? ''));
  throw new Refusal(404, 'resource_missing');
}

function found<T>(one: T | undefined): T {
  if (one === undefined) throw new Refusal(404, 'resource_missing');
  return one;
}

const fileBytesMax = 5 * 1_024 * 1_024;

function createFile(account: StripeAccount, { purpose, file }: Form): object {
  const { type, bytes } = file as StandInFile;
  if (purpose !== 'dispute_evidence') throw new Refusal(400, 'parameter_invalid');
  if (bytes.length > fileBytesMax) throw new Refusal(400, 'file_too_large');
  const id = account.newId('file');
  account.files.set(id, { type, bytes });
  return { id, object: 'file', purpose, size: bytes.length };
}

type StandInDispute = { id: string; status: string; metadata: object; evidence_details: { due_by: number | null } };

/** Once submitted, evidence is final. */
function updateDispute(account: StripeAccount, id: string, form: Form): object {
  const dispute = found(account.disputes.get(id)) as StandInDispute;
  if (dispute.status !== 'needs_response') throw new Refusal(400, 'dispute_not_open');
  if (form.submit !== 'true') throw new Refusal(400, 'parameter_missing');
  account.submissions.push({ dispute: id, evidence: form.evidence as Record<string, string> });
  Object.assign(dispute, { status: 'under_review', metadata: form.metadata });
  return dispute;
}

/** The least that Stripe charges in some of its currencies. */
const amountMin: Readonly<Record<string, number>> = { eur: 50, usd: 50, jpy: 50 };

const threeDecimals = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];

function createSession(account: StripeAccount, form: Form): StandInSession {
  const item = (form.line_items as Form[])[0]?.price_data as Form;
  const amount = Number(item.unit_amount);
  const currency = item.currency as string;
  const seconds = Number(form.expires_at) - Date.now() / 1_000;
  if (seconds < 30 * 60 || seconds > 24 * 60 * 60) throw new Refusal(400, 'parameter_invalid_integer');
  if (!Number.isSafeInteger(amount) || amount > account.amountMax) throw new Refusal(400, 'amount_too_large');
  if (amount < (amountMin[currency] ?? 1)) throw new Refusal(400, 'amount_too_small');
  if (threeDecimals.includes(currency) && amount % 10 !== 0) throw new Refusal(400, 'parameter_invalid_integer');
  const id = account.newId('cs_live');
  const session: StandInSession = {
    id,
    object: 'checkout.session',
    mode: form.mode as string,
    livemode: true,
    status: 'open',
    payment_status: 'unpaid',
    amount_total: amount,
    currency,
    client_reference_id: form.client_reference_id as string,
    metadata: form.metadata as Record<string, string>,
    payment_intent: null,
    customer_details: null,
    success_url: form.success_url as string,
    cancel_url: form.cancel_url as string,
    expires_at: Number(form.expires_at),
    url: `${account.origin}c/pay/${id}#fid%2Fabc`,
    capture_method: ((form.payment_intent_data as Form).capture_method as 'manual' | undefined) ?? 'automatic_async',
  };
  account.sessions.set(id, session);
  return session;
}

function readSession(account: StripeAccount, id: string, action: string | undefined, form: Form): unknown {
  const session = found(account.sessions.get(id));
  if (action === 'expire' && session.status !== 'open') throw new Refusal(400, 'checkout_session_not_open');
  if (action === 'expire') session.status = 'expired';
  const intent = session.payment_intent;
  return form.expand === undefined ? { ...session, payment_intent: intent?.id ?? null } : session;
}

/** Captures or cancels a payment that holds the customer's money: once, and at most what is held. */
function endHold(account: StripeAccount, id: string, action: string | undefined, form: Form): StandInIntent {
  const session = found([...account.sessions.values()].find((one) => one.payment_intent?.id === id));
  const intent = found(session.payment_intent ?? undefined);
  if (intent.status !== 'requires_capture') throw new Refusal(400, 'payment_intent_unexpected_state');
  if (action === 'cancel') return Object.assign(intent, { status: 'canceled', amount_capturable: 0 });
  if (action !== 'capture') throw new Refusal(404, 'resource_missing');
  const amount = Number(form.amount_to_capture);
  if (amount > intent.amount_capturable) throw new Refusal(400, 'amount_too_large');
  session.payment_status = 'paid';
  return Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: amount });
}

function createRefund(account: StripeAccount, form: Form): StandInRefund {
  const paymentIntent = form.payment_intent as string;
  const session = found([...account.sessions.values()].find((one) => one.payment_intent?.id === paymentIntent));
  const status = account.refundsOf.get(paymentIntent) ?? account.refundsAre;
  if (status === 'refused') throw new Refusal(400, 'charge_disputed');
  const amount = Number(form.amount);
  const gone = account.refunds.filter((one) => one.payment_intent === paymentIntent && one.status !== 'failed');
  const left = (session.payment_intent?.amount_received ?? 0) - gone.reduce((sum, one) => sum + one.amount, 0);
  if (amount > left) throw new Refusal(400, 'charge_already_refunded');
  const refund: StandInRefund = {
    id: account.newId('re'),
    object: 'refund',
    amount,
    currency: session.currency,
    payment_intent: paymentIntent,
    status,
    metadata: form.metadata as Record<string, string>,
  };
  account.refunds.push(refund);
  return refund;
}
