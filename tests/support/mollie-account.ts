/** What the stand-in for Mollie remembers, and how it answers a call: its rules, without HTTP. */

export type MollieAmount = { currency: string; value: string };

export type StandInPayment = {
  resource: 'payment';
  id: string;
  mode: 'live';
  status: 'open' | 'pending' | 'authorized' | 'paid' | 'failed' | 'canceled' | 'expired';
  isCancelable?: boolean;
  amount: MollieAmount;
  captureMode?: string;
  captureBefore?: string;
  amountCaptured?: MollieAmount;
  description: string;
  method: string;
  metadata: unknown;
  details: Record<string, unknown> | null;
  redirectUrl: string;
  webhookUrl: string;
  _links: Record<string, { href: string; type: string }>;
};

export type StandInRefund = {
  resource: 'refund';
  id: string;
  mode: 'live';
  status: 'queued' | 'pending' | 'processing' | 'refunded' | 'failed' | 'canceled';
  amount: MollieAmount;
  metadata: unknown;
  paymentId: string;
};

export type StandInCapture = {
  resource: 'capture';
  id: string;
  status: 'pending' | 'succeeded' | 'failed';
  amount: MollieAmount;
  metadata: unknown;
  paymentId: string;
};

export type StandInChargeback = {
  resource: 'chargeback';
  id: string;
  amount: MollieAmount;
  reason: { code: string; description: string } | null;
  paymentId: string;
  createdAt: string;
  reversedAt: string | null;
};

export type MollieCall = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  key: string | undefined;
  authorization: string | undefined;
};

export type Answer = { status: number; body: string };

export type MollieAccount = {
  origin: string;
  payments: Map<string, StandInPayment>;
  captures: StandInCapture[];
  /** What becomes of the next captures. */
  capturesAre: StandInCapture['status'];
  refunds: StandInRefund[];
  chargebacks: StandInChargeback[];
  /** What becomes of the next refunds, and of those of one payment. */
  refundsAre: StandInRefund['status'] | 'refused';
  refundsOf: Map<string, StandInRefund['status'] | 'refused'>;
  /** Whether the next payments can be canceled while they are open. */
  areCancelable: boolean;
  /** The largest charge, in units. */
  amountMax: number;
  /** The most items on a page of a list. */
  pageMax: number;
  answers: Map<string, Answer & { request: string }>;
  newId(prefix: string): string;
};

export function createMollieAccount(origin: string): MollieAccount {
  let made = 0;
  return {
    origin,
    payments: new Map(),
    captures: [],
    capturesAre: 'succeeded',
    refunds: [],
    chargebacks: [],
    refundsAre: 'refunded',
    refundsOf: new Map(),
    areCancelable: true,
    amountMax: 1_000_000,
    pageMax: 250,
    answers: new Map(),
    newId(prefix) {
      made += 1;
      return `${prefix}_${made.toString().padStart(6, '0')}`;
    },
  };
}

export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly field: string | undefined;
  constructor(status: number, title: string, field?: string) {
    super(title);
    this.status = status;
    this.title = title;
    this.field = field;
  }
}

export const answerOf = ({ status, title, field }: Problem): Answer => ({
  status,
  body: JSON.stringify({
    status,
    title,
    detail: 'What Mollie writes for people',
    ...(field === undefined ? {} : { field }),
    _links: { documentation: { href: 'https://docs.mollie.com/errors', type: 'text/html' } },
  }),
});

/** The answer to the key of a POST is kept, refusals included; the same key with another request is refused. */
export function answerOnce(account: MollieAccount, call: MollieCall): Answer {
  const key = call.method === 'POST' ? call.key : undefined;
  const request = JSON.stringify([call.path, call.body]);
  const kept = key === undefined ? undefined : account.answers.get(key);
  if (kept?.request === request) return kept;
  if (kept !== undefined) return answerOf(new Problem(400, 'Bad Request'));
  const answer = attempt(account, call);
  if (key !== undefined) account.answers.set(key, { request, ...answer });
  return answer;
}

