/**
 * What the people of a shop and of a company do about a dispute: they see it, put evidence together, and submit it, to the provider
 * or to the operator, who hands it over; and they are reminded (docs/contract/people.md, "Disputes and evidence").
 */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPublicId } from '../../src/base/database/public-id.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { chargeBack } from '../../src/features/payments/chargeback.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { purgeEvidence } from '../../src/features/payments/evidence/evidence.repository.ts';
import { evidenceKeptDays } from '../../src/features/payments/evidence/evidence.ts';
import { remindOfDisputes } from '../../src/features/payments/evidence/remind.ts';
import { sweepEvidence } from '../../src/features/payments/evidence/submit-evidence.ts';
import { payWithProvider } from '../../src/features/payments/pay-with-provider.ts';
import type { Payment } from '../../src/features/payments/payment.ts';
import { paymentJobs } from '../../src/features/payments/payments.jobs.ts';
import { findPayment } from '../../src/features/payments/payments.repository.ts';
import type { Dispute, EvidenceRequest, EvidenceResult } from '../../src/features/providers/provider.ts';
import { idleProvider } from '../fixtures/idle-provider.ts';
import { visitWith } from '../fixtures/people.ts';
import { job, payer, shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { drainJobs, makeJobsDue } from '../support/drain-jobs.ts';
import { makeCompany, makeHolder } from '../support/holders.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock('2031-03-10T12:00:00.000Z');
const daySeconds = 86_400;
const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
const pdf = Buffer.from('%PDF-1.7\nA letter\n%%EOF\n');

/** What the providers of live mode say of disputes, and what they answer to evidence. */
const disputes = new Map<string, Dispute>();
const received: EvidenceRequest[] = [];
let answer: EvidenceResult | 'away' = { kind: 'submitted' };
const findDisputes = async (id: string) => [disputes.get(id)].filter((one) => one !== undefined);
const succeeds = async ({ amount, currency, attemptId }: { amount: bigint; currency: string; attemptId: string }) => ({
  ...{ kind: 'succeeded' as const, amount, currency, cardLastFour: '4242', payerEmail: null },
  providerRef: `ch_${attemptId}`,
});
/** What Stripe takes of files, less than the service itself. */
const filesBytesMax = 4_500_000;
const takes = idleProvider('takes', {
  methods: ['card'],
  begin: succeeds,
  findDisputes,
  evidenceFilesBytesMax: filesBytesMax,
  async submitEvidence(request) {
    received.push(request);
    if (answer === 'away') throw new Error('away');
    return answer;
  },
});
/** It takes no evidence by API. */
const mails = idleProvider('mails', { methods: ['onlinewallet'], begin: succeeds, findDisputes });

let server: TestServer;
let cookie: string;
let personId: string;

beforeAll(async () => {
  server = await createTestServer({ clock, providers: [takes, mails] });
  personId = (await server.people.signUp(shell, ada)).personId;
  const signedIn = await server.people.signIn(visitWith(), ada);
  cookie = signedIn.ok ? signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ') : '';
  await server.database.pool.query('update people set second_factor = true');
});
afterAll(async () => {
  await expectBooksToHold(server.db, { byHand: ['members'] });
  await server.close();
});

const raise = (error: unknown): never => {
  throw error;
};

async function runJobs(): Promise<void> {
  await makeJobsDue(server.database);
  expect(
    await drainJobs(
      server.database,
      paymentJobs(server.payDeps, (_name, error) => raise(error)),
    ),
  ).toEqual([]);
}

/** The subjects of what was mailed about a dispute, after its first mail. */
async function mailsAbout(id: string): Promise<string[]> {
  const { rows } = await server.database.pool.query(
    'select subject from mails where recipient = $1 and strpos(text, $2) > 0 order by id offset 1',
    [ada.email, id],
  );
  return rows.map(({ subject }) => subject);
}

type Sent = { body?: object; bytes?: Buffer | Readable; headers?: Record<string, string> };

function asker(holderId: bigint, mode: Mode) {
  return async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, { body, bytes, headers = {} }: Sent = {}) => {
    const type = bytes === undefined ? 'application/json' : 'application/octet-stream';
    const found = await server.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        'sluice-holder': String(holderId),
        'sluice-mode': mode,
        ...(body === undefined && bytes === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      ...(bytes === undefined ? {} : { payload: bytes }),
    });
    const isJson = String(found.headers['content-type']).startsWith('application/json');
    const parsed = isJson ? found.json() : undefined;
    return { status: found.statusCode, data: parsed?.data, code: parsed?.error?.code, raw: found };
  };
}

