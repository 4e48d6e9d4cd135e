/**
 * The audit log: every privileged act leaves one entry that says who, what and how it was before, in its own transaction;
 * what is refused or undone leaves none.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../dashboard/src/strings/en/audit.ts';
import { inTransaction, type Tx } from '../../src/base/database/transaction.ts';
import { personActor } from '../../src/core/access/actor.ts';
import { purgeOldEntries } from '../../src/core/access/audit-log.repository.ts';
import { appendAudit } from '../../src/core/access/audit-log.ts';
import { type AuditedAction, actions, rowOf } from '../../src/core/access/permissions.ts';
import { addOperator } from '../../src/features/holders/add-operator.ts';
import { changeBranding } from '../../src/features/holders/branding/change-branding.ts';
import { createHolder } from '../../src/features/holders/create-holder.ts';
import { setQuota } from '../../src/features/holders/set-quota.ts';
import { acceptInvitation } from '../../src/features/links/answer-invitation.ts';
import { endLink } from '../../src/features/links/end-link.ts';
import { type InvitationDeps, invite } from '../../src/features/links/invite.ts';
import { insertLink } from '../../src/features/links/links.repository.ts';
import { widenLink } from '../../src/features/links/widen-link.ts';
import { retryLateCapture, returnLateCapture } from '../../src/features/payments/return-late-capture.ts';
import { requestOrderRefund } from '../../src/features/refunds/refund-order.ts';
import { requestRefund } from '../../src/features/refunds/refund-payment.ts';
import { requestOrderReversal } from '../../src/features/refunds/reverse-order.ts';
import { changeSettings } from '../../src/features/settlements/change-schedule.ts';
import { setBankDetails } from '../../src/features/wallets/change-bank-details.ts';
import { refuseTopUp } from '../../src/features/wallets/end-top-up.ts';
import { reverseTopUp } from '../../src/features/wallets/reverse-top-up.ts';
import { confirmTopUp, requestTopUp } from '../../src/features/wallets/top-up.ts';
import { setOwnText } from '../../src/features/wording/change-wording.ts';
import { createTextCatalog } from '../../src/features/wording/text-catalog.ts';
import { partner } from '../fixtures/order-values.ts';
import { otherIban } from '../fixtures/payouts.ts';
import { mailsTo } from '../fixtures/people.ts';
import { createPostingWorld, type PostingWorld } from '../fixtures/posting.ts';
import { job, keyOf, memberOf, operator, shell, signedIn } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeHolder } from '../support/holders.ts';

let world: PostingWorld;
let invitations: InvitationDeps;

beforeAll(async () => {
  world = await createPostingWorld();
  const { db, clock } = world;
  invitations = { db, clock, publicUrl: 'https://pay.example', now: () => clock.now(0n, 'live') };
});
afterAll(async () => {
  await expectBooksToHold(world.db, { byHand: ['members'] });
  await world.close();
});

type Entry = {
  id: bigint;
  actor_kind: string;
  actor_id: string | null;
  role: string | null;
  session_id: string | null;
  address: string | null;
  request_id: string | null;
  holder_id: bigint | null;
  mode: string | null;
  action: string;
  object_kind: string;
  object_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

const entries = async (): Promise<Entry[]> =>
  (await world.database.pool.query<Entry>('select * from audit_log order by id')).rows;

/** The entries that the work left. */
async function leftBy(work: () => Promise<unknown>): Promise<Entry[]> {
  const before = (await entries()).length;
  await work();
  return (await entries()).slice(before);
}

const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(world.db, work);

async function recorded(): Promise<string> {
  const ref = randomUUID();
  await world.record(world.company, ref, [partner(100n)], { totalAmount: 100n });
  return ref;
}

const refundOrder = async (actor: Parameters<typeof requestOrderRefund>[0]) => {
  const ref = await recorded();
  const request = { refundRef: 'r', amount: 40n, parties: undefined, liable: undefined, reason: null };
  return run((tx) =>
    requestOrderRefund(actor, tx, world.deps, world.company, ref, { ...request, hash: Buffer.alloc(32) }),
  );
};

const refundPayment = async (actor: Parameters<typeof requestRefund>[0]) => {
  await world.customerTopsUp('10');
  const key = await world.paidFromWallet(500n);
  return run((tx) => requestRefund(actor, tx, world.deps, key, { refundRef: 'r', amount: 100n, reason: null }));
};

/** An attempt whose money came in with another amount, and which the provider does not return. */
async function refusedLateCapture(): Promise<string> {
  const payment = await world.payment(500n);
  const attempt = await world.attempt(payment);
  await world.capture(attempt, 400n);
  const { refund } = world.provider.says;
  world.provider.says.refund = async () => ({ kind: 'failed', reason: 'charge_disputed' });
  await returnLateCapture(job, world.deps, attempt);
  world.provider.says.refund = refund;
  return attempt.attemptId;
}

