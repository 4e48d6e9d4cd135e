/** Interface B: orders with their splits, settlements, wallets, payouts and webhooks of a company. */
import { type EventsQuery, eventsToEnd, followedEvents } from './events.ts';
import { type ClientOptions, checkOptions, createHttp, type RequestOptions, segment } from './http.ts';
import { type OrderDraft, recordMany } from './many-orders.ts';
import { itemsOf } from './pages.ts';
import { callsOf, type PartnerCalls } from './partner-calls.ts';
import type { BodyOf, ItemOf, QueryOf } from './types.ts';
import { webhookEndpointsOf } from './webhook-endpoints.ts';

const base = '/partner/v1';

type Ref = string;
type Id = string | number;

export type SluicePartner = ReturnType<typeof createPartner>;

/** A client for one key pair, and so for one company in one mode. */
export function createPartner(given: ClientOptions) {
  const options = checkOptions(given);
  const http = createHttp(base, options);
  const keys = { 'x-client-id': options.clientId, 'x-client-secret': options.clientSecret };
  const call = callsOf((request, own) => http({ ...request, headers: keys }, own));
  return {
    orders: ordersOf(call, options),
    beneficiaries: beneficiariesOf(call),
    invitations: invitationsOf(call),
    wallets: walletsOf(call),
    /** What beneficiaries owe the company, for shares that refunds took back. */
    debts: debtsOf(call),
    cash: cashOf(call),
    settlements: settlementsOf(call),
    shadow: shadowOf(call),
    statements: statementsOf(call),
    payouts: payoutsOf(call),
    webhooks: webhookEndpointsOf(call),
    events: eventsOf(call),
    /** With a test key pair only. */
    test: testOf(call),
  };
}

function ordersOf({ get, page, write }: PartnerCalls, options: ReturnType<typeof checkOptions>) {
  return {
    /** Records an order. Sending the same `partner_order_ref` again returns the stored order and never a second one. */
    create: (body: BodyOf<'createOrder'>, own?: RequestOptions) =>
      write<'createOrder'>('POST', '/orders', { body, idempotency: 'ref' }, own),
    /**
     * Records many orders, 1,000 to a request, and returns one result for each, in their order. Those answered 503 are
     * sent again, as a request is; what is 503 in the end may be sent again later.
     */
    createMany: (orders: readonly OrderDraft[], own?: RequestOptions) =>
      recordMany(
        (some) =>
          write<'createManyOrders'>('POST', '/orders/bulk', { body: { orders: some }, idempotency: 'ref' }, own),
        orders,
        { retriesMax: own?.retriesMax ?? options.retriesMax, wait: options.wait, signal: own?.signal },
      ),
    get: (ref: Ref, own?: RequestOptions) => get<'getOrder'>(`/orders/${segment(ref)}`, undefined, own),
    list: (query?: QueryOf<'listOrders'>, own?: RequestOptions) => page<'listOrders'>('/orders', query, own),
    all: (query?: QueryOf<'listOrders'>, own?: RequestOptions) =>
      itemsOf<ItemOf<'listOrders'>>((cursor) => page<'listOrders'>('/orders', { ...query, cursor }, own)),
    confirmPayment: (ref: Ref, own?: RequestOptions) =>
      write<'confirmOrderPayment'>('POST', `/orders/${segment(ref)}/confirm-payment`, {}, own),
    cancel: (ref: Ref, own?: RequestOptions) => write<'cancelOrder'>('POST', `/orders/${segment(ref)}/cancel`, {}, own),
    /** All that was authorized, or a part; once. With `dry_run` it only says what would be captured, and the shares of it. */
    capture: (ref: Ref, body: BodyOf<'captureOrder'> = {}, own?: RequestOptions) =>
      write<'captureOrder'>('POST', `/orders/${segment(ref)}/capture`, { body }, own),
    /** With `dry_run` it only says what would be transferred. */
    refund: (ref: Ref, body: BodyOf<'refundOrder'>, own?: RequestOptions) =>
      write<'refundOrder'>('POST', `/orders/${segment(ref)}/refunds`, { body }, own),
    /** Takes shares of a charged-back order back. With `dry_run` it only says what would be transferred. */
    reverse: (ref: Ref, body: BodyOf<'reverseOrder'>, own?: RequestOptions) =>
      write<'reverseOrder'>('POST', `/orders/${segment(ref)}/reversals`, { body }, own),
    hold: (ref: Ref, body?: BodyOf<'holdOrder'>, own?: RequestOptions) =>
      write<'holdOrder'>('POST', `/orders/${segment(ref)}/hold`, { body }, own),
    release: (ref: Ref, own?: RequestOptions) =>
      write<'releaseOrder'>('POST', `/orders/${segment(ref)}/release`, {}, own),
    assignSplit: (ref: Ref, split: number, body: BodyOf<'assignSplit'>, own?: RequestOptions) =>
      write<'assignSplit'>('POST', `/orders/${segment(ref)}/splits/${segment(split)}/assign`, { body }, own),
    holdMany: (body: BodyOf<'holdManyOrders'>, own?: RequestOptions) =>
      write<'holdManyOrders'>('POST', '/orders/holds', { body }, own),
    releaseMany: (body: BodyOf<'releaseManyOrders'>, own?: RequestOptions) =>
      write<'releaseManyOrders'>('POST', '/orders/releases', { body }, own),
    assignMany: (body: BodyOf<'assignManySplits'>, own?: RequestOptions) =>
      write<'assignManySplits'>('POST', '/orders/assignments', { body }, own),
  };
}