/** A new shop or company of Ada's. */
async function newAccount(kind: 'merchant' | 'company'): Promise<bigint> {
  const holderId = kind === 'company' ? await makeCompany(server.db) : await makeHolder(server.db, kind, 'Corner Shop');
  await inTransaction(server.db, (tx) => insertMember(tx, holderId, personId, 'owner'));
  return holderId;
}

/** A disputed payment of Ada's. @param holderId of an account that she has; by default a new one. */
async function disputed(
  options: {
    mode?: Mode;
    kind?: 'merchant' | 'company';
    by?: 'card' | 'onlinewallet';
    dueDays?: number;
    holderId?: bigint;
  } = {},
) {
  const { mode = 'live', kind = 'merchant', by = 'card', dueDays = 10 } = options;
  const holderId = options.holderId ?? (await newAccount(kind));
  const book = { holderId, mode };
  const draft = { amount: 2_000n, currency: 'EUR', returnUrl: null, cancelUrl: null, custom: 'cart-77' };
  const made = { ...draft, webhookUrl: null, orderId: null };
  const created = await createPaymentCreator(server).create(shopKey(book), book, 'api', made);
  const payment = (await findPayment(server.db, holderId, created.id)) as Payment;
  const asked = { payerName: 'Grace', browser: null, returnAddress: 'http://localhost', description: 'A shop' };
  const card = mode === 'test' ? { number: '4000000000000259' } : undefined;
  await payWithProvider(payer, server.payDeps, payment, { ...asked, method: by, card });
  const { rows } = await server.database.pool.query('select id from payment_attempts where payment_id = $1', [
    payment.id,
  ]);
  const attemptId: string = rows[0].id;
  const id = mode === 'test' ? `dp_${attemptId}` : `dp_${newPublicId('ref', 1n)}`;
  const dueAt = (days: number) => new Date(clock.now(0n, 'live').getTime() + days * daySeconds * 1_000);
  const standing = { status: 'needs_response', reason: 'fraudulent', evidenceDueAt: dueAt(dueDays) } as const;
  const moved = { amount: 2_000n, currency: 'EUR', withdrawals: 1, returns: 0, fee: undefined };
  const provider = mode === 'test' ? 'simulator' : by === 'card' ? 'takes' : 'mails';
  const tell = async (changes: Partial<Dispute> = {}) => {
    disputes.set(id, { id, attemptId, ...moved, standing, ...changes });
    await chargeBack(job, server.payDeps, provider, id);
  };
  if (mode === 'test') clock.advance(60);
  await tell();
  const ask = asker(holderId, mode);
  return {
    ...{ holderId, mode, id, payment, ask, tell, standing, dueAt },
    path: `/disputes/${id}`,
    get: async () => (await ask('GET', `/disputes/${id}`)).data,
    submit: (headers?: Record<string, string>) => ask('POST', `/disputes/${id}/submit`, headers && { headers }),
    say: (explanation: string) => ask('PUT', `/disputes/${id}/evidence`, { body: { explanation } }),
    upload: (purpose = 'receipt', bytes: Buffer | Readable = pdf, name = 'letter.pdf', headers = {}) =>
      ask('PUT', `/disputes/${id}/files/${purpose}?name=${encodeURIComponent(name)}`, { bytes, headers }),
    async events() {
      const { rows: found } = await server.database.pool.query(
        "select type from events where subject_kind = 'payment' and subject_id = $1 order by appended",
        [payment.id],
      );
      return found.map(({ type }) => type);
    },
  };
}

