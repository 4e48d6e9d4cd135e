/**
 * Every use case asks who acts before it does anything: whoever is not the holder's finds nothing there, a viewer of the
 * holder may not, and neither leaves a trace. Which roles may is proven for the table itself.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction, type Tx } from '../../src/base/database/transaction.ts';
import type { Actor } from '../../src/core/access/actor.ts';
import type { Book } from '../../src/core/ledger/accounts.ts';
import { settleDebt } from '../../src/features/debts/settle-debt.ts';
import { setQuota } from '../../src/features/holders/set-quota.ts';
import { acceptInvitation, declineInvitation } from '../../src/features/links/answer-invitation.ts';
import { endLink } from '../../src/features/links/end-link.ts';
import { type InvitationDeps, invite, resendInvitation } from '../../src/features/links/invite.ts';
import { revokeInvitation } from '../../src/features/links/revoke-invitation.ts';
import { widenLink } from '../../src/features/links/widen-link.ts';
import { assignSplit } from '../../src/features/orders/assign-split.ts';
import { cancelOrder } from '../../src/features/orders/cancel-order.ts';
import { confirmPayment } from '../../src/features/orders/confirm-payment.ts';
import { holdOrder } from '../../src/features/orders/hold-order.ts';
import { recordOrder } from '../../src/features/orders/record-order.ts';
import { releaseOrder } from '../../src/features/orders/release-order.ts';
import { creditTransfer, returnTransfer } from '../../src/features/reconciliation/settle-transfer.ts';
import { payWaitingRefunds } from '../../src/features/refunds/pay-waiting-refunds.ts';
import { requestOrderRefund } from '../../src/features/refunds/refund-order.ts';
import { requestRefund } from '../../src/features/refunds/refund-payment.ts';
import { changeSettings } from '../../src/features/settlements/change-schedule.ts';
import { previewSettlement } from '../../src/features/settlements/preview-settlement.ts';
import { claimShadowOrders } from '../../src/features/shadow/claim-shadow-orders.ts';
import { inviteRestaurant } from '../../src/features/shadow/invite-restaurant.ts';
import { nameRestaurant } from '../../src/features/shadow/name-restaurant.ts';
import { previewClaim } from '../../src/features/shadow/preview-claim.ts';
import { recordPaidOutside } from '../../src/features/shadow/record-paid-outside.ts';
import { createDrain } from '../../src/features/test-clock/drain.ts';
import { moveTestClock } from '../../src/features/test-clock/move-clock.ts';
import { removeBankDetails, setBankDetails } from '../../src/features/wallets/change-bank-details.ts';
import { cancelTopUp, expireTopUps, refuseTopUp } from '../../src/features/wallets/end-top-up.ts';
import { confirmTopUp, creditUnrequested, requestTopUp } from '../../src/features/wallets/top-up.ts';
import { transferCommission } from '../../src/features/wallets/transfer-commission.ts';
import { resetText, setOwnText } from '../../src/features/wording/change-wording.ts';
import { createTextCatalog } from '../../src/features/wording/text-catalog.ts';
import { partner } from '../fixtures/order-values.ts';
import { createPostingWorld, type PostingWorld } from '../fixtures/posting.ts';
import { keyOf, memberOf, operator, signedIn } from '../support/actors.ts';
import { type Act, refusal } from '../support/refusals.ts';

let world: PostingWorld;
let book: Book;
let invitations: InvitationDeps;
let linkId: bigint;
let topUpId: string;
let paid: { holderId: bigint; id: string };

beforeAll(async () => {
  world = await createPostingWorld();
  const { db, clock } = world;
  book = world.company;
  invitations = { db, clock, publicUrl: 'https://pay.example', now: () => clock.now(0n, 'live') };
  await world.record(book, 'a', [partner(100n)], { totalAmount: 100n });
  linkId = world.taverna;
  const wanted = { amount: 700n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
  const live: Book = { ...book, mode: 'live' };
  topUpId = (await run((tx) => requestTopUp(keyOf(live), tx, clock, live, wanted))).id;
  await world.customerTopsUp('10');
  paid = await world.paidFromWallet(500n);
});
afterAll(() => world.close());

const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(world.db, work);

/** In the company's test book. */
const ofCompany: Record<string, Act> = {
  recordOrder: async (actor) =>
    recordOrder(actor, { db: world.db, write: Object.assign(neverReached, { many: neverReached }) }, book, {} as never),
  confirmPayment: (actor) => run((tx) => confirmPayment(actor, tx, world, book, 'a')),
  cancelOrder: (actor) => run((tx) => cancelOrder(actor, tx, world.deps, book, 'a')),
  holdOrder: (actor) => run((tx) => holdOrder(actor, tx, world, book, 'a', undefined)),
  releaseOrder: (actor) => run((tx) => releaseOrder(actor, tx, world, book, 'a')),
  assignSplit: (actor) => run((tx) => assignSplit(actor, tx, world, book, 'a', { place: 0, linkId })),
  requestOrderRefund: (actor) => {
    const request = { refundRef: 'r', amount: 40n, parties: undefined, liable: undefined, reason: null };
    return run((tx) => requestOrderRefund(actor, tx, world.deps, book, 'a', { ...request, hash: Buffer.alloc(32) }));
  },
  'runner.begin': (actor) => run((tx) => world.runner.begin(actor, tx, book, 'request')),
  changeSettings: (actor) => run((tx) => changeSettings(actor, tx, world.clock, book, { paused: true })),
  recordPaidOutside: (actor) =>
    run((tx) => recordPaidOutside(actor, tx, world, book, { paymentRef: 'p', reference: null, orders: [] })),
  nameRestaurant: (actor) =>
    run((tx) => nameRestaurant(actor, tx, world, book, { shadowMerchantRef: 'x', orderRefs: ['a'] })),
  claimShadowOrders: (actor) => {
    const request = { shadowMerchantRef: 'x', linkId, orderRefs: undefined, claimRef: 'c' };
    return run((tx) => claimShadowOrders(actor, tx, world, book, request));
  },
  inviteRestaurant: (actor) => {
    const deps = { clock: world.clock, invitations: {} as never };
    const wanted = { shadowMerchantRef: 'x', email: 'x@example.com', name: undefined };
    return run((tx) => inviteRestaurant(actor, tx, deps, book, wanted));
  },
  requestTopUp: (actor) => {
    const wanted = { amount: 1n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
    return run((tx) => requestTopUp(actor, tx, world.clock, book, wanted));
  },
  settleDebt: (actor) => {
    const debt = { ...book, currency: 'EUR', linkId, accountKind: null };
    const request = { kind: 'written_off', amount: undefined, reason: 'x' } as const;
    return run((tx) => settleDebt(actor, tx, world.clock, debt, request));
  },
  transferCommission: (actor) =>
    run((tx) => transferCommission(actor, tx, world.clock, book, { amount: 1n, currency: 'EUR' })),
  invite: (actor) => {
    const wanted = { email: 'x@example.com', type: 'merchant', name: 'X' } as const;
    return run((tx) => invite(actor, tx, invitations, book.holderId, wanted));
  },
  resendInvitation: (actor) => run((tx) => resendInvitation(actor, tx, invitations, book.holderId, 'inv_1')),
  revokeInvitation: (actor) => run((tx) => revokeInvitation(actor, tx, invitations, book.holderId, 'inv_1')),
  'endLink, by the company': (actor) =>
    run((tx) => endLink(actor, tx, invitations, { companyId: book.holderId, id: linkId, by: 'company' })),
  widenLink: (actor) => run((tx) => widenLink(actor, tx, world, { companyId: book.holderId, id: linkId })),
  moveTestClock: (actor) => run((tx) => moveTestClock(actor, tx, world.clock, book.holderId, { advanceMs: 1_000 })),
  'drain of the test clock': (actor) => createDrain({ db: world.db, clock: world.clock, works: [] })(actor, book),
};

/** Reads that are shown before a change: a viewer may see them. */
const previews: Record<string, Act> = {
  previewSettlement: (actor) => previewSettlement(actor, world, book, 10),
  previewClaim: (actor) =>
    previewClaim(actor, world.db, book, { shadowMerchantRef: 'x', linkId, orderRefs: undefined }),
};

async function neverReached(): Promise<never> {
  throw new Error('the writer was reached');
}

const refusalOf = (act: Act, actor: Actor): Promise<unknown> => refusal(world.database, act, actor);

/** On a link that both modes share, which a test key may not change at all. */
const onlyLive = ['endLink, by the company', 'widenLink'];

describe.each(Object.entries(ofCompany))('%s', (name, act) => {
  it('is nowhere for another company, and in the other mode', async () => {
    const other = { holderId: world.shop.holderId, mode: 'test' } as const;
    expect(await refusalOf(act, keyOf(other))).toBe('not_found');
    expect(await refusalOf(act, memberOf(other))).toBe('not_found');
    expect(await refusalOf(act, signedIn('ada'))).toBe('not_found');
  });

  it('is forbidden to a viewer of the company, and to a merchant’s key of the same id', async () => {
    expect(await refusalOf(act, memberOf(book, { role: 'viewer' }))).toBe('forbidden');
    expect(await refusalOf(act, keyOf(book, { holderKind: 'merchant' }))).toBe('not_permitted');
  });

  it('waits while the company is suspended', async () => {
    const mode = onlyLive.includes(name) ? 'live' : 'test';
    expect(await refusalOf(act, keyOf({ ...book, mode }, { holderStatus: 'suspended' }))).toBe('company_not_active');
  });
});

describe.each(Object.entries(previews))('%s', (_, act) => {
  it('is nowhere for another company, and is asked for by its own', async () => {
    const live = { ...book, mode: 'live' } as const;
    expect(await refusalOf(act, keyOf(live))).toBe('not_found');
    expect(await refusalOf(act, keyOf({ ...book, holderId: world.shop.holderId }))).toBe('not_found');
    expect(await refusalOf(act, keyOf(book, { holderKind: 'merchant' }))).toBe('not_permitted');
  });
});

describe('in the other mode', () => {
  const modal = [
    'cancelOrder',
    'requestOrderRefund',
    'runner.begin',
    'transferCommission',
    'moveTestClock',
    'changeSettings',
  ];
  it.each(modal)('%s of the test book is nowhere for a live key', async (name) => {
    const live = keyOf({ ...book, mode: 'live' });
    expect(await refusalOf(ofCompany[name] as Act, live)).toBe('not_found');
  });

  it('settlement settings of the live book are nowhere for a test key, and a live developer’s to read only', async () => {
    const live = { ...book, mode: 'live' } as const;
    const act: Act = (actor) => run((tx) => changeSettings(actor, tx, world.clock, live, { paused: true }));
    expect(await refusalOf(act, keyOf(book))).toBe('not_found');
    expect(await refusalOf(act, memberOf(live, { role: 'developer' }))).toBe('forbidden');
  });
});

describe('what is no company’s own', () => {
  it('a payment is refunded by its merchant alone, in its mode', async () => {
    const act: Act = (actor) =>
      run((tx) => requestRefund(actor, tx, world.deps, paid, { refundRef: 'r', amount: 1n, reason: null }));
    const shop = { holderKind: 'merchant' } as const;
    expect(await refusalOf(act, keyOf(book))).toBe('not_found');
    expect(await refusalOf(act, keyOf({ ...world.shop, mode: 'live' }, shop))).toBe('not_found');
    expect(await refusalOf(act, memberOf(world.shop, { ...shop, role: 'viewer' }))).toBe('forbidden');
    expect(await refusalOf(act, keyOf(world.shop, { ...shop, holderStatus: 'suspended' }))).toBe('merchant_not_active');
  });

  it('a top-up is confirmed by the operator’s money people, with a fresh second factor', async () => {
    const act: Act = (actor) => run((tx) => confirmTopUp(actor, tx, world.clock, topUpId));
    const live = { ...book, mode: 'live' } as const;
    expect(await refusalOf(act, memberOf(live))).toBe('forbidden');
    expect(await refusalOf(act, keyOf(live))).toBe('not_permitted');
    expect(await refusalOf(act, operator('support'))).toBe('forbidden');
    expect(await refusalOf(act, { ...operator('finance'), freshAt: null })).toBe('second_factor_required');
    const unknown: Act = (actor) => run((tx) => confirmTopUp(actor, tx, world.clock, 'top_unknown'));
    expect(await refusalOf(unknown, operator('finance'))).toBe('not_found');
  });

  it('a top-up is refused, and a transfer credited or sent back, by the same; canceled by those who may top up', async () => {
    const { db, clock } = world;
    const live = { ...book, mode: 'live' } as const;
    const acts: Act[] = [
      (actor) => run((tx) => refuseTopUp(actor, tx, clock, topUpId, 'x')),
      (actor) =>
        run((tx) =>
          creditUnrequested(
            actor,
            tx,
            clock,
            live,
            {
              amount: 1n,
              currency: 'EUR',
              accountKind: 'clearing',
              source: 'bank',
            },
            [],
          ),
        ),
    ];
    for (const act of acts) {
      expect(await refusalOf(act, memberOf(live))).toBe('forbidden');
      expect(await refusalOf(act, keyOf(live))).toBe('not_permitted');
      expect(await refusalOf(act, operator('support'))).toBe('forbidden');
      expect(await refusalOf(act, { ...operator('finance'), freshAt: null })).toBe('second_factor_required');
    }
    const seen = { holderId: live.holderId, holderName: 'Bolt Bistro', finding: 'unknown' } as const;
    const ofService: Act[] = [
      (actor) => run((tx) => creditTransfer(actor, tx, clock, 'live', 1n, seen)),
      (actor) => run((tx) => returnTransfer(actor, tx, clock, 'live', 1n, 'x')),
    ];
    for (const act of ofService) {
      expect(await refusalOf(act, memberOf(live))).toBe('not_found');
      expect(await refusalOf(act, operator('support'))).toBe('forbidden');
      expect(await refusalOf(act, { ...operator('finance'), freshAt: null })).toBe('second_factor_required');
    }
    const cancel: Act = (actor) => run((tx) => cancelTopUp(actor, tx, clock, topUpId));
    expect(await refusalOf(cancel, memberOf(live, { role: 'viewer' }))).toBe('forbidden');
    expect(await refusalOf(cancel, keyOf(book))).toBe('not_found');
    expect(await refusalOf(cancel, operator())).toBe('forbidden');
    const expiry: Act = (actor) => expireTopUps(actor, { db, clock });
    expect(await refusalOf(expiry, operator())).toBe('forbidden');
  });

  it('bank details are changed by the operator’s administrators, with a fresh second factor', async () => {
    const form = { accountHolder: 'x', iban: '', bic: '', bankName: '', other: 'x' };
    const acts: Act[] = [
      (actor) => run((tx) => setBankDetails(actor, tx, world.clock, 'EUR', form)),
      (actor) => run((tx) => removeBankDetails(actor, tx, 'EUR')),
    ];
    for (const act of acts) {
      expect(await refusalOf(act, memberOf({ ...book, mode: 'live' }))).toBe('not_found');
      expect(await refusalOf(act, operator('finance'))).toBe('forbidden');
      expect(await refusalOf(act, { ...operator(), freshAt: null })).toBe('second_factor_required');
    }
  });

  it('texts are changed by the operator’s administrators, with a fresh second factor', async () => {
    const place = { language: 'de', area: 'checkout', key: 'cancel' } as const;
    const acts: Act[] = [
      (actor) => run((tx) => setOwnText(actor, tx, createTextCatalog(), place, 'Zurück', new Date())),
      (actor) => run((tx) => resetText(actor, tx, place)),
    ];
    for (const act of acts) {
      expect(await refusalOf(act, memberOf({ ...book, mode: 'live' }))).toBe('not_found');
      expect(await refusalOf(act, operator('finance'))).toBe('forbidden');
      expect(await refusalOf(act, { ...operator(), freshAt: null })).toBe('second_factor_required');
    }
  });

  it('a quota is set by the operator’s administrators', async () => {
    const act: Act = (actor) => run((tx) => setQuota(actor, tx, book.holderId, { ordersPerMinute: 5 }));
    for (const actor of [memberOf(book), operator('finance')]) expect(await refusalOf(act, actor)).toBe('forbidden');
    expect(await refusalOf(act, keyOf(book))).toBe('not_permitted');
    const set =
      (quotas: Parameters<typeof setQuota>[3]): Act =>
      (actor) =>
        run((tx) => setQuota(actor, tx, book.holderId, quotas));
    for (const quota of [0, 1.5, 100_000_001]) {
      expect(await refusalOf(set({ ordersPerMinute: quota }), operator('administrator'))).toBe('validation_failed');
      expect(await refusalOf(set({ bulkRequestsPerMinute: quota }), operator('administrator'))).toBe(
        'validation_failed',
      );
    }
    expect(await refusalOf(set({}), operator('administrator'))).toBe('validation_failed');
    const nobody: Act = (actor) => run((tx) => setQuota(actor, tx, world.shop.holderId, { ordersPerMinute: 5 }));
    expect(await refusalOf(nobody, operator('administrator'))).toBe('not_found');
  });

  it('a link is ended by the owner of who is linked, for their part', async () => {
    const { rows } = await world.database.pool.query('select holder_id from links where id = $1', [linkId]);
    const payee = { holderId: rows[0].holder_id as bigint, mode: 'live' } as const;
    const act: Act = (actor) =>
      run((tx) => endLink(actor, tx, invitations, { companyId: book.holderId, id: linkId, by: 'beneficiary' }));
    expect(await refusalOf(act, memberOf(book))).toBe('not_found');
    for (const role of ['finance', 'developer', 'viewer'] as const) {
      expect(await refusalOf(act, memberOf(payee, { holderKind: 'merchant', role }))).toBe('forbidden');
    }
  });

  it('waiting refunds are paid by a job', async () => {
    const act: Act = (actor) => payWaitingRefunds(actor, world.deps, book);
    expect(await refusalOf(act, keyOf(book))).toBe('not_permitted');
    expect(await refusalOf(act, keyOf({ ...book, mode: 'live' }))).toBe('not_found');
  });

  it('an invitation is answered for oneself', async () => {
    const choice = { holderId: undefined, name: 'X' };
    await expect(acceptInvitation(signedIn('ada'), invitations, 'unknown', choice)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(declineInvitation(signedIn('ada'), invitations, 'unknown')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
