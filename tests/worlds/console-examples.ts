/**
 * A request for each operation of the console's API, and the action of the permissions that it needs. An operation that
 * is not here fails `console-permissions.test.ts`.
 */
import { randomUUID } from 'node:crypto';
import type { Action } from '../../src/access/permissions.ts';
import type { HolderKind } from '../../src/access/roles.ts';
import type { ErrorCode } from '../../src/errors/catalogue.ts';
import type { Mode } from '../../src/money/mode.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { makePng } from '../support/png.ts';
import { type CompanyObjects, type ConsoleWorld, newInvitation, record, recordUnassigned, sent } from './console.ts';
import { otherIban } from './payouts.ts';

export type Sent = { params?: Record<string, string | number>; query?: Record<string, string>; body?: object };

export type Example = {
  /** Tells the examples of one operation apart. */
  name?: string;
  action: Action;
  /**
   * Whose route it is, a company's by default: others are refused whatever their role. `holder`: of every kind that the
   * action is for.
   */
  of?: HolderKind | 'service' | 'anyone' | 'holder';
  /** The answer to holders that are no company, when they name the company's objects; otherwise they are allowed. */
  toOthers?: ErrorCode;
  /** In the other mode it is forbidden. */
  onlyIn?: Mode;
  /** Whose route it is, a company's by default: others are refused whatever their role. */
  request(objects: CompanyObjects): Sent;
  /** For a write that its object takes once: one that has not been changed. */
  fresh?(objects: CompanyObjects, world: ConsoleWorld): Promise<Sent>;
  /**
   * The answer when the request names another company's objects, or those of the other mode: `not_found` by default;
   * `each`, a 200 that refuses each item; `none`, the request names no object.
   */
  elsewhere?: ErrorCode | 'each' | 'none';
  /** What someone who may is answered, when the world has no such object. */
  allowed?: ErrorCode;
  /** Its objects are the same in both modes. */
  ofBothModes?: true;
  /** It changes what live mode uses, so that it needs the permission of live mode; `known`: if the object is known. */
  forLive?: 'always' | 'known';
};

const smallPng = makePng(32, 32).toString('base64');

const none = { elsewhere: 'none' } as const;
const ofHolder = { of: 'holder' } as const;
const money = { amount: 1, currency: 'EUR' };
const month = { month: new Date().toISOString().slice(0, 7) };

const order = ({ orderRef }: CompanyObjects): Sent => ({ params: { ref: orderRef } });
const newOrder = async ({ api }: CompanyObjects): Promise<Sent> => ({ params: { ref: await record(api) } });
const settlement = ({ settlementId }: CompanyObjects): Sent => ({ params: { id: settlementId } });
const payout = ({ payoutId }: CompanyObjects): Sent => ({ params: { id: payoutId } });
const invitation = ({ invitationId }: CompanyObjects): Sent => ({ params: { id: invitationId } });
const statement = ({ linkId }: CompanyObjects): Sent => ({ params: month, query: { beneficiary_ref: String(linkId) } });
const claim = ({ shadowRef, linkId }: CompanyObjects, more: object): Sent => ({
  params: { ref: shadowRef },
  body: { beneficiary_ref: linkId, ...more },
});

const key = ({ keys }: CompanyObjects): Sent => ({ params: { client_id: keys['x-client-id'] as string } });
const newKey = async ({ holderId, mode }: CompanyObjects, { db }: ConsoleWorld): Promise<Sent> => ({
  params: { client_id: (await makeKey(db, holderId, mode)).clientId },
});

const read = (action: Action, changes: Partial<Example>): Example => ({ action, request: () => ({}), ...changes });
const readMonth = read('statements.read', {
  request: statement,
  elsewhere: 'unknown_beneficiary',
  ofBothModes: true,
});
const readOwnMonth = read('earnings.read', { request: statement, ...ofHolder, ...none, toOthers: 'not_found' });
const newInvited = async ({ api }: CompanyObjects): Promise<Sent> => ({ params: { id: await newInvitation(api) } });

