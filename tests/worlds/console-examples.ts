/**
 * A request for each operation of the console's API, and the action of the permissions that it needs. An operation that
 * is not here fails `console-permissions.test.ts`.
 */
import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { ErrorCode } from '../../src/base/errors/catalogue.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import type { Action } from '../../src/core/access/permissions.ts';
import type { HolderKind, MemberRole, OperatorRole } from '../../src/core/access/roles.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { saveBusiness } from '../../src/features/holders/business.repository.ts';
import { type HolderRow, lockHolder, setHolderClosed } from '../../src/features/holders/holders.repository.ts';
import { describeBusiness, makeCompany, makeKey } from '../support/holders.ts';
import { makePng } from '../support/png.ts';
import { type CompanyObjects, type ConsoleWorld, newInvitation, record, recordUnassigned, sent } from './console.ts';
import { otherIban } from './payouts.ts';

export type Sent = { params?: Record<string, string | number>; query?: Record<string, string | number>; body?: object };

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
  /** Undoes what would keep the person from the next request. */
  after?(world: ConsoleWorld, holderId: bigint, role: MemberRole | OperatorRole): Promise<void>;
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
const ofShop = { of: 'merchant' } as const;
const money = { amount: 1, currency: 'EUR' };
const month = { month: new Date().toISOString().slice(0, 7) };

const order = ({ orderRef }: CompanyObjects): Sent => ({ params: { ref: orderRef } });
const newOrder = async ({ api }: CompanyObjects): Promise<Sent> => ({ params: { ref: await record(api) } });
const settlement = ({ settlementId }: CompanyObjects): Sent => ({ params: { id: settlementId } });
const payment = ({ paymentId }: CompanyObjects): Sent => ({ params: { id: paymentId } });
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