function beneficiariesOf({ get, write }: PartnerCalls) {
  return {
    list: (own?: RequestOptions) => get<'listBeneficiaries'>('/beneficiaries', undefined, own),
    end: (id: Id, own?: RequestOptions) =>
      write<'endBeneficiary'>('POST', `/beneficiaries/${segment(id)}/end`, {}, own),
    widen: (id: Id, own?: RequestOptions) =>
      write<'widenBeneficiary'>('POST', `/beneficiaries/${segment(id)}/widen`, {}, own),
  };
}

function invitationsOf({ get, page, write }: PartnerCalls) {
  return {
    create: (body: BodyOf<'createInvitation'>, own?: RequestOptions) =>
      write<'createInvitation'>('POST', '/invitations', { body }, own),
    get: (id: Id, own?: RequestOptions) => get<'getInvitation'>(`/invitations/${segment(id)}`, undefined, own),
    list: (query?: QueryOf<'listInvitations'>, own?: RequestOptions) =>
      page<'listInvitations'>('/invitations', query, own),
    all: (query?: QueryOf<'listInvitations'>, own?: RequestOptions) =>
      itemsOf<ItemOf<'listInvitations'>>((cursor) =>
        page<'listInvitations'>('/invitations', { ...query, cursor }, own),
      ),
    revoke: (id: Id, own?: RequestOptions) =>
      write<'revokeInvitation'>('POST', `/invitations/${segment(id)}/revoke`, {}, own),
    resend: (id: Id, own?: RequestOptions) =>
      write<'resendInvitation'>('POST', `/invitations/${segment(id)}/resend`, {}, own),
  };
}

function walletsOf({ get, write }: PartnerCalls) {
  return {
    list: (own?: RequestOptions) => get<'listWallets'>('/wallets', undefined, own),
    topUp: (body: BodyOf<'createTopUp'>, own?: RequestOptions) =>
      write<'createTopUp'>('POST', '/wallets/topups', { body }, own),
    /** Moves commission to clearing. */
    transfer: (body: BodyOf<'transferCommission'>, own?: RequestOptions) =>
      write<'transferCommission'>('POST', '/wallets/transfers', { body }, own),
  };
}

function debtsOf({ page, write }: PartnerCalls) {
  return {
    /** Records what a beneficiary repaid outside the service. */
    recordRepaid: (body: BodyOf<'recordDebtRepaid'>, own?: RequestOptions) =>
      write<'recordDebtRepaid'>('POST', '/debts/repaid', { body }, own),
    /** Writes a debt off. Above the company's limit it is `requested` until a second person approves it. */
    writeOff: (body: BodyOf<'writeOffDebt'>, own?: RequestOptions) =>
      write<'writeOffDebt'>('POST', '/debts/write-offs', { body }, own),
    settlements: (query?: QueryOf<'listDebtSettlements'>, own?: RequestOptions) =>
      page<'listDebtSettlements'>('/debts/settlements', query, own),
  };
}