describe('a dispute', () => {
  it.each(['merchant', 'company'] as const)('is listed and shown to a %s, and to nobody else', async (kind) => {
    const one = await disputed({ kind });
    const { data } = await one.ask('GET', '/disputes');
    expect(data).toMatchObject([
      {
        dispute_id: one.id,
        status: 'needs_response',
        evidence: null,
        amount: 20,
        reference: 'cart-77',
        money: 'withdrawn',
      },
    ]);
    expect(await one.get()).toMatchObject({
      evidence_due_at: one.standing.evidenceDueAt.toISOString(),
      closed_because: null,
      submits_to: 'provider',
      payment: { amount: 20, card_last_four: '4242', payer: { name: 'Grace' } },
      sent: { texts: {}, files: [], submitted_at: null },
    });
    const other = await disputed({ kind });
    for (const path of [one.path, `${one.path}/files/receipt`]) {
      expect(await other.ask('GET', path)).toMatchObject({ status: 404, code: 'not_found' });
      expect((await asker(one.holderId, 'test')('GET', path)).status).toBe(404);
    }
    const foreign = asker(other.holderId, 'live');
    expect((await foreign('PUT', `${one.path}/evidence`, { body: {} })).status).toBe(404);
    expect((await foreign('PUT', `${one.path}/files/receipt?name=x`, { bytes: pdf })).status).toBe(404);
    expect((await foreign('POST', `${one.path}/submit`)).status).toBe(404);
    expect((await one.ask('GET', '/disputes?search=CART')).data).toHaveLength(1);
    expect((await one.ask('GET', '/disputes?search=cart-78')).data).toEqual([]);
  });

  it('is in the file that the list writes as it is narrowed, without who paid', async () => {
    const one = await disputed();
    const later = await disputed({ holderId: one.holderId, dueDays: 20 });
    const file = async (query: string) => {
      const { raw } = await one.ask('GET', `/disputes.csv${query}`);
      expect(raw.headers['content-disposition']).toBe('attachment; filename="disputes.csv"');
      expect(raw.body).not.toContain('Grace');
      return parse(raw.body, { columns: true }) as Record<string, string>[];
    };
    const idsOf = (rows: Record<string, string>[]) => rows.map((row) => row.dispute_id);
    expect(await file('')).toMatchObject([
      {
        ...{ dispute_id: one.id, status: 'needs_response', reason: 'fraudulent', currency: 'EUR', amount: '20.00' },
        ...{ money: 'withdrawn', reference: 'cart-77', payment_id: one.payment.id, evidence: '' },
        evidence_due_at: one.standing.evidenceDueAt.toISOString(),
      },
      { dispute_id: later.id },
    ]);
    expect(idsOf(await file(`?search=${later.id}`))).toEqual([later.id]);
    await later.tell({ standing: { ...later.standing, status: 'lost', evidenceDueAt: null } });
    expect(idsOf(await file(''))).toEqual([one.id]);
    expect(idsOf(await file('?status=closed'))).toEqual([later.id]);
    expect(parse((await asker(one.holderId, 'test')('GET', '/disputes.csv')).raw.body, { columns: true })).toEqual([]);
  });

  it('is on the shop’s home until it is responded to, with what it is about and until when', async () => {
    const one = await disputed({ dueDays: 20 });
    const home = async (mode: Mode = one.mode) => {
      const { pending } = (await asker(one.holderId, mode)('GET', '/home/shop?time_zone=UTC')).data;
      return [pending.disputes_to_answer, pending.to_answer];
    };
    const nothing = [0, { amounts: [], respond_by: null, dispute_id: null }];
    const about = ({ id, standing }: typeof one) => [
      1,
      { amounts: [{ currency: 'EUR', amount: 20 }], respond_by: standing.evidenceDueAt.toISOString(), dispute_id: id },
    ];
    expect(await home()).toEqual(about(one));
    expect(await home('test')).toEqual(nothing);
    const nearer = await disputed({ holderId: one.holderId });
    const both = { amounts: [{ currency: 'EUR', amount: 40 }], dispute_id: null };
    expect(await home()).toEqual([2, { ...both, respond_by: nearer.standing.evidenceDueAt.toISOString() }]);
    await nearer.say('It was delivered.');
    expect((await home())[0]).toBe(2);
    await nearer.submit();
    expect(await home()).toEqual(about(one));
    await runJobs();
    await one.tell({ standing: { ...one.standing, status: 'lost', evidenceDueAt: null } });
    expect(await home()).toEqual(nothing);
  });

  it('is listed by its deadline while it is open, and newest first once it is decided', async () => {
    const one = await disputed();
    await server.database.pool.query('update disputes set holder_id = holder_id');
    expect((await one.ask('GET', '/disputes?status=closed')).data).toEqual([]);
    await one.tell({ standing: { ...one.standing, status: 'lost', evidenceDueAt: null } });
    expect((await one.ask('GET', '/disputes')).data).toEqual([]);
    expect((await one.ask('GET', '/disputes?status=closed')).data).toMatchObject([{ status: 'lost' }]);
    expect(await one.say('Too late')).toMatchObject({ status: 409, code: 'invalid_state' });
    expect((await one.get()).closed_because).toBe('decided');
  });
});

