/**
 * The queue of exceptions: how each kind arises, what its row says, and that it goes when it is fixed; who sees and assigns it, and
 * the notes about it (docs/contract/people.md, "Exceptions and notes").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import { approvePayout, returnPayout, sendPayout } from '../../src/features/payouts/change-payout.ts';
import { type ConsoleWorld, createConsoleWorld, record, recordUnassigned, sent } from '../fixtures/console.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';

let world: ConsoleWorld;

beforeAll(async () => {
  world = await createConsoleWorld();
  await world.join(world.own.holderId, 'owner');
  await world.join(world.foreign.holderId, 'owner');
  await world.takeRole([world.service], 'administrator');
  await world.passedSecondFactor(0);
});
afterAll(async () => {
  // They were planted, without the money that they are about.
  await sql('delete from dispute_evidence', []);
  await sql('delete from disputes', []);
  await expectBooksToHold(world.db, { byHand: ['members'] });
  await world.close();
});

type Asked = { holder?: bigint; mode?: Mode; body?: object };

async function ask(
  method: 'GET' | 'POST',
  path: string,
  { holder = world.own.holderId, mode = 'test', body }: Asked = {},
) {
  const answer = await world.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      cookie: world.cookie,
      'sec-fetch-site': 'same-origin',
      'sluice-holder': String(holder),
      'sluice-mode': mode,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const { data, error, next_cursor: next } = answer.json();
  return { status: answer.statusCode, data, next, code: error?.code as string | undefined };
}

type Row = {
  kind: string;
  object_id: string;
  amount: number | null;
  currency: string | null;
  reason: string | null;
  by: string | null;
  said: string | null;
  effect: {
    code: string;
    amount: number | null;
    currency: string | null;
    name: string | null;
    at: string | null;
    count: number | null;
  } | null;
  assignee: { person_id: string; is_you: boolean } | null;
  notes: number;
};

const ofOperator = (mode: Mode = 'live'): Asked => ({ holder: world.service, mode });
const base = ({ holder }: Asked) => (holder === world.service ? '/operator' : '');

async function rowsOf(kind: string, asked: Asked = {}): Promise<Row[]> {
  const { status, data } = await ask('GET', `${base(asked)}/exceptions?kind=${kind}&limit=100`, asked);
  expect(status).toBe(200);
  return data;
}
const rowOf = async (kind: string, id: string, asked: Asked = {}): Promise<Row | undefined> =>
  (await rowsOf(kind, asked)).find((row) => row.object_id === id);
async function countOf(kind: string, asked: Asked = {}): Promise<number> {
  const { data } = await ask('GET', `${base(asked)}/exceptions/counts`, asked);
  return data.kinds.find((one: { kind: string }) => one.kind === kind)?.count ?? 0;
}

type Case = {
  kind: string;
  name: string;
  asked?: () => Asked;
  /** @returns the id of its object. */
  arise(): Promise<string>;
  says: Partial<Row>;
  fix(id: string): Promise<unknown>;
};

const done = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBeLessThan(300);
const own = () => world.own.test;
const sql = (text: string, values: unknown[]) => world.pool.query(text, values);

/** A row that moves no money, and is taken away again. */
const planted = (table: string, column = 'id') => ({
  fix: (id: string) => sql(`delete from ${table} where ${column} = $1`, [id]),
});

const ofShop = (): Asked => ({ holder: world.merchant });

/** @returns its id. @param days until its deadline. */
async function plantDispute(days: number): Promise<string> {
  const id = `dp_${randomUUID()}`;
  await sql(
    `insert into disputes (holder_id, id, mode, payment_id, amount, currency, status, reason, evidence_due_at, created_at, updated_at)
     values ($1, $2, 'test', $3, 500, 'EUR', 'needs_response', 'fraudulent', now() + make_interval(days => $4), now(), now())`,
    [world.merchant, id, await world.newPayment('test', true), days],
  );
  return id;
}