function cashOf({ get, page, write }: PartnerCalls) {
  const decide = <Id extends 'confirmCashHandover' | 'declineCashHandover' | 'withdrawCashHandover'>(
    id: string,
    decision: string,
    own?: RequestOptions,
  ) => write<Id>('POST', `/cash/handovers/${segment(id)}/${decision}`, {}, own);
  return {
    /** What each beneficiary holds of the customers' cash. */
    held: (query?: QueryOf<'listHeldCash'>, own?: RequestOptions) => page<'listHeldCash'>('/cash', query, own),
    handovers: (query?: QueryOf<'listCashHandovers'>, own?: RequestOptions) =>
      page<'listCashHandovers'>('/cash/handovers', query, own),
    /** Records that cash left a beneficiary's hands. What is handed over counts once the beneficiary confirms it. */
    record: (body: BodyOf<'recordCashHandover'>, own?: RequestOptions) =>
      write<'recordCashHandover'>('POST', '/cash/handovers', { body }, own),
    confirm: (id: string, own?: RequestOptions) => decide<'confirmCashHandover'>(id, 'confirm', own),
    decline: (id: string, own?: RequestOptions) => decide<'declineCashHandover'>(id, 'decline', own),
    withdraw: (id: string, own?: RequestOptions) => decide<'withdrawCashHandover'>(id, 'withdraw', own),
    /**
     * How a beneficiary hands cash over by bank transfer: in live mode its reference, which stays the same; in test mode the money
     * arrives at once.
     */
    transfer: (body: BodyOf<'transferCash'>, own?: RequestOptions) =>
      write<'transferCash'>('POST', '/cash/transfers', { body }, own),
    settings: (own?: RequestOptions) => get<'getCashSettings'>('/cash/settings', undefined, own),
    updateSettings: (body: BodyOf<'updateCashSettings'>, own?: RequestOptions) =>
      write<'updateCashSettings'>('PUT', '/cash/settings', { body }, own),
  };
}

function settlementsOf({ get, page, text, write }: PartnerCalls) {
  return {
    /** Settles now. A run that takes longer than ten seconds is still `running` in the answer. */
    create: (body: BodyOf<'createSettlement'> = {}, own?: RequestOptions) =>
      write<'createSettlement'>('POST', '/settlements', { body }, own),
    get: (id: Id, query?: QueryOf<'getSettlement'>, own?: RequestOptions) =>
      get<'getSettlement'>(`/settlements/${segment(id)}`, query, own),
    list: (query?: QueryOf<'listSettlements'>, own?: RequestOptions) =>
      page<'listSettlements'>('/settlements', query, own),
    all: (query?: QueryOf<'listSettlements'>, own?: RequestOptions) =>
      itemsOf<ItemOf<'listSettlements'>>((cursor) =>
        page<'listSettlements'>('/settlements', { ...query, cursor }, own),
      ),
    statementCsv: (id: Id, own?: RequestOptions) => text(`/settlements/${segment(id)}/statement.csv`, {}, own),
    statementHtml: (id: Id, own?: RequestOptions) => text(`/settlements/${segment(id)}/statement.html`, {}, own),
    schedule: (own?: RequestOptions) => get<'getSettlementSchedule'>('/settlement-schedule', undefined, own),
    updateSchedule: (body: BodyOf<'updateSettlementSchedule'>, own?: RequestOptions) =>
      write<'updateSettlementSchedule'>('PUT', '/settlement-schedule', { body }, own),
  };
}