describe('evidence', () => {
  it('and its payer are hidden from a developer in live mode', async () => {
    const one = await disputed();
    await one.say('It was delivered.');
    await one.upload();
    const become = (role: string) =>
      server.database.pool.query('update members set role = $2 where holder_id = $1', [one.holderId, role]);
    await become('developer');
    expect(await one.get()).toMatchObject({ evidence: 'draft', sent: null, payment: { payer: null } });
    for (const asked of [one.ask('GET', `${one.path}/files/receipt`), one.say('Mine'), one.upload(), one.submit()]) {
      expect(await asked).toMatchObject({ status: 403, code: 'forbidden' });
    }
    const tried = await disputed({ mode: 'test', holderId: one.holderId });
    expect((await tried.say('It was delivered.')).data.sent.texts).toEqual({ explanation: 'It was delivered.' });
    await become('viewer');
    expect((await one.say('Mine')).status).toBe(403);
  });

  it('is put together, submitted once, and frozen', async () => {
    const one = await disputed();
    received.length = 0;
    answer = { kind: 'submitted' };
    expect(await one.submit()).toMatchObject({ status: 409, code: 'invalid_state' });
    await one.say('Another');
    const texts = { explanation: ' It was delivered. ', shipping_carrier: 'DHL', refund_policy: '' };
    await one.ask('PUT', `${one.path}/evidence`, { body: texts });
    expect((await one.upload()).data.sent.files).toMatchObject([{ purpose: 'receipt', type: 'application/pdf' }]);
    await one.upload('receipt', Buffer.concat([pdf, pdf]), 'longer.png');
    await one.upload('other');
    await one.ask('DELETE', `${one.path}/files/other`);
    expect((await one.get()).sent).toMatchObject({
      texts: { explanation: 'It was delivered.', shipping_carrier: 'DHL' },
      files: [{ purpose: 'receipt', name: 'longer.png', type: 'application/pdf', size: 2 * pdf.length }],
    });

    // Texts that were saved once more, as they are written, are one entry; the same again is none.
    await one.ask('PUT', `${one.path}/evidence`, { body: { ...texts, explanation: 'It was delivered' } });
    await one.ask('PUT', `${one.path}/evidence`, { body: texts });
    await one.ask('PUT', `${one.path}/evidence`, { body: texts });
    const { rows: noted } = await server.database.pool.query(
      `select coalesce(after ->> 'texts', after ->> 'file', after ->> 'removed') as what from audit_log
       where object_id = $1 order by id`,
      [one.id],
    );
    const both = '["explanation", "shipping_carrier"]';
    expect(noted.map(({ what }) => what)).toEqual([
      ...['["explanation"]', both, 'receipt', 'receipt', 'other', 'other', both],
    ]);

    const key = { 'idempotency-key': 'once' };
    expect((await one.submit(key)).data).toMatchObject({ evidence: 'sending', closed_because: 'submitted' });
    expect((await one.submit(key)).raw.headers['idempotent-replayed']).toBe('true');
    expect((await one.submit()).code).toBe('invalid_state');
    await runJobs();
    expect(received).toMatchObject([
      {
        disputeId: one.id,
        texts: { explanation: 'It was delivered.', shipping_carrier: 'DHL' },
        files: [{ purpose: 'receipt', bytes: Buffer.concat([pdf, pdf]) }],
      },
    ]);
    expect(await one.get()).toMatchObject({
      evidence: 'submitted',
      sent: { submitted_by: 'Ada', handed_over_by: null },
    });
    for (const refused of [
      await one.say('Another'),
      await one.upload(),
      await one.ask('DELETE', `${one.path}/files/receipt`),
    ]) {
      expect(refused).toMatchObject({ status: 409, code: 'invalid_state' });
    }
    expect(await one.events()).toEqual([
      'payment.created',
      'payment.paid',
      'chargeback.created',
      'dispute_evidence.submitted',
    ]);
  });

  it('is sent again while the provider does not answer, as the same submission, and noted once', async () => {
    const one = await disputed();
    received.length = 0;
    answer = 'away';
    await one.say('It was delivered.');
    await one.submit();
    const errors: unknown[] = [];
    await sweepEvidence(job, server.payDeps, (error) => errors.push(error));
    expect(errors).toHaveLength(1);
    expect((await one.get()).evidence).toBe('sending');
    answer = { kind: 'submitted' };
    await Promise.all([sweepEvidence(job, server.payDeps, raise), sweepEvidence(job, server.payDeps, raise)]);
    await runJobs();
    expect(new Set(received.map(({ submissionId }) => submissionId)).size).toBe(1);
    expect((await one.events()).filter((type) => type === 'dispute_evidence.submitted')).toHaveLength(1);
    expect((await one.get()).evidence).toBe('submitted');
  });

  it('that the provider refuses is a draft again, with a mail, and can be submitted anew', async () => {
    const one = await disputed();
    received.length = 0;
    answer = { kind: 'refused', reason: 'file_too_large' };
    await one.say('It was delivered.');
    await one.submit();
    await runJobs();
    expect(await one.get()).toMatchObject({
      evidence: 'draft',
      closed_because: null,
      sent: {
        refusal: 'file_too_large',
        submitted_at: null,
        submitted_by: null,
        texts: { explanation: 'It was delivered.' },
      },
    });
    expect(await mailsAbout(one.id)).toEqual(['Your evidence for the EUR 20.00 dispute was not accepted']);
    // It is a response that is missing again.
    clock.advance(3 * daySeconds);
    await remindOfDisputes(job, server.payDeps, raise);
    expect(await mailsAbout(one.id)).toHaveLength(2);
    answer = { kind: 'submitted' };
    await one.submit();
    await runJobs();
    expect(await one.get()).toMatchObject({ evidence: 'submitted', sent: { refusal: null } });
    expect(new Set(received.map(({ submissionId }) => submissionId)).size).toBe(2);
  });

  it('is taken until the deadline, by the clock of the book', async () => {
    const one = await disputed({ dueDays: 1 });
    clock.advance(daySeconds - 1);
    expect((await one.say('In time')).status).toBe(200);
    clock.advance(1);
    expect(await one.submit()).toMatchObject({ status: 409, code: 'invalid_state' });
    expect((await one.get()).closed_because).toBe('overdue');
  });

  it('waits for the operator where the provider takes none, who hands it over', async () => {
    const one = await disputed({ by: 'onlinewallet' });
    expect((await one.get()).submits_to).toBe('operator');
    await one.upload('customer_communication');
    await inTransaction(server.db, (tx) => insertMember(tx, serviceHolderId, personId, 'support'));
    expect((await one.submit()).data.evidence).toBe('waiting');
    expect(await mailsAbout(one.id)).toEqual(['Hand over evidence for a EUR 20.00 dispute']);
    const operator = asker(serviceHolderId, 'live');
    const path = `/operator${one.path}`;
    expect((await operator('GET', path)).data.evidence).toMatchObject({
      state: 'waiting',
      sent: { submitted_by: 'Ada', files: [{ purpose: 'customer_communication' }] },
    });
    expect((await operator('GET', '/operator/inbox')).data.disputes).toMatchObject({ to_hand_over: 1 });
    const file = await operator('GET', `${path}/files/customer_communication`);
    expect(file.raw.rawPayload).toEqual(pdf);
    for (let times = 0; times < 2; times += 1) {
      expect((await operator('POST', `${path}/hand-over`)).data.evidence).toMatchObject({
        state: 'submitted',
        sent: { handed_over_by: 'Ada' },
      });
    }
    expect((await one.events()).filter((type) => type === 'dispute_evidence.submitted')).toHaveLength(1);
    const direct = await disputed();
    expect(await operator('POST', `/operator${direct.path}/hand-over`)).toMatchObject({ code: 'invalid_state' });
  });

  it('is deleted with its files some time after the decision, and not before', async () => {
    const one = await disputed();
    await one.say('It was delivered.');
    await one.upload();
    const purge = () => inTransaction(server.db, (tx) => purgeEvidence(tx, evidenceKeptDays, 100));
    const age = (days: number) =>
      server.database.pool.query(
        `with d as (update disputes set updated_at = now() - make_interval(days => $2) where id = $1)
        update dispute_evidence set updated_at = now() - make_interval(days => $2) where dispute_id = $1`,
        [one.id, days],
      );
    await age(evidenceKeptDays + 1);
    await purge();
    expect((await one.get()).sent.files).toHaveLength(1);
    await one.tell({ standing: { ...one.standing, status: 'lost', evidenceDueAt: null } });
    await age(evidenceKeptDays - 1);
    await purge();
    expect((await one.get()).sent.files).toHaveLength(1);
    await age(evidenceKeptDays + 1);
    await purge();
    expect((await one.get()).sent).toMatchObject({ files: [], texts: {}, purged_at: expect.any(String) });
  });
});