/** Of a payment that is paid. @returns its id. */
async function plantRefund(status: 'failed' | 'pending'): Promise<string> {
  const id = `ref_${randomUUID()}`;
  await sql(
    `insert into refunds (holder_id, id, mode, payment_id, refund_ref, status, amount, currency, failure, created_at, updated_at, due_at)
     values ($1, $2, 'test', $3, $2, $4, 100, 'EUR', 'Card closed', now(), now(), case when $4 = 'pending' then now() end)`,
    [world.merchant, id, await world.newPayment('test', true), status],
  );
  return id;
}

const cases: Case[] = [
  {
    kind: 'order_broken',
    name: 'a split without a payee',
    arise: () => recordUnassigned(own().api),
    says: { amount: 12.5, reason: 'no_payee' },
    fix: (ref) => done(ask('POST', `/orders/${ref}/splits/0/assign`, { body: { beneficiary_ref: own().linkId } })),
  },
  {
    kind: 'order_broken',
    name: 'splits that do not add up',
    arise: () =>
      record(own().api, {
        total_amount: 25,
        splits: [
          { beneficiary_type: 'merchant', beneficiary_ref: own().linkId, amount: 20 },
          { beneficiary_type: 'partner', amount: 1 },
        ],
      }),
    says: { amount: 4, reason: 'sum', effect: null },
    fix: (ref) => done(ask('POST', `/orders/${ref}/cancel`)),
  },
  {
    kind: 'order_held',
    name: 'an order that someone holds',
    arise: async () => {
      const ref = await record(own().api);
      await sent(own().api.post(`/orders/${ref}/hold`, { reason: 'Check the address' }));
      return ref;
    },
    says: { reason: 'by_hand', said: 'Check the address', amount: 12.5, by: expect.stringMatching(/^pk_test_/) },
    fix: (ref) => done(ask('POST', `/orders/${ref}/release`)),
  },
  {
    kind: 'order_held',
    name: 'an order that a person holds',
    arise: async () => {
      const ref = await record(own().api);
      await done(ask('POST', `/orders/${ref}/hold`, { body: { reason: 'Ask the customer' } }));
      return ref;
    },
    says: { reason: 'by_hand', said: 'Ask the customer', by: expect.stringMatching(/./) },
    fix: (ref) => done(ask('POST', `/orders/${ref}/release`)),
  },
  {
    kind: 'order_held',
    name: 'a hold from before holds were audited',
    arise: async () => {
      const ref = await record(own().api);
      await sql(
        `update orders set settlement_status = 'on_hold', hold_reason = 'by_hand' where partner_order_ref = $1`,
        [ref],
      );
      return ref;
    },
    says: { reason: 'by_hand', said: null, by: null },
    fix: (ref) => done(ask('POST', `/orders/${ref}/cancel`)),
  },
  {
    kind: 'shortfall',
    name: 'orders that wait for funds',
    arise: async () => {
      await record(own().api, {
        total_amount: 900_000,
        splits: [{ beneficiary_type: 'merchant', beneficiary_ref: own().linkId, amount: 900_000 }],
      });
      await sent(own().api.post('/settlements'));
      return 'EUR';
    },
    says: { currency: 'EUR' },
    fix: () => sent(own().api.post('/wallets/topups', { amount: 900_000, currency: 'EUR' })),
  },
  {
    kind: 'settlement_paused',
    name: 'a paused schedule with orders ready',
    arise: async () => {
      await record(own().api);
      await sent(own().api.call('PUT', '/settlement-schedule', { paused: true }));
      return 'schedule';
    },
    says: {},
    fix: () => sent(own().api.call('PUT', '/settlement-schedule', { paused: false })),
  },
  {
    kind: 'settlement_late',
    name: 'a settlement that has not begun',
    arise: async () => {
      await sql(
        `insert into settlement_dues (holder_id, mode, currency, due_at) values ($1, 'test', 'CHF', now() - interval '2 hours')`,
        [world.own.holderId],
      );
      return 'CHF';
    },
    says: {},
    ...planted('settlement_dues', 'currency'),
  },
  {
    kind: 'webhook',
    name: 'an endpoint that fails',
    arise: async () => {
      await sql(`update webhook_endpoints set failing_since = now() where id = $1`, [own().webhookId]);
      return own().webhookId;
    },
    says: { reason: 'active' },
    fix: (id) => sql(`update webhook_endpoints set failing_since = null where id = $1`, [id]),
  },
  {
    kind: 'cash_handover',
    name: 'cash that a payee says was handed over',
    arise: async () => {
      const id = `cho_${randomUUID()}`;
      await sql(
        `insert into cash_handovers (holder_id, id, mode, currency, link_id, kind, amount, recorded_by, status, created_at)
         values ($1, $2, 'test', 'EUR', $3, 'handed_over', 1500, 'link', 'waiting', now())`,
        [world.own.holderId, id, own().linkId],
      );
      return id;
    },
    says: { amount: 15 },
    ...planted('cash_handovers'),
  },
  {
    kind: 'link_write_off',
    name: 'a write-off of a payee’s debt for a second person',
    arise: async () => {
      const id = `dst_${randomUUID()}`;
      await sql(
        `insert into debt_settlements (holder_id, id, mode, currency, kind, link_id, amount, reason, status, requested_at)
         values ($1, $2, 'test', 'EUR', 'written_off', $3, 300, 'Gone', 'requested', now())`,
        [world.own.holderId, id, own().linkId],
      );
      return id;
    },
    says: { amount: 3, said: 'Gone' },
    ...planted('debt_settlements'),
  },
  {
    kind: 'order_refund_failed',
    name: 'a refund of an order that failed',
    arise: async () => {
      const id = `ref_${randomUUID()}`;
      await sql(
        `insert into order_refunds (holder_id, id, mode, order_id, refund_ref, status, amount, currency, request_hash, taken,
           before_settlement, failure, created_at, updated_at)
         select holder_id, $3, mode, id, $3, 'failed', 100, currency, sha256('x'), '{100}', true, 'Card closed', now(), now()
         from orders where holder_id = $1 and partner_order_ref = $2`,
        [world.own.holderId, own().orderRef, id],
      );
      return id;
    },
    says: { amount: 1, said: 'Card closed' },
    fix: async (id) => {
      await done(ask('POST', '/exceptions/finish', { body: { kind: 'order_refund_failed', object_id: id } }));
      expect(await rowOf('order_refund_failed', id)).toBeUndefined();
      await planted('order_refunds').fix(id);
    },
  },
  {
    kind: 'payout_failed',
    name: 'a payout that came back',
    arise: async () => {
      const id = own().payoutId;
      await inTransaction(world.db, async (tx) => {
        await approvePayout(shell, tx, world.clock, id);
        await sendPayout(shell, tx, world.clock, id);
        await returnPayout(shell, tx, world.clock, id, { to: 'failed', reason: 'Account closed' });
      });
      return id;
    },
    says: { amount: 1, reason: 'returned', said: 'Account closed' },
    fix: () => sent(own().api.post('/payouts', { account: 'clearing', amount: 1, currency: 'EUR' })),
  },
  {
    kind: 'payout_returned',
    name: 'the same payout, for the operator',
    asked: () => ofOperator('test'),
    arise: async () => own().payoutId,
    says: { amount: 1, said: 'Account closed' },
    fix: (id) =>
      done(
        ask('POST', '/operator/exceptions/finish', {
          ...ofOperator('test'),
          body: { kind: 'payout_returned', object_id: id },
        }),
      ),
  },
  {
    kind: 'payout_approve',
    name: 'a payout to the account that sent the last one back',
    asked: () => ofOperator('test'),
    arise: async () => {
      const asked = { account: 'clearing', amount: 1, currency: 'EUR' };
      return (await sent(own().api.post('/payouts', asked))).payout_id as string;
    },
    says: { amount: 1, reason: 'returned_before', said: 'Account closed' },
    fix: (id) => done(ask('POST', '/operator/payouts/approve', { ...ofOperator('test'), body: { payout_ids: [id] } })),
  },
  {
    kind: 'payout_approve',
    name: 'a payout to approve',
    asked: () => ofOperator('test'),
    arise: async () => world.foreign.test.payoutId,
    says: {
      amount: 1,
      reason: null,
      effect: { code: 'pays_out', amount: 1, currency: 'EUR', name: null, at: null, count: null },
    },
    fix: (id) => done(ask('POST', '/operator/payouts/approve', { ...ofOperator('test'), body: { payout_ids: [id] } })),
  },
  {
    kind: 'payout_send',
    name: 'a payout to send',
    asked: () => ofOperator('test'),
    arise: async () => world.foreign.test.payoutId,
    says: { amount: 1 },
    fix: (id) => done(ask('POST', '/operator/payouts/send', { ...ofOperator('test'), body: { payout_ids: [id] } })),
  },
  {
    kind: 'top_up',
    name: 'a top-up to confirm',
    asked: () => ofOperator(),
    arise: () => world.newTopUp('live'),
    says: { amount: 1 },
    fix: (id) => done(ask('POST', `/operator/top-ups/${id}/confirm`, { ...ofOperator(), body: { amount: 1 } })),
  },
  {
    kind: 'approval',
    name: 'a company that asks to go live',
    asked: () => ofOperator(),
    arise: async () => {
      const id = await makeCompany(world.db, { status: 'pending' });
      await sql(
        `insert into approval_requests (holder_id, status, requested_by, requested_at) values ($1, 'waiting', $2, now())`,
        [id, world.personId],
      );
      return String(id);
    },
    says: { reason: 'company' },
    fix: (id) => sql(`update approval_requests set status = 'approved', decided_at = now() where holder_id = $1`, [id]),
  },
  {
    kind: 'two_step_reset',
    name: 'a reset for a second administrator',
    asked: () => ofOperator(),
    arise: async () => {
      const id = world.own.test.memberId;
      await sql(`insert into second_factor_resets (person_id, reason, requested_by) values ($1, 'Lost phone', $2)`, [
        id,
        world.personId,
      ]);
      return id;
    },
    says: { said: 'Lost phone' },
    ...planted('second_factor_resets', 'person_id'),
  },
  {
    kind: 'write_off',
    name: 'a write-off for a second person',
    asked: () => ofOperator(),
    arise: async () => {
      const id = `dst_${randomUUID()}`;
      await sql(
        `insert into debt_settlements (holder_id, id, mode, currency, kind, account_kind, amount, reason, status, requested_at)
         values ($1, $2, 'live', 'EUR', 'written_off', 'clearing', 300, 'Gone', 'requested', now())`,
        [world.own.holderId, id],
      );
      return id;
    },
    says: { amount: 3, said: 'Gone' },
    ...planted('debt_settlements'),
  },
  ...(['transfer', 'statement_line'] as const).map(
    (kind, at): Case => ({
      kind,
      name: kind === 'transfer' ? 'money that came in' : 'money that went out',
      asked: () => ofOperator(),
      arise: async () => {
        const { rows } = await sql(
          `with i as (
           insert into statement_imports (mode, source, account, file_name, file_hash, format, imported_at)
           values ('live', 'bank', 'DE1', 'day.csv', sha256($2::bytea), 'csv', now()) returning id)
         insert into statement_lines (import_id, mode, source, line_number, line_hash, booked_on, currency, amount, reference)
         select id, 'live', 'bank', 1, sha256($2::bytea), current_date, 'EUR', $1, 'From whom?' from i returning id`,
          [at === 0 ? 700 : -700, kind],
        );
        return String(rows[0].id);
      },
      says: { amount: at === 0 ? 7 : -7, said: 'From whom?' },
      ...planted('statement_lines'),
    }),
  ),
  {
    kind: 'dispute',
    name: 'a dispute to answer',
    asked: ofShop,
    arise: () => plantDispute(30),
    says: {
      amount: 5,
      reason: 'fraudulent',
      effect: { code: 'answers', amount: 5, currency: 'EUR', name: null, at: null, count: null },
    },
    fix: (id) => sql(`update disputes set status = 'lost' where id = $1`, [id]),
  },
  {
    kind: 'dispute',
    name: 'a dispute whose deadline is near, for the operator',
    asked: () => ofOperator('test'),
    arise: async () => {
      const later = await plantDispute(30);
      expect(await rowOf('dispute', later, ofOperator('test'))).toBeUndefined();
      return plantDispute(3);
    },
    says: { amount: 5 },
    fix: (id) =>
      sql(
        `insert into dispute_evidence (holder_id, dispute_id, state, submission_id, submitted_at, updated_at)
         values ($1, $2, 'sending', 'sub', now(), now())`,
        [world.merchant, id],
      ),
  },
  {
    kind: 'dispute_hand_over',
    name: 'evidence to hand over',
    asked: () => ofOperator('test'),
    arise: async () => {
      const id = await plantDispute(3);
      await sql(
        `insert into dispute_evidence (holder_id, dispute_id, state, submission_id, submitted_at, updated_at)
         values ($1, $2, 'waiting', 'sub', now(), now())`,
        [world.merchant, id],
      );
      return id;
    },
    says: { amount: 5 },
    fix: (id) => done(ask('POST', `/operator/disputes/${id}/hand-over`, ofOperator('test'))),
  },
  {
    kind: 'refund_failed',
    name: 'a refund that failed',
    asked: ofShop,
    arise: () => plantRefund('failed'),
    says: { amount: 1, said: 'Card closed' },
    fix: async (id) => {
      await done(ask('POST', '/exceptions/finish', { ...ofShop(), body: { kind: 'refund_failed', object_id: id } }));
      expect(await rowOf('refund_failed', id, ofShop())).toBeUndefined();
      await planted('refunds').fix(id);
    },
  },
  {
    kind: 'late_capture',
    name: 'money that came too late and was not taken back',
    asked: () => ofOperator('test'),
    arise: async () => {
      const id = `att_${randomUUID()}`;
      await sql(
        `insert into late_captures (holder_id, attempt_id, mode, payment_id, amount, currency, status, failure, created_at, updated_at)
         values ($1, $2, 'test', $3, 700, 'EUR', 'refused', 'Card expired', now(), now())`,
        [world.merchant, id, await world.newPayment('test', false)],
      );
      return id;
    },
    says: { amount: 7, said: 'Card expired' },
    ...planted('late_captures', 'attempt_id'),
  },
  {
    kind: 'take_back',
    name: 'a top-up that a colleague wants to take back',
    asked: () => ofOperator(),
    arise: async () => {
      const id = await world.newCreditedTopUp('live');
      await sql(
        `update top_ups set reversal_requested_at = now(), reversal_requested_by = $2, reversal_requested_amount = 100,
           reversal_requested_reason = 'Sent twice' where id = $1`,
        [id, world.own.live.memberId],
      );
      return id;
    },
    says: { amount: 1, said: 'Sent twice' },
    fix: (id) => done(ask('POST', `/operator/top-ups/${id}/reverse/decline`, ofOperator())),
  },
  {
    kind: 'bank_refund',
    name: 'a refund to send by bank transfer',
    asked: () => ofOperator('test'),
    arise: async () => {
      const id = await plantRefund('pending');
      await sql(
        `update payment_attempts a set method = 'bank_transfer', provider = 'bank' from refunds r where r.id = $1 and a.payment_id = r.payment_id`,
        [id],
      );
      return id;
    },
    says: { amount: 1 },
    fix: async (id) => {
      await sql(
        `update payment_attempts a set method = 'wallet', provider = 'wallet' from refunds r where r.id = $1 and a.payment_id = r.payment_id`,
        [id],
      );
      await planted('refunds').fix(id);
    },
  },
  {
    kind: 'books',
    name: 'a verification that failed',
    asked: () => ofOperator(),
    arise: async () => {
      await sql(
        `insert into ledger_verifications (kind, ok, started_at, finished_at, checks, transfer_mark, transaction_mark)
         values ('incremental', false, now(), now(), '[]', 0, '0')`,
        [],
      );
      return 'books';
    },
    says: {},
    fix: () => sql('delete from ledger_verifications where not ok', []),
  },
  {
    kind: 'backup',
    name: 'a backup that failed',
    asked: () => ofOperator(),
    arise: async () => {
      await sql(
        `insert into backup_runs (started_at, finished_at, place, error) values (now(), now(), '/backups', 'No space')`,
        [],
      );
      return 'backup';
    },
    says: { reason: 'failed', said: 'No space' },
    fix: () => sql('delete from backup_runs', []),
  },
];