function shadowOf({ get, page, text, write }: PartnerCalls) {
  return {
    list: (query?: QueryOf<'listShadowBalances'>, own?: RequestOptions) =>
      page<'listShadowBalances'>('/shadow', query, own),
    all: (query?: QueryOf<'listShadowBalances'>, own?: RequestOptions) =>
      itemsOf<ItemOf<'listShadowBalances'>>((cursor) =>
        page<'listShadowBalances'>('/shadow', { ...query, cursor }, own),
      ),
    csv: (query?: QueryOf<'getShadowBalancesCsv'>, own?: RequestOptions) => text('/shadow.csv', query, own),
    get: (ref: Ref, query?: QueryOf<'getRestaurant'>, own?: RequestOptions) =>
      get<'getRestaurant'>(`/shadow/${segment(ref)}`, query, own),
    recordPaidOutside: (body: BodyOf<'recordPaidOutside'>, own?: RequestOptions) =>
      write<'recordPaidOutside'>('POST', '/shadow/paid-outside', { body }, own),
    name: (body: BodyOf<'nameRestaurant'>, own?: RequestOptions) =>
      write<'nameRestaurant'>('POST', '/shadow/names', { body }, own),
    invite: (ref: Ref, body: BodyOf<'inviteRestaurant'>, own?: RequestOptions) =>
      write<'inviteRestaurant'>('POST', `/shadow/${segment(ref)}/invite`, { body }, own),
    claim: (ref: Ref, body: BodyOf<'claimShadowOrders'>, own?: RequestOptions) =>
      write<'claimShadowOrders'>('POST', `/shadow/${segment(ref)}/claims`, { body }, own),
  };
}

function statementsOf({ get, text }: PartnerCalls) {
  return {
    /** @param month such as `2031-03`. */
    get: (month: string, query: QueryOf<'getStatement'>, own?: RequestOptions) =>
      get<'getStatement'>(`/statements/${segment(month)}`, query, own),
    csv: (month: string, query: QueryOf<'getStatementCsv'>, own?: RequestOptions) =>
      text(`/statements/${segment(month)}.csv`, query, own),
    html: (month: string, query: QueryOf<'getStatementPage'>, own?: RequestOptions) =>
      text(`/statements/${segment(month)}.html`, query, own),
  };
}

function payoutsOf({ get, page, write }: PartnerCalls) {
  return {
    create: (body: BodyOf<'createPayout'>, own?: RequestOptions) =>
      write<'createPayout'>('POST', '/payouts', { body }, own),
    get: (id: Id, own?: RequestOptions) => get<'getPayout'>(`/payouts/${segment(id)}`, undefined, own),
    list: (query?: QueryOf<'listPayouts'>, own?: RequestOptions) => page<'listPayouts'>('/payouts', query, own),
    all: (query?: QueryOf<'listPayouts'>, own?: RequestOptions) =>
      itemsOf<ItemOf<'listPayouts'>>((cursor) => page<'listPayouts'>('/payouts', { ...query, cursor }, own)),
    cancel: (id: Id, own?: RequestOptions) => write<'cancelPayout'>('POST', `/payouts/${segment(id)}/cancel`, {}, own),
    schedules: (own?: RequestOptions) => page<'listPayoutSchedules'>('/payout-schedules', undefined, own),
    setSchedule: (body: BodyOf<'setPayoutSchedule'>, own?: RequestOptions) =>
      write<'setPayoutSchedule'>('PUT', '/payout-schedules', { body }, own),
    bankAccounts: (own?: RequestOptions) => page<'listBankAccounts'>('/bank-accounts', undefined, own),
  };
}

function eventsOf({ page }: PartnerCalls) {
  const events = (query?: QueryOf<'listEvents'>, own?: RequestOptions) => page<'listEvents'>('/events', query, own);
  return {
    /** Oldest first, after the event that was read last. With `wait` it waits for one when there is none. */
    list: events,
    /** Every event that has happened. */
    all: (query: EventsQuery = {}, own?: RequestOptions) =>
      eventsToEnd<ItemOf<'listEvents'>>((at) => events(at, own), query),
    /** Every event, and then each as it happens, until the `signal` is aborted. */
    follow: (query: QueryOf<'listEvents'> = {}, own?: RequestOptions) =>
      followedEvents<ItemOf<'listEvents'>>((at) => events(at, own), query),
  };
}

function testOf({ get, write }: PartnerCalls) {
  return {
    clock: (own?: RequestOptions) => get<'getTestClock'>('/test/clock', undefined, own),
    advanceClock: (body: BodyOf<'advanceTestClock'>, own?: RequestOptions) =>
      write<'advanceTestClock'>('POST', '/test/clock', { body }, own),
    /** Waits until all due work is done. */
    drain: (own?: RequestOptions) => write<'drainTestWork'>('POST', '/test/drain', {}, own),
  };
}