const ofOperator = { of: 'service', elsewhere: 'none' } as const;
const newHolder = (world: ConsoleWorld, status: 'pending' | 'active' | 'suspended') => async () => ({
  id: Number(await makeCompany(world.db, { status })),
});
/** An act on a holder: a new one that is in the state that the act takes. */
const onHolder = (action: Action, status: 'pending' | 'active' | 'suspended', body?: object): Example => ({
  action,
  ...ofOperator,
  request: ({ holderId }) => ({ params: { id: Number(holderId) }, ...(body === undefined ? {} : { body }) }),
  fresh: async (_, world) => ({
    params: await newHolder(world, status)(),
    ...(body === undefined ? {} : { body }),
  }),
});
const onPayouts = (action: Action): Example => ({
  action,
  ...ofOperator,
  request: ({ payoutId }) => ({ body: { payout_ids: [payoutId] } }),
});
const unknownId = (prefix: string) => `${prefix}_${'0'.repeat(23)}`;

export const examples: Record<string, Example[]> = {
  operatorGetInbox: [read('payouts.read', ofOperator)],
  operatorListPayouts: [read('payouts.read', ofOperator)],
  operatorGetPayout: [read('payouts.read', { ...ofOperator, request: payout })],
  operatorExportPayouts: [read('payouts.export', ofOperator)],
  operatorApprovePayouts: [onPayouts('payouts.approve')],
  operatorSendPayouts: [onPayouts('payouts.send')],
  operatorCompletePayouts: [onPayouts('payouts.complete')],
  operatorRejectPayouts: [onPayouts('payouts.reject')],
  operatorFailPayouts: [onPayouts('payouts.fail')],
  operatorListTopUps: [read('top_ups.read', ofOperator)],
  operatorConfirmTopUp: [
    {
      action: 'top_ups.confirm',
      ...ofOperator,
      request: () => ({ params: { id: unknownId('top') } }),
      fresh: async ({ mode }, world) => ({ params: { id: await world.newTopUp(mode) } }),
    },
  ],
  operatorListLateCaptures: [read('late_captures.read', ofOperator)],
  operatorRetryLateCapture: [
    {
      action: 'late_captures.retry',
      ...ofOperator,
      request: () => ({ params: { id: unknownId('att') } }),
      elsewhere: 'none',
      allowed: 'not_found',
    },
  ],
  operatorListHolders: [read('holders.read', ofOperator)],
  operatorGetHolder: [
    read('holders.read', { ...ofOperator, request: ({ holderId }) => ({ params: { id: Number(holderId) } }) }),
  ],
  operatorApproveHolder: [onHolder('holders.approve', 'pending')],
  operatorRefuseHolder: [onHolder('holders.refuse', 'pending', { reason: 'No imprint' })],
  operatorSuspendHolder: [onHolder('holders.suspend', 'active', { reason: 'Fraud' })],
  operatorResumeHolder: [onHolder('holders.resume', 'suspended')],
  operatorSetQuota: [onHolder('quotas.set', 'active', { orders_per_minute: 120 })],
  operatorGetBooks: [read('books.read', ofOperator)],
  operatorVerifyBooks: [{ action: 'books.verify', ...ofOperator, request: () => ({ body: { kind: 'full' } }) }],
  operatorGetHealth: [read('health.read', ofOperator)],
  operatorListAuditLog: [read('audit_log.read', ofOperator)],
  operatorGetAuditLogCsv: [read('audit_log.read', ofOperator)],
  consoleListAuditLog: [read('audit_log.read', { of: 'holder', ...none })],
  consoleGetAuditLogCsv: [read('audit_log.read', { of: 'holder', ...none })],
  consoleGetAdmission: [read('approvals.read', { of: 'holder', ...none })],
  consoleGetBranding: [read('branding.read', { of: 'holder', ...none, ofBothModes: true })],
  consoleChangeBranding: [
    {
      action: 'branding.change',
      of: 'holder',
      request: () => ({ body: {} }),
      ...none,
      ofBothModes: true,
      forLive: 'always',
    },
  ],
  consoleChangeLogo: [
    {
      action: 'branding.change',
      of: 'holder',
      request: () => ({ body: { content: smallPng } }),
      ...none,
      ofBothModes: true,
      forLive: 'always',
    },
  ],
  consoleRemoveLogo: [
    { action: 'branding.change', of: 'holder', request: () => ({}), ...none, ofBothModes: true, forLive: 'always' },
  ],
  consoleRequestApproval: [{ action: 'approvals.request', of: 'holder', request: () => ({}), ...none }],

  getSession: [{ action: 'account.read', of: 'anyone', request: () => ({}), ...none }],
  deleteSession: [{ action: 'account.end_session', of: 'anyone', request: () => ({}), ...none }],

  consoleListKeys: [read('keys.read', { of: 'holder', ...none })],
  consoleMakeKey: [{ action: 'keys.make', of: 'holder', request: () => ({ body: { label: 'Server' } }), ...none }],
  consoleRotateKey: [
    {
      action: 'keys.rotate',
      of: 'holder',
      toOthers: 'not_found',
      request: (objects) => ({ ...key(objects), body: { grace_hours: 1 } }),
      fresh: async (objects, world) => ({ ...(await newKey(objects, world)), body: { grace_hours: 1 } }),
    },
  ],
  consoleRevokeKey: [{ action: 'keys.revoke', of: 'holder', toOthers: 'not_found', request: key, fresh: newKey }],

  consoleListOrders: [read('orders.read', none)],
  consoleGetOrdersCsv: [read('orders.read', none)],
  consoleGetOrder: [read('orders.read', { request: order })],
  consoleListOrderTransfers: [read('orders.read', { request: order })],
  consoleGetOrderTrace: [read('orders.read', { request: order })],
  consoleGetCompanyHome: [read('orders.read', none)],
  consoleGetCompanyActivity: [read('orders.read', none)],
  consoleConfirmOrderPayment: [{ action: 'orders.confirm', request: order, fresh: newOrder }],
  consoleCancelOrder: [{ action: 'orders.cancel', request: order, fresh: newOrder }],
  consoleRefundOrder: [
    {
      action: 'orders.refund',
      request: (objects) => ({ ...order(objects), body: { refund_ref: randomUUID(), amount: 1 } }),
      fresh: async (objects) => ({ ...(await newOrder(objects)), body: { refund_ref: 'one', amount: 1 } }),
    },
    {
      name: 'dry run',
      action: 'orders.refund',
      request: (objects) => ({ ...order(objects), body: { refund_ref: 'shown', amount: 1, dry_run: true } }),
    },
  ],
  consoleHoldOrder: [
    { action: 'orders.hold', request: (objects) => ({ ...order(objects), body: { reason: 'Why' } }), fresh: newOrder },
  ],
  consoleReleaseOrder: [{ action: 'orders.release', request: order, fresh: newOrder }],
  consoleAssignSplit: [
    {
      action: 'orders.assign',
      request: ({ orderRef, linkId }) => ({ params: { ref: orderRef, n: 0 }, body: { beneficiary_ref: linkId } }),
      fresh: async ({ api, linkId }) => ({
        params: { ref: await recordUnassigned(api), n: 0 },
        body: { beneficiary_ref: linkId },
      }),
    },
  ],
  consoleHoldManyOrders: [
    {
      action: 'orders.hold',
      request: ({ orderRef }) => ({ body: { partner_order_refs: [orderRef] } }),
      elsewhere: 'each',
    },
  ],
  consoleReleaseManyOrders: [
    {
      action: 'orders.release',
      request: ({ orderRef }) => ({ body: { partner_order_refs: [orderRef] } }),
      elsewhere: 'each',
    },
  ],
  consoleAssignManySplits: [
    {
      action: 'orders.assign',
      request: ({ orderRef, linkId }) => ({
        body: { assignments: [{ partner_order_ref: orderRef, split: 0, beneficiary_ref: linkId }] },
      }),
      elsewhere: 'each',
    },
  ],

  consoleListBeneficiaries: [read('links.read', none)],
  consoleEndBeneficiary: [
    {
      action: 'links.end',
      request: ({ linkId }) => ({ params: { id: linkId } }),
      fresh: async ({ holderId }, world) => ({ params: { id: await world.newLink(holderId) } }),
      forLive: 'known',
      ofBothModes: true,
    },
    {
      name: 'made in test mode',
      action: 'links.end',
      request: ({ testLinkId }) => ({ params: { id: testLinkId } }),
      fresh: async ({ holderId }, world) => ({ params: { id: await world.newTestLink(holderId) } }),
      ofBothModes: true,
    },
  ],
  consoleWidenBeneficiary: [
    {
      action: 'links.widen',
      request: ({ testLinkId }) => ({ params: { id: testLinkId } }),
      fresh: async ({ holderId }, world) => ({ params: { id: await world.newTestLink(holderId) } }),
      forLive: 'always',
      ofBothModes: true,
    },
  ],

  consoleListWallets: [read('wallets.read', none)],
  consoleListMovements: [read('wallets.read', { request: () => ({ query: { currency: 'EUR' } }), ...none })],
  consoleCreateTopUp: [{ action: 'wallets.top_up', request: () => ({ body: money }), ...none }],
  consoleTransferCommission: [{ action: 'wallets.transfer', request: () => ({ body: money }), ...none }],

  consoleCreateSettlement: [
    { action: 'settlements.run', request: () => ({ body: {} }), ...none },
    { name: 'dry run', action: 'settlements.preview', request: () => ({ body: { dry_run: true } }), ...none },
  ],
  consoleListSettlements: [read('settlements.read', none)],
  consoleGetSettlement: [read('settlements.read', { request: settlement })],
  consoleGetSettlementStatementCsv: [read('statements.read', { request: settlement })],
  consoleGetSettlementStatementPage: [read('statements.read', { request: settlement })],
  consoleGetSettlementSchedule: [read('schedule.read', none)],
  consoleUpdateSettlementSchedule: [
    { action: 'schedule.change', request: () => ({ body: { hold_seconds: 0 } }), ...none },
  ],

  consoleGetStatement: [readMonth],
  consoleGetStatementCsv: [readMonth],
  consoleGetStatementPage: [readMonth],

  consoleGetTestClock: [read('test_clock.read', none)],
  consoleAdvanceTestClock: [{ action: 'test_clock.move', request: () => ({ body: { advance_seconds: 1 } }), ...none }],
  consoleDrainTestWork: [{ action: 'test_clock.drain', request: () => ({}), ...none }],

  consoleCreateInvitation: [
    {
      action: 'invitations.send',
      request: () => ({ body: { email: `${randomUUID()}@example.com`, type: 'courier', name: 'Ada' } }),
      ...none,
    },
  ],
  consoleListInvitations: [read('invitations.read', none)],
  consoleListLinks: [read('links.read', none)],
  consoleCopyInvitationLink: [
    { action: 'invitations.copy_link', request: invitation, fresh: newInvited, ofBothModes: true },
  ],
  consoleListEvents: [read('events.read', { of: 'holder', ...none })],
  consoleGetInvitation: [read('invitations.read', { request: invitation, ofBothModes: true })],
  consoleRevokeInvitation: [
    { action: 'invitations.revoke', request: invitation, fresh: newInvited, ofBothModes: true },
  ],
  consoleResendInvitation: [
    { action: 'invitations.resend', request: invitation, fresh: newInvited, ofBothModes: true },
  ],

  consoleListShadowBalances: [
    read('shadow.read', none),
    read('shadow.read', { name: 'CSV', request: () => ({ query: { format: 'csv' } }), ...none }),
  ],
  consoleGetShadowBalancesCsv: [read('shadow.read', none)],
  consoleGetRestaurant: [read('shadow.read', { request: ({ shadowRef }) => ({ params: { ref: shadowRef } }) })],
  consoleRecordPaidOutside: [
    {
      action: 'shadow.record_paid_outside',
      request: ({ shadowOrderRef }) => ({
        body: { payment_ref: randomUUID(), orders: [{ partner_order_ref: shadowOrderRef, amount: 0.01 }] },
      }),
      elsewhere: 'validation_failed',
    },
  ],
  consoleNameRestaurant: [
    {
      action: 'shadow.name',
      request: ({ shadowOrderRef }) => ({
        body: { shadow_merchant_ref: 'named', partner_order_refs: [shadowOrderRef] },
      }),
      fresh: async ({ api }) => ({
        body: { shadow_merchant_ref: 'named', partner_order_refs: [await record(api, { is_shadow: true })] },
      }),
      elsewhere: 'validation_failed',
    },
  ],
  consoleInviteRestaurant: [
    {
      action: 'invitations.send',
      request: ({ shadowRef }) => ({
        params: { ref: shadowRef },
        body: { email: `${randomUUID()}@example.com`, name: 'Taverna' },
      }),
    },
  ],
  consoleClaimShadowOrders: [
    {
      action: 'shadow.claim',
      request: (objects) => claim(objects, { claim_ref: randomUUID() }),
      fresh: async (objects) => {
        const shadowRef = randomUUID();
        const splits = [{ beneficiary_type: 'merchant', amount: 12.5 }];
        await record(objects.api, { is_shadow: true, shadow_merchant_ref: shadowRef, splits });
        await sent(objects.api.post('/settlements'));
        return claim({ ...objects, shadowRef }, { claim_ref: randomUUID() });
      },
    },
    { name: 'dry run', action: 'shadow.preview_claim', request: (objects) => claim(objects, { dry_run: true }) },
  ],

  consoleListPayouts: [read('payouts.read', { ...none, ...ofHolder })],
  consoleGetPayoutOptions: [read('payouts.read', { ...none, ...ofHolder })],
  consoleCreatePayout: [
    {
      action: 'payouts.request',
      request: () => ({ body: { account: 'clearing', ...money } }),
      ...{ ...none, ...ofHolder, toOthers: 'not_found' },
    },
  ],
  consoleGetPayout: [read('payouts.read', { request: payout, ...ofHolder, toOthers: 'not_found' })],
  consoleCancelPayout: [
    {
      action: 'payouts.cancel',
      request: payout,
      ...{ ...ofHolder, toOthers: 'not_found' },
      fresh: async ({ api }) => {
        const { payout_id } = await sent(api.post('/payouts', { account: 'clearing', ...money }));
        return { params: { id: payout_id as string } };
      },
    },
  ],
  consoleListBankAccounts: [read('bank_accounts.read', { ...none, ...ofHolder })],
  consoleAddBankAccount: [
    {
      action: 'bank_accounts.add',
      request: () => ({ body: { account_name: 'Taverna', iban: otherIban, currency: 'SEK' } }),
      ...{ ...none, ...ofHolder },
    },
  ],
  consoleEndBankAccount: [
    {
      action: 'bank_accounts.end',
      request: ({ bankAccountId }) => ({ params: { id: bankAccountId }, body: {} }),
      ...{ ...ofHolder, toOthers: 'not_found', ofBothModes: true },
      fresh: async ({ holderId }, world) => ({ params: { id: await world.newBankAccount(holderId) }, body: {} }),
    },
  ],

  consoleGetEarnings: [read('earnings.read', { ...none, ...ofHolder })],
  consoleListUpcomingEarnings: [read('earnings.read', { ...none, ...ofHolder })],
  consoleListEarningsMovements: [read('earnings.read', { ...none, ...ofHolder })],
  consoleGetEarningsStatement: [readOwnMonth],
  consoleGetEarningsStatementCsv: [readOwnMonth],
  consoleGetEarningsStatementPage: [readOwnMonth],

  consoleGetWallet: [read('wallets.read', { ...none, ...ofHolder })],
  consoleListWalletMovements: [read('wallets.read', { ...none, ...ofHolder })],
  consoleListWalletPayments: [read('wallets.read', { ...none, ...ofHolder })],
  consoleListTestCards: [read('wallets.read', { ...none, ...ofHolder })],
  consoleTopUpWallet: [
    {
      action: 'wallets.top_up',
      of: 'customer',
      onlyIn: 'test',
      request: () => ({ body: { ...money, card_number: '4242424242424242' } }),
      ...none,
    },
  ],
};