describe('each kind', () => {
  it.each(cases)('$kind: $name', async ({ kind, asked = (): Asked => ({}), arise, says, fix }) => {
    const id = await arise();
    expect(await rowOf(kind, id, asked())).toMatchObject(says);
    expect(await countOf(kind, asked())).toBe((await rowsOf(kind, asked())).length);
    const { mode = 'test' } = asked();
    const common = ['approval', 'two_step_reset', 'books', 'backup'].includes(kind);
    const elsewhere: Asked = { ...asked(), mode: mode === 'test' ? 'live' : 'test' };
    // What both modes share is seen in both.
    expect((await rowOf(kind, id, elsewhere)) !== undefined).toBe(common);
    await fix(id);
    expect(await rowOf(kind, id, asked())).toBeUndefined();
  });
});

describe('a dispute', () => {
  const named = async (id: string, asked: Asked = {}) => {
    const row = (await rowOf('dispute', id, asked)) as unknown as { label: string; order_ref: string | null };
    return [row.label, row.order_ref];
  };

  it('is called as the shop calls its payment, by an id only without a name', async () => {
    const id = await plantDispute(30);
    const { rows } = await sql('select payment_id from disputes where id = $1', [id]);
    const paymentId = rows[0].payment_id;
    expect(await named(id, ofShop())).toEqual([paymentId, null]);
    await sql('update payments set custom = $2 where id = $1', [paymentId, 'basket-7']);
    expect(await named(id, ofShop())).toEqual(['basket-7', null]);
    await sql('update payments set description = $2 where id = $1', [paymentId, 'Walnut lamp']);
    expect(await named(id, ofShop())).toEqual(['Walnut lamp', null]);
    await sql('delete from disputes where id = $1', [id]);
  });

  it('of a company is called by its order, and names it', async () => {
    const ref = await record(own().api, { payment_source: 'service' });
    const payments = await sql(
      `select p.id from payments p join orders o on o.holder_id = p.holder_id and o.id = p.order_id
       where o.partner_order_ref = $1`,
      [ref],
    );
    const id = `dp_${randomUUID()}`;
    await sql(
      `insert into disputes (holder_id, id, mode, payment_id, amount, currency, status, created_at, updated_at)
       values ($1, $2, 'test', $3, 500, 'EUR', 'needs_response', now(), now())`,
      [world.own.holderId, id, payments.rows[0].id],
    );
    expect(await named(id)).toEqual([ref, ref]);
    await sql('delete from disputes where id = $1', [id]);
  });
});