function attempt(account: MollieAccount, call: MollieCall): Answer {
  try {
    const status = call.method === 'POST' ? 201 : 200;
    const body = perform(account, call);
    return body === undefined ? { status: 202, body: '' } : { status, body: JSON.stringify(body) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return answerOf(error);
  }
}

function perform(account: MollieAccount, call: MollieCall): unknown {
  const [, version, resource, id, part, item] = call.path.split('/');
  if (version !== 'v2' || resource !== 'payments') throw new Problem(404, 'Not Found');
  if (id === undefined) return createPayment(account, call.body);
  const payment = found(account.payments.get(id));
  if (part === undefined) return call.method === 'DELETE' ? cancel(payment) : payment;
  if (part === 'release-authorization') return release(payment);
  if (part === 'captures' && call.method === 'POST') return createCapture(account, payment, call.body);
  if (part === 'captures') return listOf(account, call, 'captures', account.captures.filter(belongingTo(payment)));
  if (part === 'refunds' && call.method === 'POST') return createRefund(account, payment, call.body);
  if (part === 'refunds') return listOf(account, call, 'refunds', account.refunds.filter(belongingTo(payment)));
  if (part !== 'chargebacks') throw new Problem(404, 'Not Found');
  const embedded = call.query.get('embed') === 'payment' ? { _embedded: { payment } } : {};
  const chargebacks = account.chargebacks.filter(belongingTo(payment)).map((one) => ({ ...one, ...embedded }));
  if (item === undefined) return listOf(account, call, 'chargebacks', chargebacks);
  return found(chargebacks.find((one) => one.id === item));
}

const belongingTo =
  ({ id }: StandInPayment) =>
  ({ paymentId }: { paymentId: string }) =>
    paymentId === id;

function found<T>(one: T | undefined): T {
  if (one === undefined) throw new Problem(404, 'Not Found');
  return one;
}

/** One page, newest first, which begins with the item `from`. */
function listOf(account: MollieAccount, { path, query }: MollieCall, name: string, all: { id: string }[]): unknown {
  const items = all.toReversed();
  const limit = Math.min(Number(query.get('limit') ?? 50), account.pageMax);
  const from = query.get('from');
  const start = from === null ? 0 : items.findIndex(({ id }) => id === from);
  const page = items.slice(start, start + limit);
  const next = items[start + limit];
  // Nothing may be sent there: it is not the stand-in's address.
  const href = `https://api.mollie.test${path}?from=${next?.id}&limit=${limit}`;
  return {
    count: page.length,
    _embedded: { [name]: page },
    _links: {
      self: { href: '...', type: 'application/hal+json' },
      previous: null,
      next: next === undefined ? null : { href, type: 'application/hal+json' },
    },
  };
}

const withoutDecimals = ['ISK', 'JPY'];

/** @throws Problem unless it has exactly its currency's decimals. */
function readAmount(body: Record<string, unknown>): MollieAmount {
  const { currency, value } = body.amount as MollieAmount;
  const pattern = withoutDecimals.includes(currency) ? /^[0-9]+$/ : /^[0-9]+\.[0-9]{2}$/;
  if (!pattern.test(value)) throw new Problem(422, 'Unprocessable Entity', 'amount');
  return { currency, value };
}

function createPayment(account: MollieAccount, body: Record<string, unknown>): StandInPayment {
  const amount = readAmount(body);
  if (Number(amount.value) > account.amountMax) throw new Problem(422, 'Unprocessable Entity', 'amount');
  const id = account.newId('tr');
  const payment: StandInPayment = {
    resource: 'payment',
    id,
    mode: 'live',
    status: 'open',
    isCancelable: account.areCancelable,
    amount,
    ...(body.captureMode === undefined ? {} : { captureMode: body.captureMode as string }),
    description: body.description as string,
    method: body.method as string,
    metadata: body.metadata,
    details: null,
    redirectUrl: body.redirectUrl as string,
    webhookUrl: body.webhookUrl as string,
    _links: { checkout: { href: `${account.origin}checkout/${id}`, type: 'text/html' } },
  };
  account.payments.set(id, payment);
  return payment;
}

function cancel(payment: StandInPayment): StandInPayment {
  if (payment.isCancelable !== true) throw new Problem(422, 'Unprocessable Entity');
  payment.status = 'canceled';
  delete payment.isCancelable;
  return payment;
}

/** Once, and at most what is held; the rest is released. */
function createCapture(account: MollieAccount, payment: StandInPayment, body: Record<string, unknown>): StandInCapture {
  const amount = readAmount(body);
  if (payment.status !== 'authorized') throw new Problem(422, 'Unprocessable Entity');
  if (Number(amount.value) > Number(payment.amount.value)) throw new Problem(422, 'Unprocessable Entity', 'amount');
  const { id: paymentId } = payment;
  const capture: StandInCapture = {
    resource: 'capture',
    id: account.newId('cpt'),
    status: account.capturesAre,
    amount,
    metadata: body.metadata,
    paymentId,
  };
  account.captures.push(capture);
  if (capture.status === 'succeeded') Object.assign(payment, { status: 'paid', amountCaptured: amount });
  return capture;
}

function release(payment: StandInPayment): unknown {
  if (payment.status !== 'authorized') throw new Problem(422, 'Unprocessable Entity');
  payment.status = 'canceled';
  return undefined;
}

function createRefund(account: MollieAccount, payment: StandInPayment, body: Record<string, unknown>): StandInRefund {
  const amount = readAmount(body);
  const status = account.refundsOf.get(payment.id) ?? account.refundsAre;
  if (payment.status !== 'paid') throw new Problem(422, 'Unprocessable Entity');
  if (status === 'refused') throw new Problem(422, 'Unprocessable Entity', 'amount');
  const gone = account.refunds.filter(belongingTo(payment)).filter((one) => one.status !== 'failed');
  const cents = (value: string): number => Math.round(Number(value) * 100);
  const left = gone.reduce(
    (sum, one) => sum - cents(one.amount.value),
    cents((payment.amountCaptured ?? payment.amount).value),
  );
  if (cents(amount.value) > left) throw new Problem(422, 'Unprocessable Entity', 'amount');
  const refund: StandInRefund = {
    resource: 'refund',
    id: account.newId('re'),
    mode: 'live',
    status,
    amount,
    metadata: body.metadata,
    paymentId: payment.id,
  };
  account.refunds.push(refund);
  return refund;
}