describe('a file', () => {
  it('is known by its content, and sent to be stored under a name of ours', async () => {
    const one = await disputed();
    await one.upload('receipt', pdf, '"><script>.html');
    const { raw } = await one.ask('GET', `${one.path}/files/receipt`);
    expect(raw.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="receipt.pdf"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });
    expect(raw.rawPayload).toEqual(pdf);
    expect((await one.ask('GET', `${one.path}/files/other`)).status).toBe(404);
  });

  it.each([
    ['HTML', Buffer.from('<html><script>alert(1)</script>'), 422],
    ['nothing', Buffer.alloc(0), 422],
    ['more than 5 MB', Buffer.concat([pdf, Buffer.alloc(5 * 1_024 * 1_024)]), 413],
  ])('of %s is refused, and nothing is changed', async (_name, bytes, status) => {
    const one = await disputed();
    expect((await one.upload('receipt', bytes)).status).toBe(status);
    expect((await one.get()).evidence).toBe(null);
  });

  const pdfOf = (bytes: number) =>
    Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(bytes - 10, 32), Buffer.from('%%EOF')]);
  const whyNot = ({ raw }: { raw: { json(): { error: { details: { message: string }[] } } } }) =>
    raw.json().error.details[0]?.message;

  it('finds room within what a dispute may hold', async () => {
    const one = await disputed({ by: 'onlinewallet' });
    expect((await one.get()).files_bytes_max).toBe(20 * 1_024 * 1_024);
    for (const purpose of ['receipt', 'refund_policy', 'customer_signature', 'service_documentation']) {
      expect((await one.upload(purpose, pdfOf(5 * 1_024 * 1_024))).status).toBe(200);
    }
    expect(whyNot(await one.upload('other'))).toMatch(/beside the others: they may have 20 MB in all/);
    expect((await one.upload('receipt')).status).toBe(200);
    expect((await one.upload('other')).status).toBe(200);
  });

  it.each(['live', 'test'] as const)('finds room within what the provider takes, in %s mode', async (mode) => {
    const one = await disputed({ mode });
    expect((await one.get()).files_bytes_max).toBe(filesBytesMax);
    expect(whyNot(await one.upload('receipt', pdfOf(filesBytesMax + 1)))).toMatch(
      /of this dispute may have 4.3 MB in all/,
    );
    expect((await one.upload('receipt', pdfOf(filesBytesMax - pdf.length))).status).toBe(200);
    expect((await one.upload('other', pdf)).status).toBe(200);
    expect(whyNot(await one.upload('refund_policy'))).toMatch(/beside the others: they may have 4.3 MB in all/);
    expect((await one.get()).sent.files).toHaveLength(2);
  });

  it('that was uploaded while more was taken has to go before the evidence is submitted', async () => {
    const one = await disputed();
    await one.upload('receipt', pdfOf(filesBytesMax));
    const longer = (bytes: string) =>
      server.database.pool.query(
        `update dispute_files set bytes = ${bytes}, size = octet_length(${bytes}) where dispute_id = $1`,
        [one.id],
      );
    await longer("bytes || ' '::bytea");
    expect((await one.submit()).raw.json().error).toMatchObject({
      code: 'invalid_state',
      message: 'The files may have 4.3 MB in all. Remove one first.',
    });
    await longer('substr(bytes, 1, length(bytes) - 1)');
    expect((await one.submit()).status).toBe(200);
    await runJobs();
  });

  /** With files of 40 MB, but for so many bytes. */
  async function fill({ id, upload }: Awaited<ReturnType<typeof disputed>>, butBytes: number): Promise<void> {
    await upload('receipt');
    await server.database.pool.query(
      `with one as (delete from dispute_files where dispute_id = $1 returning *)
       insert into dispute_files (holder_id, dispute_id, purpose, name, type, size, bytes, created_at)
       select holder_id, dispute_id, n::text, name, type, length(filled), filled, created_at from one,
         generate_series(1, 8) n,
         lateral (select convert_to(repeat(' ', 5242880 - case n when 1 then $2 else 0 end), 'UTF8')) f (filled)`,
      [id, butBytes],
    );
  }

  it('finds room within what the disputes of an account may hold in its mode', async () => {
    const one = await disputed({ mode: 'test' });
    const { holderId } = one;
    const other = await disputed({ mode: 'test', holderId });
    await fill(other, 2 * pdf.length - 1);
    expect((await one.upload('receipt')).status).toBe(200);
    expect(whyNot(await one.upload('other'))).toMatch(/the files of all disputes of the account may have 40 MB/);
    expect((await one.upload('receipt')).status).toBe(200);
    const live = await disputed();
    await fill(live, 0);
    expect((await (await disputed({ mode: 'test', holderId: live.holderId })).upload('receipt')).status).toBe(200);
  });

  it('is refused while so many arrive that memory would be short, and taken afterwards', async () => {
    const one = await disputed();
    const begun = Array.from({ length: 4 }, () => {
      const reading = Promise.withResolvers<void>();
      const bytes = new Readable({ read: () => reading.resolve() });
      const headers = { 'content-length': String(5 * 1_024 * 1_024) };
      return { bytes, reading: reading.promise, ended: one.upload('receipt', bytes, 'a.pdf', headers) };
    });
    await Promise.all(begun.map(({ reading }) => reading));
    const { raw, code } = await one.upload('receipt');
    expect([raw.statusCode, code, raw.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    for (const { bytes } of begun) bytes.push(null);
    for (const { ended } of begun) expect((await ended).status).toBe(422);
    expect((await one.upload('receipt')).status).toBe(200);
  });
});