describe('assigning', () => {
  let ref: string;
  const assign = (body: object, asked: Asked = {}) =>
    ask('POST', '/exceptions/assign', { ...asked, body: { kind: 'order_broken', object_id: ref, ...body } });
  const listed = async (assignee: string) =>
    (await ask('GET', `/exceptions?kind=order_broken&assignee=${assignee}`)).data.map((row: Row) => row.object_id);
  beforeAll(async () => {
    ref = await recordUnassigned(own().api);
  });

  it('to oneself, to a colleague, and to nobody', async () => {
    expect(await listed('nobody')).toContain(ref);
    expect((await assign({ person_id: 'me' })).status).toBe(200);
    expect((await rowOf('order_broken', ref))?.assignee).toMatchObject({ person_id: world.personId, is_you: true });
    expect([await listed('me'), await listed('nobody')].map((all) => all.includes(ref))).toEqual([true, false]);
    await assign({ person_id: own().memberId });
    expect((await rowOf('order_broken', ref))?.assignee).toMatchObject({ person_id: own().memberId, is_you: false });
    expect(await listed('me')).not.toContain(ref);
    await assign({});
    expect((await rowOf('order_broken', ref))?.assignee).toBeNull();
  });

  it('only to a member, and only what is an exception of this team in this mode', async () => {
    expect((await assign({ person_id: world.foreign.test.memberId })).code).toBe('validation_failed');
    expect((await assign({}, { holder: world.foreign.holderId })).code).toBe('not_found');
    expect((await assign({}, { mode: 'live' })).code).toBe('not_found');
    expect((await assign({ object_id: own().orderRef })).code).toBe('not_found');
  });

  it('and none is marked as done that ends when it is fixed', async () => {
    const body = { kind: 'order_broken', object_id: ref };
    expect((await ask('POST', '/exceptions/finish', { body })).code).toBe('invalid_state');
  });
});