const webhook = ({ webhookId }: CompanyObjects): Sent => ({ params: { id: webhookId } });
const webhookEvent = ({ webhookId, webhookEventId }: CompanyObjects): Sent => ({
  params: { id: webhookId, event_id: webhookEventId },
});
const ofWebhook = { of: 'holder', toOthers: 'not_found' } as const;
/** A new endpoint, in the state that the request takes. */
const onWebhook = (action: Action, body?: object, state?: 'pause'): Example => ({
  action,
  ...ofWebhook,
  request: (objects) => ({ ...webhook(objects), ...(body === undefined ? {} : { body }) }),
  fresh: async ({ api }) => {
    const { endpoint_id: id } = await sent(api.post('/webhook-endpoints', { url: 'https://shop.example/hook' }));
    if (state !== undefined) await sent(api.post(`/webhook-endpoints/${id}/${state}`));
    return { params: { id: id as string }, ...(body === undefined ? {} : { body }) };
  },
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
const newHolder = (world: ConsoleWorld, status: 'pending' | 'active' | 'suspended') => async () => {
  const id = await makeCompany(world.db, { status });
  if (status === 'pending') await describeBusiness(world.db, id);
  return { id: Number(id) };
};
/** One that its owner has closed. */
async function newClosed(world: ConsoleWorld) {
  const { id } = await newHolder(world, 'active')();
  await world.join(BigInt(id), 'owner');
  await inTransaction(world.db, async (tx) => {
    await setHolderClosed(tx, (await lockHolder(tx, BigInt(id))) as HolderRow, new Date());
  });
  return { id };
}
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
/** A payment of the merchant that nobody has touched, or one that is paid. */
const newPayment =
  (isPaid = false) =>
  async ({ mode }: CompanyObjects, world: ConsoleWorld) => ({ params: { id: await world.newPayment(mode, isPaid) } });
const ofMembers = { of: 'holder', toOthers: 'not_found', ofBothModes: true } as const;
const onMember = (action: Action): Example => ({
  action,
  ...ofMembers,
  request: ({ memberId }) => ({ params: { person_id: memberId } }),
  fresh: async ({ holderId }, world) => ({ params: { person_id: await world.newMember(holderId) } }),
});
const onMemberInvitation = (action: Action): Example => ({
  action,
  ...ofMembers,
  request: ({ memberInvitationId }) => ({ params: { id: memberInvitationId } }),
  fresh: async ({ holderId }, world) => ({ params: { id: await world.newMemberInvitation(holderId) } }),
});
const onOperatorInvitation = (action: Action): Example => ({
  action,
  ...ofOperator,
  request: () => ({ params: { id: unknownId('minv') } }),
  fresh: async (_, world) => ({ params: { id: await world.newMemberInvitation(serviceHolderId) } }),
});

/** What a request to go live needs. */
export const completeProfile = {
  legalName: 'Taverna GmbH',
  registrationNumber: '',
  activity: 'Greek food',
  address: 'Marktstr. 1, Berlin',
  country: 'DE',
  website: 'https://taverna.example/',
  monthlyVolume: 'below_10k' as const,
};
export const businessBody = {
  name: 'Taverna',
  legal_name: 'Taverna GmbH',
  registration_number: '',
  activity: 'Greek food',
  address: 'Marktstr. 1, Berlin',
  country: 'DE',
  website: 'https://taverna.example',
  monthly_volume: 'below_10k',
};

const ofBank = { ...ofOperator, request: () => ({ query: { source: 'bank' } }) };
const statementOf = (text: string): string => `date,amount,currency,text\n2031-03-01,12.50,EUR,${text}\n`;
const statementBody = {
  source: 'bank',
  file_name: 'bank.csv',
  text: statementOf('SEPA'),
  columns: { date: 'date', amount: 'amount', currency: 'currency', reference: 'text' },
  decimal: 'point',
  delimiter: ',',
  date_format: 'YYYY-MM-DD',
};
/** There is one administrator at most, so that nothing is ever switched. */
const onFourEyes: Example = {
  action: 'four_eyes.change',
  ...ofOperator,
  request: () => ({}),
  allowed: 'invalid_state',
};
const onReset: Example = {
  action: 'second_factors.reset',
  ...ofOperator,
  request: () => ({ params: { person_id: 'nobody' } }),
  allowed: 'not_found',
};
const onLine = (action: Action, body: object): Example => ({
  action,
  ...ofOperator,
  request: () => ({ params: { id: 999_999 }, body }),
  allowed: 'not_found',
});

/** For a holder that owes nothing. */
const onOwing = (action: Action): Example => ({
  action,
  ...ofOperator,
  request: ({ holderId }) => ({ params: { id: Number(holderId) }, body: { currency: 'EUR', reason: 'Bankrupt' } }),
  allowed: 'invalid_state',
});
const onOwingLink = (action: Action): Example => ({
  action,
  request: ({ linkId }) => ({ body: { beneficiary_ref: linkId, currency: 'EUR', reason: 'In cash' } }),
  ofBothModes: true,
  allowed: 'invalid_state',
});
const onWriteOff = (action: Action): Example => ({
  action,
  request: () => ({ params: { id: unknownId('dst') } }),
  ...none,
  allowed: 'not_found',
});
/** There is no second person who could approve. */
const limit: Example = {
  action: 'write_off_limits.set',
  request: () => ({ params: { currency: 'EUR' }, body: { amount: 50, reason: 'Agreed' } }),
  ...none,
  allowed: 'invalid_state',
};

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
  operatorRefuseTopUp: [
    {
      action: 'top_ups.refuse',
      ...ofOperator,
      request: () => ({ params: { id: unknownId('top') }, body: { reason: 'Fraud' } }),
      fresh: async ({ mode }, world) => ({ params: { id: await world.newTopUp(mode) }, body: { reason: 'Fraud' } }),
      // In test mode its money is there at once.
      allowed: 'invalid_state',
    },
  ],
  operatorReverseTopUp: [
    {
      action: 'top_ups.reverse',
      ...ofOperator,
      request: () => ({ params: { id: unknownId('top') }, body: { reason: 'Recalled' } }),
      fresh: async ({ mode }, world) => ({
        params: { id: await world.newCreditedTopUp(mode) },
        body: { reason: 'Recalled' },
      }),
    },
  ],
  operatorListTransfers: [read('reconciliation.read', ofOperator)],
  operatorListRecipients: [
    read('holders.read', { ...ofOperator, request: () => ({ query: { text: 'o', currency: 'EUR' } }) }),
  ],
  operatorCreditTransfer: [
    {
      action: 'top_ups.confirm',
      ...ofOperator,
      request: () => ({
        params: { id: 999_999_999 },
        body: { holder_id: 1, holder_name: 'Taverna', finding: 'unknown' },
      }),
      allowed: 'not_found',
    },
  ],
  operatorReturnTransfer: [
    {
      action: 'transfers.return',
      ...ofOperator,
      request: () => ({ params: { id: 999_999_999 }, body: { reason: 'Fraud' } }),
      allowed: 'not_found',
    },
  ],
  operatorListDebtSettlements: [read('debts.read', ofOperator)],
  operatorRecordDebtRepaid: [onOwing('debts.record_repaid')],
  operatorWriteOffDebt: [onOwing('debts.write_off')],
  operatorApproveWriteOff: [{ ...onWriteOff('debts.write_off'), ...ofOperator }],
  operatorDeclineWriteOff: [{ ...onWriteOff('debts.decline_write_off'), ...ofOperator }],
  operatorListWriteOffLimits: [read('write_off_limits.read', ofOperator)],
  operatorSetWriteOffLimit: [{ ...limit, ...ofOperator }],
  operatorListBankDetails: [read('bank_details.read', ofOperator)],
  operatorSetBankDetails: [
    {
      action: 'bank_details.change',
      ...ofOperator,
      request: () => ({ params: { currency: 'SEK' }, body: { account_holder: 'Sluice', iban: otherIban } }),
    },
  ],
  operatorRemoveBankDetails: [
    {
      action: 'bank_details.change',
      ...ofOperator,
      request: () => ({ params: { currency: 'NOK' } }),
      allowed: 'not_found',
    },
  ],
  operatorListDisputes: [read('disputes.read', ofOperator)],
  operatorGetDispute: [
    read('disputes.read', { ...ofOperator, request: () => ({ params: { id: 'dp_1' } }), allowed: 'not_found' }),
  ],
  operatorCheckDispute: [
    { action: 'disputes.check', ...ofOperator, request: () => ({ params: { id: 'dp_1' } }), allowed: 'not_found' },
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
  operatorReopenHolder: [
    {
      ...onHolder('holders.reopen', 'active', { reason: 'Closed by mistake' }),
      fresh: async (_, world) => ({ params: await newClosed(world), body: { reason: 'Closed by mistake' } }),
    },
  ],
  operatorPlanErasure: [
    {
      action: 'people.erase',
      ...ofOperator,
      request: () => ({ body: { email: 'nobody@example.com' } }),
      allowed: 'validation_failed',
    },
  ],
  operatorErasePerson: [
    {
      action: 'people.erase',
      ...ofOperator,
      request: () => ({ body: { email: 'nobody@example.com', reason: 'Letter of 3 March' } }),
      allowed: 'validation_failed',
    },
  ],
  consoleGetClosing: [read('holders.read_closing', { ...ofHolder, ...none, ofBothModes: true })],
  consoleCloseAccount: [
    {
      action: 'holders.close',
      ...ofHolder,
      ...none,
      ofBothModes: true,
      forLive: 'always',
      request: () => ({ body: { name: 'Another account' } }),
      allowed: 'validation_failed',
    },
  ],
  operatorSetQuota: [onHolder('quotas.set', 'active', { orders_per_minute: 120, reason: 'Agreed' })],
  operatorGetBooks: [read('books.read', ofOperator)],
  operatorVerifyBooks: [{ action: 'books.verify', ...ofOperator, request: () => ({ body: { kind: 'full' } }) }],
  operatorListSecondFactorResets: [read('operators.read', ofOperator)],
  operatorRequestSecondFactorReset: [
    {
      action: 'second_factors.reset',
      ...ofOperator,
      request: () => ({ body: { email: 'nobody@example.com', reason: 'Lost phone' } }),
      allowed: 'validation_failed',
    },
  ],
  operatorAgreeToSecondFactorReset: [onReset],
  operatorCancelSecondFactorReset: [onReset],
  operatorListPayoutRules: [read('payout_rules.read', ofOperator)],
  operatorSetPayoutRule: [
    {
      action: 'payout_rules.set',
      ...ofOperator,
      request: () => ({ params: { currency: 'SEK' }, body: { minimum: 10, fee: 0.5, reason: 'Agreed' } }),
    },
  ],
  operatorListPaymentFees: [read('payment_fees.read', ofOperator)],
  operatorSetPaymentFee: [
    {
      action: 'payment_fees.set',
      ...ofOperator,
      request: () => ({
        body: { method: 'wallet', currency: 'SEK', fee: { basis_points: 0, fixed: 0 }, reason: 'Agreed' },
      }),
    },
  ],
  operatorGetFourEyes: [read('four_eyes.read', ofOperator)],
  operatorSwitchFourEyesOn: [onFourEyes],
  operatorRequestFourEyesOff: [onFourEyes],
  operatorSwitchFourEyesOff: [onFourEyes],
  operatorKeepFourEyesOn: [onFourEyes],
  operatorListStatements: [read('reconciliation.read', ofBank)],
  operatorImportStatement: [
    { action: 'reconciliation.import', ...ofOperator, request: () => ({ body: { ...statementBody, dry_run: true } }) },
    {
      name: 'kept',
      action: 'reconciliation.import',
      ...ofOperator,
      request: () => ({ body: { ...statementBody, text: statementOf(randomUUID()) } }),
    },
  ],
  operatorListStatementLines: [read('reconciliation.read', ofBank)],
  operatorMatchLine: [onLine('reconciliation.match', { holder_id: 1, transfer_id: 1 })],
  operatorUnmatchLine: [onLine('reconciliation.unmatch', { holder_id: 1, transfer_id: 1 })],
  operatorNoteLine: [onLine('reconciliation.note', { note: 'Asked the bank' })],
  operatorSetLineDirection: [onLine('reconciliation.set_direction', { direction: 'in' })],
  operatorDecideLineDuplicate: [onLine('reconciliation.decide_duplicate', { same: true })],
  operatorRematchLines: [
    { action: 'reconciliation.match', ...ofOperator, request: () => ({ body: { source: 'bank' } }) },
  ],
  operatorGetReconciliation: [read('reconciliation.read', ofBank)],
  operatorGetReconciliationCsv: [read('reconciliation.read', ofBank)],
  operatorListAcquirerPayouts: [read('reconciliation.read', ofOperator)],
  operatorRecordAcquirerPayout: [
    {
      action: 'reconciliation.record_acquirer_payout',
      ...ofOperator,
      request: () => ({ body: { source: 'card', currency: 'EUR', amount: 10, fee: 0.3, reference: randomUUID() } }),
    },
  ],
  operatorGetHealth: [read('health.read', ofOperator)],
  // The oldest entries are those of requests that ran side by side.
  operatorListAuditLog: [read('audit_log.read', { ...ofOperator, request: () => ({ query: { limit: 10 } }) })],
  operatorGetAuditLogCsv: [read('audit_log.read', ofOperator)],
  consoleListAuditLog: [read('audit_log.read', { of: 'holder', ...none })],
  consoleGetAuditLogCsv: [read('audit_log.read', { of: 'holder', ...none })],
  consoleSearch: [read('search.read', { of: 'holder', ...none, request: () => ({ query: { text: 'o' } }) })],
  operatorSearch: [read('holders.read', { ...ofOperator, request: () => ({ query: { text: 'o' } }) })],
  consoleGetAdmission: [read('approvals.read', { of: 'holder', ...none })],
  consoleRequestApproval: [
    {
      action: 'approvals.request',
      of: 'holder',
      request: () => ({}),
      ...none,
      fresh: async ({ holderId }, { db }) => {
        await inTransaction(db, (tx) => saveBusiness(tx, holderId, completeProfile));
        return {};
      },
    },
  ],
  consoleGetBusiness: [read('business.read', { of: 'holder', ...none })],
  consoleChangeBusiness: [
    {
      action: 'business.change',
      of: 'holder',
      request: () => ({ body: { ...businessBody, name: `Taverna ${randomUUID()}` } }),
      ...none,
    },
  ],
  consoleGetChecklist: [read('checklist.read', { of: 'holder', ...none })],
  openHolder: [
    {
      action: 'holders.open',
      of: 'anyone',
      request: () => ({ body: { kind: 'merchant', name: `Taverna ${randomUUID()}` } }),
      ...none,
      allowed: 'rate_limited',
    },
  ],
  consoleRenameHolder: [
    {
      action: 'holders.rename',
      of: 'holder',
      request: () => ({ body: { name: `Ada ${randomUUID()}` } }),
      ...none,
      ofBothModes: true,
      forLive: 'always',
    },
  ],
  acceptMemberInvitation: [
    {
      action: 'member_invitations.accept',
      of: 'anyone',
      request: () => ({ body: { token: 'unknown' } }),
      ...none,
      fresh: async (_, world) => ({ body: { token: await world.newJoinToken() } }),
    },
  ],
  consoleListMembers: [read('members.read', { of: 'holder', ...none })],
  consoleInviteMember: [
    {
      action: 'members.invite',
      of: 'holder',
      request: () => ({ body: { email: `${randomUUID()}@example.com`, role: 'viewer' } }),
      ...none,
    },
  ],
  consoleResendMemberInvitation: [onMemberInvitation('members.invite')],
  consoleRevokeMemberInvitation: [onMemberInvitation('members.revoke_invitation')],
  consoleChangeMemberRole: [
    {
      ...onMember('members.change_role'),
      request: ({ memberId }) => ({ params: { person_id: memberId }, body: { role: 'viewer' } }),
      fresh: async ({ holderId }, world) => ({
        params: { person_id: await world.newMember(holderId) },
        body: { role: 'viewer' },
      }),
    },
  ],
  consoleRemoveMember: [onMember('members.remove')],
  consoleLeaveTeam: [
    {
      action: 'members.leave',
      of: 'holder',
      request: () => ({}),
      ...none,
      // Refused because the owner is the only one.
      allowed: 'invalid_state',
      after: (world, holderId, role) => world.rejoin(holderId, role),
    },
  ],
  operatorListMembers: [read('operators.read', ofOperator)],
  operatorInviteMember: [
    {
      action: 'operators.invite',
      ...ofOperator,
      request: () => ({ body: { email: `${randomUUID()}@example.com`, role: 'viewer' } }),
    },
  ],
  operatorResendMemberInvitation: [onOperatorInvitation('operators.invite')],
  operatorRevokeMemberInvitation: [onOperatorInvitation('operators.revoke_invitation')],
  operatorChangeMemberRole: [
    {
      action: 'operators.change_role',
      ...ofOperator,
      request: () => ({ params: { person_id: 'nobody' }, body: { role: 'viewer' } }),
      fresh: async (_, world) => ({
        params: { person_id: await world.newMember(serviceHolderId) },
        body: { role: 'viewer' },
      }),
    },
  ],
  operatorRemoveMember: [
    {
      action: 'operators.remove',
      ...ofOperator,
      request: () => ({ params: { person_id: 'nobody' } }),
      fresh: async (_, world) => ({ params: { person_id: await world.newMember(serviceHolderId) } }),
    },
  ],
  operatorLeaveTeam: [
    {
      action: 'operators.leave',
      ...ofOperator,
      request: () => ({}),
      // Refused because the administrator is the only one.
      allowed: 'invalid_state',
      after: (world, holderId, role) => world.rejoin(holderId, role),
    },
  ],
  consoleGetBranding: [read('branding.read', { of: 'holder', ...none, ofBothModes: true })],
  consoleGetPaymentFees: [read('payment_fees.read', { of: 'holder', ...none, ofBothModes: true })],
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

  getSession: [{ action: 'account.read', of: 'anyone', request: () => ({}), ...none }],
  deleteSession: [{ action: 'account.end_session', of: 'anyone', request: () => ({}), ...none }],

  listMailSwitches: [read('account.read', { of: 'anyone', ...none })],
  switchMails: [
    {
      action: 'account.change',
      of: 'anyone',
      request: () => ({ params: { kind: 'payouts' }, body: { on: true } }),
      ...none,
    },
  ],
  listReceivedInvitations: [read('invitations.open', { of: 'anyone', ...none })],
  acceptInvitation: [
    {
      action: 'invitations.answer',
      of: 'anyone',
      request: () => ({ body: { invitation: unknownId('inv'), name: 'Taverna' } }),
      ...none,
      allowed: 'not_found',
    },
  ],
  declineInvitation: [
    {
      action: 'invitations.answer',
      of: 'anyone',
      request: () => ({ body: { invitation: unknownId('inv') } }),
      ...none,
      allowed: 'not_found',
    },
  ],

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
  consoleTryRequest: [
    {
      action: 'requests.try',
      ...ofHolder,
      ...none,
      // An operation of companies.
      toOthers: 'validation_failed',
      request: () => ({ body: { operation: 'listWallets' } }),
    },
  ],
  consoleRevokeKey: [{ action: 'keys.revoke', of: 'holder', toOthers: 'not_found', request: key, fresh: newKey }],

  consoleListWebhookEndpoints: [read('webhooks.read', { of: 'holder', ...none })],
  consoleGetWebhookEndpoint: [read('webhooks.read', { ...ofWebhook, request: webhook })],
  consoleListWebhookDeliveries: [read('webhooks.read', { ...ofWebhook, request: webhook })],
  consoleGetWebhookDelivery: [read('webhooks.read', { ...ofWebhook, request: webhookEvent })],
  consoleCreateWebhookEndpoint: [
    {
      action: 'webhooks.change',
      of: 'holder',
      ...none,
      request: () => ({ body: { url: 'https://shop.example/hook' } }),
      // There may be twenty.
      after: async ({ db }) => {
        const made = db.updateTable('webhookEndpoints').set({ deletedAt: new Date(), dueAt: null });
        await made.where('id', 'not in', db.selectFrom('webhookDeliveries').select('endpointId')).execute();
      },
    },
  ],
  consoleUpdateWebhookEndpoint: [onWebhook('webhooks.change', { description: 'Screen' })],
  consoleDeleteWebhookEndpoint: [onWebhook('webhooks.change')],
  consoleRotateWebhookSecret: [onWebhook('webhooks.change', { grace_hours: 1 })],
  consolePauseWebhookEndpoint: [onWebhook('webhooks.change')],
  consoleResumeWebhookEndpoint: [onWebhook('webhooks.change', undefined, 'pause')],
  consoleTestWebhookEndpoint: [onWebhook('webhooks.resend')],
  consoleResendWebhooks: [onWebhook('webhooks.resend', { parked: true })],
  consoleResendWebhook: [{ action: 'webhooks.resend', ...ofWebhook, request: webhookEvent }],

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
  // The order was charged back in `tests/reference/console-objects.ts`.
  consoleReverseOrder: [
    {
      action: 'orders.reverse',
      request: (objects) => ({ ...order(objects), body: { refund_ref: randomUUID() } }),
      allowed: 'invalid_state',
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
  consoleListTopUpCurrencies: [read('wallets.read', { ...none, ...ofHolder })],
  consoleListTopUps: [read('wallets.read', { ...none, ...ofHolder })],
  consoleGetTopUp: [
    read('wallets.read', {
      request: () => ({ params: { id: unknownId('top') } }),
      ...none,
      ...ofHolder,
      allowed: 'not_found',
    }),
  ],
  consoleCancelTopUp: [
    {
      action: 'top_ups.cancel',
      request: () => ({ params: { id: unknownId('top') } }),
      ...none,
      ...ofHolder,
      toOthers: 'not_found',
      allowed: 'not_found',
    },
  ],
  consoleListDebts: [read('debts.read', { ...none, ...ofHolder })],
  consoleStartRepayment: [
    { action: 'debts.repay', request: () => ({ body: money }), ...none, ...ofHolder, allowed: 'invalid_state' },
  ],
  consoleListDebtSettlements: [read('link_debts.read', none)],
  consoleRecordDebtRepaid: [onOwingLink('link_debts.record_repaid')],
  consoleWriteOffDebt: [onOwingLink('link_debts.write_off')],
  consoleListWriteOffDecisions: [read('link_debts.read', none)],
  consoleApproveWriteOff: [onWriteOff('link_debts.write_off')],
  consoleDeclineWriteOff: [onWriteOff('link_debts.decline_write_off')],
  consoleListWriteOffLimits: [read('write_off_limits.read', none)],
  consoleSetWriteOffLimit: [{ ...limit, forLive: 'always' }],
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
  consoleListCompanyLinks: [read('links.read', { ...none, ...ofHolder })],
  consoleEndCompanyLink: [
    {
      action: 'links.end',
      request: () => ({ params: { id: 999_999_999 } }),
      ...none,
      ...ofHolder,
      toOthers: 'not_found',
      allowed: 'not_found',
    },
  ],
  consoleListEvents: [read('events.read', { of: 'holder', ...none })],
  consoleListFailedRequests: [read('requests.read', { of: 'holder', ...none })],
  consoleGetRequest: [
    read('requests.read', {
      of: 'holder',
      request: ({ requestId }) => ({ params: { request_id: requestId } }),
      toOthers: 'not_found',
    }),
  ],
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

  consoleListPayments: [read('payments.read', ofShop)],
  consoleGetPaymentsCsv: [read('payments.read', ofShop)],
  consoleGetPaymentInFull: [read('payments.read', { request: payment, ...ofShop })],
  consoleGetShopHome: [read('payments.read', ofShop)],
  consoleGetShopActivity: [read('payments.read', ofShop)],
  consoleCreatePaymentLink: [{ action: 'payments.create', request: () => ({ body: money }), ...ofShop }],
  consoleCancelPayment: [{ action: 'payments.cancel', request: payment, fresh: newPayment(), ...ofShop }],
  consoleRefundPayment: [
    {
      action: 'payments.refund',
      request: (objects) => ({ ...payment(objects), body: { refund_ref: randomUUID() } }),
      fresh: async (objects, world) => ({
        ...(await newPayment(true)(objects, world)),
        body: { refund_ref: 'one', amount: 1 },
      }),
      ...ofShop,
    },
  ],

  consoleListPayouts: [read('payouts.read', { ...none, ...ofHolder })],
  consoleGetPayoutOptions: [read('payouts.read', { ...none, ...ofHolder })],
  consoleCreatePayout: [
    {
      action: 'payouts.request',
      request: () => ({ body: { account: 'clearing', ...money } }),
      ...none,
      ...ofHolder,
      toOthers: 'not_found',
    },
  ],
  consoleGetPayout: [read('payouts.read', { request: payout, ...ofHolder, toOthers: 'not_found' })],
  consoleCancelPayout: [
    {
      action: 'payouts.cancel',
      request: payout,
      ...ofHolder,
      toOthers: 'not_found',
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
      ...none,
      ...ofHolder,
    },
  ],
  consoleEndBankAccount: [
    {
      action: 'bank_accounts.end',
      request: ({ bankAccountId }) => ({ params: { id: bankAccountId }, body: {} }),
      ...ofHolder,
      toOthers: 'not_found',
      ofBothModes: true,
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
  consoleGetWalletReceipt: [
    read('wallets.read', {
      request: () => ({ params: { id: 999_999_999 } }),
      ...none,
      ...ofHolder,
      allowed: 'not_found',
    }),
  ],
  consoleListTestCards: [read('wallets.read', { ...none, ...ofHolder })],
  consoleTopUpWallet: [
    {
      action: 'wallets.top_up',
      of: 'customer',
      request: () => ({ body: { ...money, card_number: '4242424242424242' } }),
      ...none,
    },
  ],
};