describe('the operator', () => {
  it('gets all that was submitted in one zip', async () => {
    const one = await disputed({ by: 'onlinewallet' });
    await one.say('It was delivered:\nsee the letter, “α”.');
    await one.upload('shipping_documentation', pdf, '../../evil.html');
    const operator = asker(serviceHolderId, 'live');
    const address = `/operator/disputes/${one.id}/evidence.zip`;
    await inTransaction(server.db, (tx) => insertMember(tx, serviceHolderId, personId, 'administrator'));
    expect((await operator('GET', address)).status).toBe(404);
    await one.submit();
    const { raw } = await operator('GET', address);
    expect(raw.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="evidence-${one.id}.zip"`,
      'cache-control': 'no-store',
    });
    const files = unzipSync(raw.rawPayload);
    expect(Object.keys(files)).toEqual(['texts.txt', 'shipping_documentation.pdf']);
    expect(Buffer.from(files['shipping_documentation.pdf'] ?? [])).toEqual(pdf);
    expect(Buffer.from(files['texts.txt'] ?? []).toString()).toBe(
      `Evidence of dispute ${one.id}\n\nExplanation\n-----------\nIt was delivered:\nsee the letter, “α”.\n`,
    );
    expect((await asker(serviceHolderId, 'test')('GET', address)).status).toBe(404);
    expect((await one.ask('GET', address)).status).toBe(403);
  });
});

describe('a reminder', () => {
  const remind = () => remindOfDisputes(job, server.payDeps, raise);
  const subject = (at: Date) => `Respond to the EUR 20.00 dispute by ${at.toISOString().slice(0, 10)}`;

  it('comes 7 and 2 days before the deadline, once each', async () => {
    const one = await disputed({ dueDays: 8 });
    await remind();
    clock.advance(daySeconds - 1);
    await remind();
    expect(await mailsAbout(one.id)).toEqual([]);
    clock.advance(1);
    await Promise.all([remind(), remind()]);
    const due = subject(one.standing.evidenceDueAt);
    expect(await mailsAbout(one.id)).toEqual([due]);
    clock.advance(5 * daySeconds);
    await remind();
    await remind();
    expect(await mailsAbout(one.id)).toEqual([due, due]);
    clock.advance(2 * daySeconds);
    await remind();
    expect(await mailsAbout(one.id)).toEqual([due, due]);
  });

  it('comes once where there are fewer than 7 days, and follows a deadline that moves', async () => {
    const one = await disputed({ dueDays: 6 });
    await remind();
    const later = one.dueAt(20);
    await one.tell({ standing: { ...one.standing, evidenceDueAt: later } });
    clock.advance(4 * daySeconds);
    await remind();
    expect(await mailsAbout(one.id)).toEqual([]);
    clock.advance(9 * daySeconds);
    await remind();
    expect(await mailsAbout(one.id)).toEqual([subject(later)]);
    const sooner = one.dueAt(1);
    await one.tell({ standing: { ...one.standing, evidenceDueAt: sooner } });
    await remind();
    await remind();
    expect(await mailsAbout(one.id)).toEqual([subject(later), subject(sooner)]);
  });

  it('does not come after the evidence was submitted, or the dispute decided', async () => {
    answer = { kind: 'submitted' };
    const submitted = await disputed();
    await submitted.say('It was delivered.');
    await submitted.submit();
    await runJobs();
    // The provider's list may be older than what it has.
    await submitted.tell({ standing: { ...submitted.standing, evidenceDueAt: submitted.dueAt(9) } });
    const decided = await disputed();
    await decided.tell({ standing: { ...decided.standing, status: 'lost', evidenceDueAt: null } });
    clock.advance(8.5 * daySeconds);
    await remind();
    expect(await mailsAbout(submitted.id)).toEqual([]);
    expect(await mailsAbout(decided.id)).toEqual(['You lost the EUR 20.00 dispute']);
  });
});

describe('in test mode', () => {
  it.each([
    ['winning_evidence', 'won', 'returned'],
    ['losing_evidence', 'lost', 'withdrawn'],
  ])('%s decides the dispute: it is %s', async (words, status, money) => {
    const one = await disputed({ mode: 'test' });
    await one.say(words);
    expect((await one.submit()).data.evidence).toBe('sending');
    await runJobs();
    expect(await one.get()).toMatchObject({ evidence: 'submitted', status: 'under_review', money: 'withdrawn' });
    clock.advance(600);
    await one.tell();
    expect(await one.get()).toMatchObject({ status, money });
  });
});