describe('pages', () => {
  it('hold every row once, oldest first, whatever their kinds', async () => {
    for (let n = 0; n < 5; n += 1) await recordUnassigned(own().api);
    const held = await record(own().api);
    await sent(own().api.post(`/orders/${held}/hold`));
    const { data: all } = await ask('GET', '/exceptions?limit=100');
    const paged: (Row & { since: string })[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ask('GET', `/exceptions?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      paged.push(...page.data);
      cursor = page.next;
    }
    expect(paged).toEqual(all);
    expect(all.length).toBeGreaterThan(6);
    const times = paged.map(({ since }) => since);
    expect(times).toEqual(times.toSorted());
    for (const text of ['nonsense', Buffer.from('in:1:0:a\0b').toString('base64url')]) {
      expect([text, (await ask('GET', `/exceptions?cursor=${text}`)).code]).toEqual([text, 'validation_failed']);
    }
  });
});

describe('what a fix does is foreseen by the rules of settlement', () => {
  let api: PartnerClient;
  let company: Asked;
  beforeAll(async () => {
    const holderId = await world.join(await makeCompany(world.db), 'owner');
    api = createPartnerClient(world.app, await makeKey(world.db, holderId));
    company = { holder: holderId };
    await sent(api.post('/wallets/topups', { amount: 30, currency: 'GBP' }));
  });
  const order = (amount: number, changes: object = {}) =>
    record(api, {
      total_amount: amount,
      currency: 'GBP',
      splits: [{ beneficiary_type: 'partner', amount }],
      ...changes,
    });
  const effectOf = async (ref: string) => {
    const { code, amount, currency } = (await rowOf('order_held', ref, company))?.effect ?? {};
    return { code, amount, currency };
  };
  const held = async (ref: string): Promise<string> => {
    await sent(api.post(`/orders/${ref}/hold`));
    return ref;
  };

  it('it settles while clearing covers it beside what is ready, and waits for funds otherwise', async () => {
    const ref = await held(await order(20));
    expect(await effectOf(ref)).toEqual({ code: 'settles', amount: 20, currency: 'GBP' });
    const ready = await order(10);
    expect(await effectOf(ref)).toEqual({ code: 'settles', amount: 20, currency: 'GBP' });
    const more = await order(1);
    expect(await effectOf(ref)).toEqual({ code: 'waits_for_funds', amount: 20, currency: 'GBP' });
    for (const one of [ready, more]) await sent(api.post(`/orders/${one}/cancel`));
    expect(await effectOf(ref)).toEqual({ code: 'settles', amount: 20, currency: 'GBP' });
    await sent(api.post(`/orders/${ref}/cancel`));
  });

  it('one that waits for a payee is not counted twice, though the next settlement counts it', async () => {
    const ref = await order(20, { splits: [{ beneficiary_type: 'merchant', amount: 20 }] });
    const { effect } = (await rowOf('order_broken', ref, company)) as Row;
    expect(effect).toMatchObject({ code: 'settles', amount: 20, currency: 'GBP' });
    await sent(api.post(`/orders/${ref}/cancel`));
  });

  it('it costs what was not refunded of it', async () => {
    const ref = await order(40);
    await sent(api.post(`/orders/${ref}/refunds`, { amount: 15, refund_ref: 'r1' }));
    expect(await effectOf(await held(ref))).toEqual({ code: 'settles', amount: 25, currency: 'GBP' });
  });
});

describe('notes', () => {
  const about = () => ({ object_kind: 'order', object_id: own().orderRef });
  const write = (text: string, asked: Asked = {}) =>
    ask('POST', `${base(asked)}/notes`, { ...asked, body: { ...about(), text } });
  const read = (asked: Asked = {}) =>
    ask('GET', `${base(asked)}/notes?object_kind=order&object_id=${own().orderRef}`, asked);

  it('are read as they were written, newest first, with their author', async () => {
    expect((await write('Called back.\nWill pay.')).status).toBe(201);
    expect((await write('<b>Paid</b>')).status).toBe(201);
    const { data } = await read();
    expect(data.map(({ text }: { text: string }) => text)).toEqual(['<b>Paid</b>', 'Called back.\nWill pay.']);
    expect(data[0].author).toEqual({ name: expect.any(String), is_you: true });
  });

  it('are of one mode and one holder, and no operator reads those of a company', async () => {
    expect((await read({ mode: 'live' })).code).toBe('not_found');
    expect((await read({ holder: world.foreign.holderId })).code).toBe('not_found');
    expect((await read(ofOperator('test'))).code).toBe('not_found');
    const asked = { headers: { cookie: world.cookie, 'sluice-holder': String(world.service), 'sluice-mode': 'test' } };
    const answer = await world.app.inject({
      ...asked,
      method: 'GET',
      url: `/api/v1/notes?object_kind=order&object_id=${own().orderRef}`,
    });
    expect(answer.statusCode).toBe(403);
  });

  it('of the operator are not the holder’s', async () => {
    const payout = { object_kind: 'payout', object_id: own().payoutId };
    const asked = ofOperator('test');
    expect(
      (await ask('POST', '/operator/notes', { ...asked, body: { ...payout, text: 'The bank called' } })).status,
    ).toBe(201);
    const query = `object_kind=payout&object_id=${own().payoutId}`;
    expect((await ask('GET', `/operator/notes?${query}`, asked)).data).toHaveLength(1);
    expect((await ask('GET', `/notes?${query}`)).data).toEqual([]);
  });

  it('refuse what cannot be stored', async () => {
    for (const text of ['', '  ', 'a\u0007', 'x'.repeat(2_001)])
      expect((await write(text)).code).toBe('validation_failed');
  });

  it('are counted in the queue', async () => {
    const ref = await recordUnassigned(own().api);
    await ask('POST', '/notes', { body: { object_kind: 'order', object_id: ref, text: 'Who is it?' } });
    expect((await rowOf('order_broken', ref))?.notes).toBe(1);
  });
});