const newLink = async (servesLive = true): Promise<{ id: bigint; holderId: bigint }> => {
  const holderId = await makeHolder(world.db, 'merchant');
  const link = { holderId, type: 'merchant', name: 'Taverna', servesLive } as const;
  return { id: await run((tx) => insertLink(tx, world.company.holderId, link)), holderId };
};

async function savePerson(personId: string): Promise<string> {
  const email = `${personId.replaceAll(' ', '-')}@example.com`;
  await world.database.pool.query(`insert into people (id, name, email, email_verified) values ($1, 'Ada', $2, true)`, [
    personId,
    email,
  ]);
  return email;
}

async function acceptNew(personId: string): Promise<void> {
  const email = await savePerson(personId);
  const wanted = { email, type: 'merchant', name: 'Taverna' } as const;
  await run((tx) => invite(keyOf({ ...world.company, mode: 'live' }), tx, invitations, world.company.holderId, wanted));
  const text = (await mailsTo(world.database.pool, email)).at(-1)?.text ?? '';
  const token = /\/invitations\/([0-9A-Za-z]+)/.exec(text)?.[1] ?? '';
  await acceptInvitation(signedIn(personId), invitations, token, { holderId: undefined, name: 'Taverna' });
}

/** Does one privileged act; what its entry must say beside the action. */
type Act = () => Promise<Partial<Entry>>;

