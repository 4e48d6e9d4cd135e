/**
 * The single permissions table: action × column → cell. No SQL, route or use case checks a role itself; `authorize`
 * reads this table. A missing cell refuses.
 *
 * Adding an action: a row here, `authorize` in its use case, and a row in the expected table of `permissions.test.ts`.
 */
import { accountColumns, type Row } from './permission-columns.ts';
import {
  allFresh,
  company,
  companyHandles,
  companyInvites,
  companyReads,
  companyTests,
  deskWrites,
  everyone,
  handling,
  keyed,
  linkDebts,
  members,
  merchant,
  merchantReads,
  operatorChanges,
  operatorMoney,
  operatorsRead,
  payees,
  reading,
  readingOwn,
  reconciling,
  teamChanges,
  teamReads,
  teams,
  teamWrites,
  themselves,
} from './permission-rows.ts';

const permissions = {
  // Its looks and contacts at the checkout, the same in both modes.
  'branding.read': { of: keyed, ...reading },
  'branding.change': { of: keyed, owner: 'yes', audit: 'always' },

  'payments.create': { of: merchant, ...handling, merchant_key: 'yes' },
  'payments.read': { ...merchantReads },
  // With who paid: of live mode a developer does not see it.
  'payments.read_in_full': { ...merchantReads, developer: 'test' },
  'payments.refund': { of: merchant, ...handling, merchant_key: 'yes', audit: 'by_hand' },
  'payments.capture': { of: merchant, ...handling, merchant_key: 'yes', audit: 'by_hand' },
  'payments.cancel': { of: merchant, ...handling, merchant_key: 'yes', payer: 'yes' },
  'payments.show': { of: keyed, reads: true, payer: 'yes' },
  'payments.pay': { of: keyed, payer: 'yes' },
  // Whoever has to do with a payment may have its provider asked how it, or its refund, is doing: the provider decides.
  'payments.check': { of: keyed, ...handling, merchant_key: 'yes', company_key: 'yes', payer: 'yes', system: 'yes' },
  'payments.report': { of: keyed, provider: 'yes' },
  'payments.follow_up': { of: keyed, system: 'yes' },
  'customers.assign': { of: everyone, system: 'yes' },

  'disputes.read': { of: keyed, ...reading, command: 'yes' },
  // With who paid, and the evidence: of live mode a developer does not see them.
  'disputes.read_in_full': { of: keyed, ...reading, developer: 'test' },
  'disputes.prepare': { of: keyed, ...handling, audit: 'always' },
  'disputes.submit': { of: keyed, ...handling, audit: 'always' },
  // Evidence that the provider takes another way than by API.
  'disputes.hand_over': {
    of: keyed,
    administrator: 'yes',
    operator_finance: 'yes',
    support: 'yes',
    audit: 'always',
  },
  // The provider decides; this only hears of it earlier.
  'disputes.check': { of: everyone, administrator: 'yes', operator_finance: 'yes', support: 'yes' },
  // What someone must decide or fix; each object is shown to those who may read it. Operators have a queue of their own.
  'exceptions.read': { ...teamReads },
  'exceptions.assign': { ...teamWrites, audit: 'always' },
  'exceptions.finish': { of: keyed, ...handling, audit: 'always' },
  'operator_exceptions.read': { of: [], reads: true, ...operatorsRead },
  'operator_exceptions.assign': { ...deskWrites },
  'operator_exceptions.finish': { of: [], administrator: 'yes', operator_finance: 'yes', audit: 'always' },
  // Seen by the team that wrote them alone, so that operators have no cell in those of companies and shops.
  'notes.read': { ...teamReads },
  'notes.write': { ...teamWrites, audit: 'always' },
  'operator_notes.read': { of: [], reads: true, ...operatorsRead },
  'operator_notes.write': { ...deskWrites },

  'late_captures.read': { of: everyone, reads: true, ...operatorsRead, command: 'yes' },
  'late_captures.retry': { ...operatorMoney, audit: 'always' },

  'orders.read': { ...companyReads },
  'orders.record': { ...companyHandles },
  'orders.confirm': { ...companyHandles },
  'orders.cancel': { ...companyHandles },
  'orders.capture': { ...companyHandles, audit: 'by_hand' },
  'orders.hold': { ...companyHandles, audit: 'always' },
  'orders.release': { ...companyHandles },
  'orders.assign': { ...companyHandles },
  'orders.refund': { ...companyHandles, audit: 'by_hand' },
  'orders.reverse': { ...companyHandles, audit: 'by_hand' },

  'settlements.read': { ...companyReads },
  'settlements.preview': { ...companyReads, command: 'yes' },
  'settlements.run': { ...companyHandles, command: 'yes', system: 'yes' },
  'schedule.read': { ...companyReads },
  'schedule.change': { ...companyHandles, audit: 'always' },
  'statements.read': { ...companyReads },

  'wallets.read': { ...companyReads, of: ['company', 'merchant', 'customer'], customer: 'yes' },
  'wallets.top_up': { ...companyHandles, of: ['company', 'customer'], customer: 'yes', command: 'yes' },
  'wallets.transfer': { ...companyHandles },
  'top_ups.read': { of: everyone, reads: true, ...operatorsRead, command: 'yes' },
  // The system: test money alone, as a customer of a test payment says.
  'top_ups.confirm': { ...operatorMoney, system: 'yes', audit: 'always' },
  'top_ups.reverse': { ...operatorMoney, audit: 'always' },
  'top_ups.refuse': { ...operatorMoney, audit: 'always' },
  'top_ups.cancel': { ...companyHandles, of: ['company', 'merchant', 'customer'], customer: 'yes' },
  'top_ups.expire': { of: everyone, system: 'yes' },
  'transfers.return': { ...operatorMoney, audit: 'always' },
  'bank_details.read': { of: [], reads: true, ...operatorsRead, command: 'yes' },
  'bank_details.change': { ...operatorChanges, command: 'yes' },

  'debts.read': { ...reading, of: everyone, customer: 'yes', command: 'yes' },
  // A bank transfer of what is owed to the service: for a shop the only way to bring money in.
  'debts.repay': { of: ['company', 'merchant', 'customer'], ...handling, customer: 'yes' },
  // Debts to the service, by the operator: recorded as repaid another way, or written off, with a second person's approval.
  'debts.record_repaid': { ...operatorMoney, audit: 'always' },
  'debts.write_off': { ...operatorMoney, audit: 'always' },
  'debts.decline_write_off': { ...operatorMoney, audit: 'always' },
  // Debts of links, by their company.
  'link_debts.read': { ...companyReads },
  'link_debts.record_repaid': { ...linkDebts },
  'link_debts.write_off': { ...linkDebts },
  'link_debts.decline_write_off': { ...linkDebts },
  'write_off_limits.read': { of: company, ...reading },
  'write_off_limits.set': { of: company, owner: 'fresh', administrator: 'fresh', audit: 'always' },

  // The cash of a company's customers: what its payees hold, and how it leaves their hands.
  'cash.read': { ...companyReads },
  'cash.record': { ...companyHandles, audit: 'always' },
  'cash.change_settings': { ...companyHandles, audit: 'always' },

  'earnings.read': { of: payees, ...reading },
  'own_cash.read': { of: payees, ...reading },
  'own_cash.hand_over': { of: payees, ...handling, audit: 'always' },

  'shadow.read': { ...companyReads },
  'shadow.record_paid_outside': { ...companyHandles },
  'shadow.name': { ...companyHandles },
  'shadow.preview_claim': { ...companyReads },
  'shadow.claim': { ...companyHandles },

  'invitations.read': { ...companyReads },
  'invitations.send': { ...companyInvites },
  'invitations.resend': { ...companyInvites },
  'invitations.copy_link': { of: company, owner: 'yes', developer: 'test', shared: 'some' },
  'invitations.revoke': { ...companyInvites },
  'invitations.open': { ...themselves, reads: true, visitor: 'yes' },
  'invitations.answer': { ...themselves },
  'invitations.expire': { of: company, system: 'yes' },
  'links.read': { ...companyReads, of: ['company', 'merchant', 'courier'] },
  'links.make': { of: payees, owner: 'yes', audit: 'always' },
  'links.widen': { of: company, owner: 'own_mode', company_key: 'own_mode', shared: 'all', audit: 'always' },
  'links.end': { ...companyInvites, of: ['company', 'merchant', 'courier'], audit: 'always' },

  'payouts.read': { ...companyReads, of: everyone, customer: 'yes', command: 'yes' },
  'payouts.request': {
    of: everyone,
    owner: 'live_fresh',
    finance: 'live_fresh',
    developer: 'test',
    customer: 'yes',
    company_key: 'yes',
    system: 'yes',
    audit: 'always',
  },
  // When an account is paid out by itself: as sensitive as each of the payouts that follow.
  'payout_schedules.read': { ...companyReads, of: everyone, customer: 'yes', command: 'yes' },
  'payout_schedules.change': {
    of: everyone,
    owner: 'live_fresh',
    finance: 'live_fresh',
    developer: 'test',
    customer: 'yes',
    company_key: 'yes',
    audit: 'always',
  },
  'payouts.cancel': { ...companyHandles, of: everyone, customer: 'yes', audit: 'always' },
  'payouts.approve': { ...operatorMoney, audit: 'always' },
  'payouts.send': { ...operatorMoney, audit: 'always' },
  'payouts.complete': { ...operatorMoney, audit: 'always' },
  'payouts.fail': { ...operatorMoney, audit: 'always' },
  'payouts.reject': { ...operatorMoney, audit: 'always' },
  'payouts.export': { ...operatorMoney, reads: true },
  'payout_files.read': { of: everyone, reads: true, ...operatorsRead, command: 'yes' },
  'payout_files.create': { ...operatorMoney, audit: 'always' },
  'payout_files.give_up': { ...operatorMoney, audit: 'always' },
  // What the bank accepted is sent, what it rejected fails.
  'payout_files.report': { ...operatorMoney, audit: 'always' },
  'payout_rules.read': { of: everyone, reads: true, ...operatorsRead, command: 'yes' },
  'payout_rules.set': { ...operatorMoney, audit: 'always' },
  'payment_fees.read': { of: keyed, ...reading, command: 'yes' },
  'payment_fees.set': { ...operatorMoney, audit: 'always' },
  'providers.read': { of: [], reads: true, ...operatorsRead },
  'providers.set_order': { ...operatorMoney, audit: 'always' },
  'provider_costs.read': { of: [], reads: true, ...operatorsRead },
  'provider_costs.set': { ...operatorMoney, audit: 'always' },
  // In live mode, developers can't see bank data.
  'bank_accounts.read': { ...companyReads, of: everyone, developer: 'test', customer: 'yes' },
  'bank_accounts.add': { of: everyone, owner: 'fresh', customer: 'fresh', command: 'yes', audit: 'always' },
  'bank_accounts.set_address': { of: everyone, owner: 'fresh', customer: 'fresh', command: 'yes', audit: 'always' },
  'bank_accounts.end': { of: everyone, owner: 'fresh', customer: 'fresh', command: 'yes', audit: 'always' },
  'fees.collect': { ...operatorMoney, system: 'yes', audit: 'by_hand' },
  'fees.draw': { ...operatorMoney, audit: 'always' },

  'four_eyes.read': { of: [], reads: true, ...operatorsRead },
  'four_eyes.change': { ...operatorChanges },

  'reconciliation.read': { of: everyone, reads: true, ...operatorsRead, command: 'yes' },
  'reconciliation.import': { ...reconciling, system: 'yes' },
  'reconciliation.match': { ...reconciling },
  'reconciliation.unmatch': { ...reconciling },
  'reconciliation.note': { ...reconciling },
  'reconciliation.set_direction': { ...reconciling },
  'reconciliation.decide_duplicate': { ...reconciling },
  'reconciliation.change_profile': { ...reconciling },
  'reconciliation.close_month': { ...reconciling },
  'reconciliation.reopen_month': { ...reconciling },
  'reconciliation.add_rule': { ...reconciling },
  'reconciliation.end_rule': { ...reconciling },
  'reconciliation.record_acquirer_payout': { ...reconciling },

  'keys.read': { of: keyed, reads: true, owner: 'yes', developer: 'yes', ...operatorsRead, command: 'yes' },
  'keys.make': { of: keyed, owner: 'live_fresh', developer: 'test', command: 'yes', audit: 'always' },
  'keys.rotate': { of: keyed, owner: 'live_fresh', developer: 'test', command: 'yes', audit: 'always' },
  'keys.revoke': { of: keyed, owner: 'live_fresh', developer: 'yes', command: 'yes', audit: 'always' },
  // Which apps customers may return to from the payment page.
  'app_schemes.read': { of: ['merchant'], reads: true, owner: 'yes', developer: 'yes', ...operatorsRead },
  'app_schemes.change': { of: ['merchant'], owner: 'live_fresh', developer: 'live_fresh', audit: 'always' },
  // Which sites may show the payment pages of a key's payments in a frame.
  'embed_origins.change': { of: ['merchant'], owner: 'live_fresh', developer: 'live_fresh', audit: 'always' },
  // What interfaces A and B refused.
  'requests.read': { of: keyed, ...reading },
  // With the values in their queries: of live mode a developer does not see them.
  'requests.read_in_full': { of: keyed, ...reading, developer: 'test' },
  // Requests to interfaces A and B as the holder's key pair, in test mode alone.
  'requests.try': { of: keyed, owner: 'test', developer: 'test' },
  'quotas.set': { of: company, administrator: 'fresh', command: 'yes', audit: 'always' },
  'events.read': { of: everyone, ...readingOwn },
  // With who paid and which bank account was used: of live mode a developer sees neither.
  'events.read_in_full': { of: everyone, ...readingOwn, developer: 'test' },

  'webhooks.read': {
    of: teams,
    reads: true,
    owner: 'yes',
    developer: 'yes',
    ...operatorsRead,
    company_key: 'yes',
    merchant_key: 'yes',
  },
  // Making, pausing and deleting endpoints, and their secrets too.
  'webhooks.change': { of: teams, owner: 'live_fresh', developer: 'live_fresh', company_key: 'yes', audit: 'always' },
  'webhooks.resend': {
    of: teams,
    owner: 'live_fresh',
    developer: 'live_fresh',
    company_key: 'yes',
    merchant_key: 'yes',
    audit: 'always',
  },
  // After days of failures, or because the receiver is gone.
  'webhooks.stop': { of: teams, system: 'yes', audit: 'always' },

  'holders.read': { of: everyone, reads: true, ...operatorsRead, command: 'yes' },
  'holders.approve': { of: keyed, administrator: 'fresh', command: 'yes', audit: 'always' },
  'holders.refuse': { of: keyed, administrator: 'fresh', command: 'yes', audit: 'always' },
  'holders.suspend': { of: everyone, administrator: 'fresh', support: 'fresh', command: 'yes', audit: 'always' },
  'holders.resume': { of: everyone, administrator: 'fresh', command: 'yes', audit: 'always' },
  // By its owner. Everything of real money in it must be finished.
  'holders.read_closing': { of: everyone, reads: true, owner: 'yes', customer: 'yes', ...operatorsRead },
  'holders.close': { of: everyone, owner: 'fresh', customer: 'fresh', audit: 'always' },
  'holders.reopen': { of: everyone, administrator: 'fresh', command: 'yes', audit: 'always' },
  // What is kept of closed accounts is deleted when its time has come.
  'holders.end_closed': { of: everyone, system: 'yes', audit: 'always' },
  'approvals.read': { of: keyed, ...reading },
  'approvals.request': { of: keyed, owner: 'yes', audit: 'always' },
  'holders.create': { of: everyone, command: 'yes', audit: 'always' },
  // By anyone who is signed in, for themselves; a company or a shop is pending until the operator approves it.
  'holders.open': { ...themselves, audit: 'always' },
  // Companies and shops change theirs with their business.
  'holders.rename': { of: ['courier'], owner: 'yes', audit: 'always' },
  'business.read': { of: keyed, ...reading },
  'business.change': { of: keyed, owner: 'yes', audit: 'always' },
  'checklist.read': { of: keyed, ...reading },
  // At the shell where there are no two administrators; the job when its day has come.
  'second_factors.reset': { of: everyone, administrator: 'fresh', command: 'yes', system: 'yes', audit: 'always' },
  // For a person who asked by letter; the job finishes what either began.
  'people.erase': { of: [], administrator: 'fresh', command: 'yes', system: 'yes', audit: 'always' },
  'operators.add': { of: everyone, command: 'yes', audit: 'always' },

  'members.read': { of: teams, ...reading },
  'members.invite': { ...teamChanges },
  'members.revoke_invitation': { ...teamChanges },
  'members.change_role': { ...teamChanges },
  'members.remove': { ...teamChanges },
  'members.leave': { of: teams, owner: 'yes', finance: 'yes', developer: 'yes', viewer: 'yes', audit: 'always' },
  // For the operator's own members, whose rights reach the objects of every holder.
  'operators.read': { of: [], reads: true, ...operatorsRead },
  'operators.invite': { ...operatorChanges },
  'operators.revoke_invitation': { ...operatorChanges },
  'operators.change_role': { ...operatorChanges },
  'operators.remove': { ...operatorChanges },
  'operators.leave': { of: [], ...operatorsRead, audit: 'always' },
  'member_invitations.open': { ...themselves, reads: true, visitor: 'yes' },
  'member_invitations.accept': { ...themselves, audit: 'always' },
  // What is found is authorized like the list that it stands in.
  'search.read': { of: everyone, ...reading, customer: 'yes' },
  // Only what a reader's own lists show is in their chain.
  'traces.read': { of: everyone, ...reading, customer: 'yes' },

  // A person's own, in an account.
  'saved_views.read': { of: everyone, ...reading, customer: 'yes' },
  'saved_views.change': { of: everyone, ...members, ...operatorsRead },

  // The account's own sign-in provider, of a company, a shop or the service itself.
  'single_sign_on.read': { of: keyed, reads: true, owner: 'yes', administrator: 'yes' },
  'single_sign_on.change': { of: keyed, owner: 'fresh', administrator: 'fresh', audit: 'always' },
  'single_sign_on.sign_in': { of: everyone, visitor: 'yes', audit: 'always' },

  'test_clock.read': { ...companyTests, reads: true, viewer: 'test' },
  'test_clock.move': { ...companyTests },
  'test_clock.drain': { ...companyTests },
  // Payees without people, and evenings of orders with them. For people alone: a platform's own tests make their orders.
  'test_city.make': { of: company, owner: 'test', finance: 'test', developer: 'test', audit: 'always' },
  'test_city.play': { of: company, owner: 'test', finance: 'test', developer: 'test' },

  'account.sign_up': { of: [], visitor: 'yes', payer: 'yes', command: 'yes' },
  'account.confirm_address': { of: [], visitor: 'yes' },
  // Only a sign-in from a new browser is audited.
  'account.sign_in': { of: [], visitor: 'yes', payer: 'yes', audit: 'always' },
  'account.reset_password': { of: [], visitor: 'yes', command: 'yes' },
  'account.read': { ...themselves, reads: true },
  // Their name, their password.
  'account.change': { ...themselves },
  'account.end_session': { ...themselves, inBound: true },
  // Their whole account, for good. Whoever has no second factor has given their password just before.
  'account.read_erasure': { ...themselves, reads: true },
  'account.erase': { ...allFresh, audit: 'always' },
  'account.change_second_factor': { ...themselves, audit: 'always' },
  'account.change_passkeys': { ...themselves, audit: 'always' },
  // Again, in a session under way.
  'account.pass_second_factor': { ...themselves, inBound: true, audit: 'always' },

  // The operator's own texts on pages, in emails and on statements.
  'wording.read': { of: [], reads: true, ...operatorsRead },
  'wording.change': { ...operatorChanges },

  'audit_log.erase': { of: [], system: 'yes', audit: 'always' },
  'audit_log.read': { of: everyone, reads: true, owner: 'yes', customer: 'yes', ...operatorsRead },
  'backups.make': { of: everyone, system: 'yes' },
  'books.read': { of: everyone, reads: true, ...operatorsRead, command: 'yes' },
  'books.verify': {
    of: everyone,
    administrator: 'yes',
    operator_finance: 'yes',
    support: 'yes',
    command: 'yes',
    system: 'yes',
  },
  // Lets anyone read the proof of the books.
  'books.publish': { ...operatorChanges },
  'explore.sum': { of: everyone, system: 'yes' },
  'health.read': { of: everyone, reads: true, ...operatorsRead, command: 'yes' },
  // Off, by the link under a mail.
  'mails.unsubscribe': { of: [], visitor: 'yes' },
  'mails.deliver': { of: everyone, system: 'yes' },
  'records.purge': { of: everyone, system: 'yes' },
} as const satisfies Record<string, Row>;

export type Action = keyof typeof permissions;

type Permissions = typeof permissions;
/** The actions recorded in the audit log. */
export type AuditedAction = {
  [A in Action]: Permissions[A] extends { audit: 'always' | 'by_hand' } ? A : never;
}[Action];

export const rowOf = (action: Action): Row => permissions[action];

export const actions = Object.freeze(Object.keys(permissions)) as readonly Action[];

/**
 * The actions that depend on the account a person acts for. The others concern the person, or are never a person's.
 */
export const accountActions = Object.freeze(
  actions.filter((action) => {
    const row = rowOf(action);
    return row.person === undefined && accountColumns.some((column) => row[column] !== undefined);
  }),
);