/** Others stand in the tests of their features. That each audited act is done by some test is seen at the end of the run. */
const acts: Partial<Record<AuditedAction, Act>> = {
  'schedule.change': async () => {
    const book = { holderId: world.company.holderId, mode: 'live' } as const;
    await run((tx) => changeSettings(keyOf(book), tx, world.clock, book, { holdSeconds: 60 }));
    const [before, after] = [{ holdSeconds: 0 }, { holdSeconds: 60 }];
    return { actor_kind: 'key', holder_id: book.holderId, mode: 'live', before, after } as Partial<Entry>;
  },
  'top_ups.confirm': async () => {
    const live = { holderId: world.company.holderId, mode: 'live' } as const;
    const wanted = { amount: 700n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
    const { id } = await run((tx) => requestTopUp(keyOf(live), tx, world.clock, live, wanted));
    await run((tx) => confirmTopUp(operator('finance'), tx, world.clock, id));
    const who = { actor_kind: 'person', actor_id: 'the finance', role: 'finance', session_id: 'a-session' };
    const [before, after] = [{ status: 'pending' }, { status: 'succeeded', amount: '700', currency: 'EUR' }];
    return { ...who, holder_id: live.holderId, mode: 'live', object_kind: 'top_up', object_id: id, before, after };
  },
  'top_ups.reverse': async () => {
    const test = { holderId: world.company.holderId, mode: 'test' } as const;
    const wanted = { amount: 700n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
    const { id } = await run((tx) => requestTopUp(keyOf(test), tx, world.clock, test, wanted));
    const recall = { amount: undefined, reason: 'Recalled' };
    await run((tx) => reverseTopUp(operator('finance', 'test'), tx, world.clock, id, recall));
    const after = { amount: '700', currency: 'EUR', debt: '0', wallet: 'clearing', reason: 'Recalled' };
    return {
      actor_kind: 'person',
      holder_id: test.holderId,
      mode: 'test',
      object_kind: 'top_up',
      object_id: id,
      after,
    };
  },
  'top_ups.refuse': async () => {
    const live = { holderId: world.company.holderId, mode: 'live' } as const;
    const wanted = { amount: 700n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
    const { id } = await run((tx) => requestTopUp(keyOf(live), tx, world.clock, live, wanted));
    await run((tx) => refuseTopUp(operator('finance'), tx, world.clock, id, 'Another name'));
    const [before, after] = [{ status: 'pending' }, { status: 'refused', reason: 'Another name' }];
    return { actor_kind: 'person', holder_id: live.holderId, mode: 'live', object_id: id, before, after };
  },
  'bank_details.change': async () => {
    const form = { accountHolder: 'Sluice', iban: otherIban, bic: '', bankName: '', other: '' };
    await run((tx) => setBankDetails(operator(), tx, world.clock, 'SEK', form));
    const after = { holder: 'Sluice', account: `•••• ${otherIban.slice(-4)}`, bic: null };
    return { actor_kind: 'person', holder_id: 1n, mode: null, object_id: 'SEK', before: null, after };
  },
  'wording.change': async () => {
    const place = { language: 'de', area: 'checkout', key: 'cancel' } as const;
    await run((tx) => setOwnText(operator(), tx, createTextCatalog(), place, 'Zurück', new Date()));
    const after = { text: 'Zurück' };
    return { actor_kind: 'person', holder_id: 1n, mode: null, object_id: 'de/checkout/cancel', before: null, after };
  },
  'late_captures.retry': async () => {
    const id = await refusedLateCapture();
    await run((tx) => retryLateCapture(shell, tx, world.clock, id));
    const [before, after] = [{ status: 'refused', failure: 'charge_disputed' }, { status: 'pending' }];
    const of = { holder_id: world.shop.holderId, mode: 'test', object_kind: 'late_capture', object_id: id };
    return { actor_kind: 'command', actor_id: 'tester', ...of, before, after };
  },
  'quotas.set': async () => {
    const { holderId } = world.company;
    const before = { ordersPerMinute: 1_000_000, bulkRequestsPerMinute: 1_000_000 };
    await run((tx) => setQuota(shell, tx, holderId, { ordersPerMinute: 90, bulkRequestsPerMinute: 9 }));
    const after = { ordersPerMinute: 90, bulkRequestsPerMinute: 9 };
    return { actor_kind: 'command', actor_id: 'tester', holder_id: holderId, before, after };
  },
  'holders.create': async () => {
    const ownerId = operator().personId;
    await savePerson(ownerId);
    const holderId = await run((tx) => createHolder(shell, tx, { kind: 'company', name: ' New one ', ownerId }));
    const after = { name: 'New one', owner: ownerId };
    return { actor_kind: 'command', actor_id: 'tester', holder_id: holderId, mode: null, before: null, after };
  },
  'operators.add': async () => {
    await savePerson('grace');
    await run((tx) => addOperator(shell, tx, 'grace', 'support'));
    return { actor_kind: 'command', holder_id: 1n, object_id: 'grace', before: null, after: { role: 'support' } };
  },
  'links.make': async () => {
    await acceptNew('maker');
    return { actor_kind: 'person', actor_id: 'maker', object_kind: 'link', mode: null, before: null };
  },
  'links.widen': async () => {
    const { id } = await newLink(false);
    const { holderId } = world.company;
    const owner = memberOf({ holderId, mode: 'live' }, { personId: 'ada' });
    await run((tx) => widenLink(owner, tx, invitations, { companyId: holderId, id }));
    const who = { actor_kind: 'person', actor_id: 'ada', role: 'owner', holder_id: holderId, mode: null };
    return { ...who, object_id: String(id), before: { servesLive: false }, after: { servesLive: true } };
  },
  'links.end': async () => {
    const { id, holderId } = await newLink();
    const owner = memberOf({ holderId, mode: 'live' }, { holderKind: 'merchant', personId: 'ada' });
    const { holderId: companyId } = world.company;
    await run((tx) => endLink(owner, tx, invitations, { companyId, id, by: 'beneficiary' }));
    const who = { actor_kind: 'person', actor_id: 'ada', role: 'owner', holder_id: holderId };
    return { ...who, object_id: String(id), before: { status: 'active' }, after: { status: 'ended' } };
  },
  'branding.change': async () => {
    const owner = memberOf(world.shop, { holderKind: 'merchant', personId: 'ada' });
    const { holderId } = world.shop;
    await run((tx) => changeBranding(owner, tx, holderId, { support_email: 'help@example.com' }, new Date()));
    const who = { actor_kind: 'person', actor_id: 'ada', role: 'owner', holder_id: holderId, mode: null };
    return { ...who, object_id: String(holderId), after: { support_email: 'help@example.com' } };
  },
  'orders.refund': async () => {
    const { refund } = await refundOrder(memberOf(world.company, { role: 'finance', personId: 'bob' }));
    const after = { amount: '40', currency: 'EUR' };
    return { actor_kind: 'person', actor_id: 'bob', role: 'finance', mode: 'test', object_id: refund.id, after };
  },
  'orders.reverse': async () => {
    const { company } = world;
    const order = await world.order(randomUUID(), { paymentSource: 'service' });
    await world.payByCard(order);
    await world.chargeBack(await world.attemptOf(order), 40n);
    const bob = memberOf(company, { role: 'finance', personId: 'bob' });
    const request = { refundRef: 'r', amount: 40n, parties: undefined, reason: null, hash: Buffer.alloc(32) };
    const { refund } = await run((tx) =>
      requestOrderReversal(bob, tx, world.deps, company, order.partnerOrderRef, request),
    );
    const after = { order: order.partnerOrderRef, amount: '40', currency: 'EUR' };
    return { actor_kind: 'person', actor_id: 'bob', role: 'finance', mode: 'test', object_id: refund.id, after };
  },
  'payments.refund': async () => {
    const { refund } = await refundPayment(memberOf(world.shop, { holderKind: 'merchant', personId: 'cy' }));
    return { actor_kind: 'person', actor_id: 'cy', holder_id: world.shop.holderId, object_id: refund.id };
  },
};

it.each(actions.filter((action) => rowOf(action).audit !== undefined))('%s has words in the dashboard', (action) => {
  expect(Object.keys(audit)).toContain(`act.${action}`);
});

describe.each(Object.entries(acts))('%s', (action, act) => {
  it('leaves one entry', async () => {
    let said: Partial<Entry> = {};
    const left = await leftBy(async () => {
      said = await act();
    });
    expect(left).toHaveLength(1);
    expect(left[0]).toMatchObject({ ...said, action });
  });
});

describe('an entry', () => {
  it('carries where the request came from', async () => {
    const origin = { requestId: 'req-1', address: '192.0.2.7' };
    const { holderId } = world.company;
    const actor = personActor(memberOf(world.company), memberOf(world.company), origin);
    const entry = { action: 'quotas.set', holderId, mode: null, object: { kind: 'company', id: '1' } } as const;
    const [left] = await leftBy(() => run((tx) => appendAudit(actor, tx, entry)));
    expect(left).toMatchObject({ request_id: 'req-1', address: '192.0.2.7', before: null, after: null });
  });

  it.each(['secret', 'clientSecret', 'password', 'token', 'secretHash', 'iban', 'accountNumber'])(
    'never holds a %s',
    async (name) => {
      const object = { kind: 'company', id: '1' };
      const entry = { action: 'quotas.set', holderId: 2n, mode: null, object, after: { [name]: 'x' } } as const;
      await expect(run((tx) => appendAudit(shell, tx, entry))).rejects.toThrow('never holds');
    },
  );

  it('is not left by what is undone', async () => {
    const left = await leftBy(() =>
      run(async (tx) => {
        await setQuota(shell, tx, world.company.holderId, { ordersPerMinute: 91 });
        throw new Error('undone');
      }).catch(() => {}),
    );
    expect(left).toEqual([]);
  });

  it('is not left by what is refused, nor by what changes nothing', async () => {
    const { holderId } = world.company;
    const refused = () => run((tx) => setQuota(memberOf(world.company), tx, holderId, { ordersPerMinute: 92 }));
    expect(await leftBy(() => expect(refused()).rejects.toMatchObject({ code: 'forbidden' }))).toEqual([]);
    const { id } = await newLink();
    const live = keyOf({ holderId, mode: 'live' });
    const end = () => run((tx) => endLink(live, tx, invitations, { companyId: holderId, id, by: 'company' }));
    expect(await leftBy(end)).toHaveLength(1);
    expect(await leftBy(end)).toEqual([]);
  });

  it('is not left by a refund that a key asks for, and is by the same of a person', async () => {
    expect(await leftBy(() => refundOrder(keyOf(world.company)))).toEqual([]);
    expect(await leftBy(() => refundPayment(keyOf(world.shop, { holderKind: 'merchant' })))).toEqual([]);
  });

  it('is dropped after two years, by the owner’s function alone', async () => {
    const { pool } = world.database;
    const [old] = await leftBy(() => run((tx) => setQuota(shell, tx, world.company.holderId, { ordersPerMinute: 93 })));
    await pool.query(`insert into audit_log (at, actor_kind, actor_id, action, object_kind, object_id)
      values (now() - interval '2 years' - interval '1 hour', 'system', 'x', 'x', 'x', 'x'),
        (now() - interval '2 years' + interval '1 hour', 'system', 'y', 'x', 'x', 'x')`);
    expect(await purgeOldEntries(world.db)).toBe(1n);
    const kept = (await entries()).map((entry) => entry.actor_id);
    expect([kept.includes('x'), kept.includes('y')]).toEqual([false, true]);
    expect((await entries()).some((entry) => entry.id === old?.id)).toBe(true);
  });
});

it('roles fit the kind of holder', async () => {
  const { pool } = world.database;
  await pool.query(`insert into people (id, name, email) values ('op', 'Op', 'op@example.com')`);
  const member = (holderId: bigint, role: string) =>
    pool.query('insert into members (holder_id, person_id, role) values ($1, $2, $3)', [holderId, 'op', role]);
  for (const role of ['owner', 'developer', 'x']) await expect(member(1n, role)).rejects.toThrow('members_role_check');
  for (const role of ['administrator', 'support', 'x']) {
    await expect(member(world.company.holderId, role)).rejects.toThrow('members_role_check');
  }
  await member(1n, 'administrator');
  await member(world.company.holderId, 'developer');
});
