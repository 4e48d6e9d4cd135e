/**
 * For tests of the console's API: one signed-in person who belongs to holders of every kind, in whatever role a test
 * gives them, and companies with an object of each kind in both modes.
 */
import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { type Mode, modes } from '../../src/base/money/mode.ts';
import type { HolderKind, MemberRole, OperatorRole } from '../../src/core/access/roles.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { insertMember, setMemberRole } from '../../src/features/holders/members.repository.ts';
import { inviteMember } from '../../src/features/members/invite-member.ts';
import { payFromCustomerWallet } from '../../src/features/payments/capture-payment.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { saveBankDetails } from '../../src/features/wallets/bank-details.repository.ts';
import { confirmTopUp, requestTopUp } from '../../src/features/wallets/top-up.ts';
import { memberOf, operator, payer, shell, shopKey } from '../support/actors.ts';
import { keyHeaders, makeCompany, makeHolder, makeKey, makeLink, serveTestOnly } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestAccount, password } from './account.ts';
import { bringIn } from './money.ts';
import { bankForm, otherIban } from './payouts.ts';

export type ConsoleWorld = Awaited<ReturnType<typeof createConsoleWorld>>;

/** The objects of a company in one mode, and its key pair of that mode. */
export type CompanyObjects = {
  holderId: bigint;
  mode: Mode;
  api: PartnerClient;
  /** The key pair, as headers of interface B. */
  keys: Record<string, string>;
  /** A merchant's, which serves both modes. */
  linkId: number;
  /** A merchant's, made in test mode. */
  testLinkId: number;
  orderRef: string;
  /** An off-platform restaurant, with a settled order. */
  shadowRef: string;
  shadowOrderRef: string;
  settlementId: number;
  payoutId: string;
  /** A payment of the merchant that the person is a member of. */
  paymentId: string;
  bankAccountId: string;
  invitationId: string;
  webhookId: string;
  /** The test event sent to it. */
  webhookEventId: string;
  /** A failed request. */
  requestId: string;
  /** A finance member of the company, and someone who is invited to become one; both of either mode. */
  memberId: string;
  memberInvitationId: string;
};

export type Company = { holderId: bigint } & Record<Mode, CompanyObjects>;

export async function createConsoleWorld() {
  const account = await createTestAccount();
  const { server, db, pool, app } = account;
  const { browser, holderId: customer } = await account.newCustomer();
  const cookie = [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const { rows } = await pool.query('select person_id as id from members where holder_id = $1', [customer]);
  const personId: string = rows[0].id;
  await pool.query('update people set second_factor = true where id = $1', [personId]);

  async function join(holderId: bigint, role: MemberRole | OperatorRole): Promise<bigint> {
    await inTransaction(db, (tx) => insertMember(tx, holderId, personId, role));
    return holderId;
  }

  const holderOf = async (kind: HolderKind): Promise<bigint> => join(await makeHolder(db, kind), 'owner');

  const details = { accountHolder: 'Sluice', iban: otherIban, bic: null, bankName: null, other: null };
  await inTransaction(db, (tx) => saveBankDetails(tx, { currency: 'EUR', ...details, changedAt: new Date() }));
  const merchant = await holderOf('merchant');
  /** A payment of the merchant, open or paid: in live mode from a customer's wallet. */
  async function newPayment(mode: Mode, isPaid: boolean): Promise<string> {
    const book = { holderId: merchant, mode };
    const draft = { amount: 500n, currency: 'EUR', returnUrl: null, cancelUrl: null, custom: null };
    const created = await createPaymentCreator(server).create(shopKey(book), book, 'api', {
      ...draft,
      webhookUrl: null,
      orderId: null,
    });
    if (!isPaid) return created.id;
    const at = server.clock.now(customer, mode);
    const from = accountAt({ holderId: customer, mode, currency: 'EUR' }, 'wallet');
    const ada = { name: 'Ada', email: null, customerHolderId: customer };
    const key = { holderId: merchant, id: created.id };
    await inTransaction(db, (tx) => bringIn(tx, from, draft.amount, at, 'bank'));
    await inTransaction(db, (tx) => payFromCustomerWallet(payer, tx, server.payDeps, key, ada, null));
    return created.id;
  }

  async function company(): Promise<Company> {
    const holderId = await makeCompany(db);
    const { id } = await inTransaction(db, (tx) => addBankAccount(shell, tx, server.clock, holderId, bankForm()));
    const team = { memberId: await newMember(holderId), memberInvitationId: await newMemberInvitation(holderId) };
    const made = await Promise.all(modes.map((mode) => objectsOf(holderId, mode, id, team)));
    return { holderId, test: made[0] as CompanyObjects, live: made[1] as CompanyObjects };
  }

  async function newMember(holderId: bigint): Promise<string> {
    const { personId: id } = await account.people.signUp(shell, {
      name: 'A colleague',
      email: `${randomUUID()}@example.com`,
      password,
      emailVerified: true,
    });
    await inTransaction(db, (tx) => insertMember(tx, holderId, id, 'finance'));
    return id;
  }

  const inviting = { publicUrl: 'http://localhost:8080', now: () => new Date() };

  async function newMemberInvitation(holderId: bigint, email = `${randomUUID()}@example.com`): Promise<string> {
    const inviter = holderId === serviceHolderId ? operator() : memberOf({ holderId, mode: 'live' });
    const wanted = { email, role: 'viewer' } as const;
    return (await inTransaction(db, (tx) => inviteMember(inviter, tx, inviting, holderId, wanted))).invitation.id;
  }

  async function objectsOf(
    holderId: bigint,
    mode: Mode,
    bankAccountId: string,
    team: Pick<CompanyObjects, 'memberId' | 'memberInvitationId'>,
  ): Promise<CompanyObjects> {
    const pair = await makeKey(db, holderId, mode);
    const api = createPartnerClient(app, pair);
    for (const name of ['clearing', 'commission']) {
      const to = accountAt({ holderId, mode, currency: 'EUR' }, name);
      await inTransaction(db, (tx) => bringIn(tx, to, 1_000_000n, server.clock.now(holderId, mode), 'bank'));
    }
    const testLink = await newTestLink(holderId);
    const shadowRef = `restaurant-${randomUUID()}`;
    const shadowOrderRef = await record(api, { is_shadow: true, shadow_merchant_ref: shadowRef, ...ofMerchant });
    const settled = await sent(api.post('/settlements'));
    const { endpoint_id: webhookId } = await sent(api.post('/webhook-endpoints', { url: 'https://shop.example/hook' }));
    const tested = await sent(api.post(`/webhook-endpoints/${webhookId}/test`));
    const refused = await api.get('/orders/unknown');
    await server.failures.settle();
    const asked = { account: 'clearing', amount: 1, currency: 'EUR' };
    return {
      holderId,
      mode,
      api,
      keys: keyHeaders(pair),
      linkId: Number(await makeLink(db, holderId, 'merchant')),
      testLinkId: testLink,
      orderRef: await record(api),
      shadowRef,
      shadowOrderRef,
      settlementId: settled.settlement_id as number,
      bankAccountId,
      paymentId: await newPayment(mode, false),
      payoutId: (await sent(api.post('/payouts', asked))).payout_id as string,
      invitationId: await newInvitation(api),
      webhookId: webhookId as string,
      webhookEventId: tested.event_id as string,
      requestId: String(refused.headers['x-request-id']),
      ...team,
    };
  }

  async function newTestLink(companyId: bigint): Promise<number> {
    const id = await makeLink(db, companyId, 'merchant');
    await serveTestOnly(db, companyId, id);
    return Number(id);
  }

  /** A top-up of a new company; in live mode it waits for the operator. */
  async function newTopUp(mode: Mode): Promise<string> {
    const book = { holderId: await makeCompany(db), mode };
    const request = { amount: 100n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
    return (await inTransaction(db, (tx) => requestTopUp(shell, tx, server.clock, book, request))).id;
  }

  async function newCreditedTopUp(mode: Mode): Promise<string> {
    const id = await newTopUp(mode);
    await inTransaction(db, (tx) => confirmTopUp(shell, tx, server.clock, id));
    return id;
  }

  return {
    account,
    app,
    db,
    pool,
    clock: server.clock,
    cookie,
    customer,
    personId,
    own: await company(),
    foreign: await company(),
    pending: await company(),
    suspended: await company(),
    merchant,
    newPayment,
    courier: await holderOf('courier'),
    service: await join(serviceHolderId, 'viewer'),
    join,
    newLink: async (companyId: bigint) => Number(await makeLink(db, companyId, 'merchant')),
    newTestLink,
    /** One in another currency than any payout of the tests. */
    async newBankAccount(holderId: bigint): Promise<string> {
      const form = bankForm({ currency: 'SEK', accountName: `Taverna ${randomUUID()}` });
      return (await inTransaction(db, (tx) => addBankAccount(shell, tx, server.clock, holderId, form))).id;
    },
    newTopUp,
    newCreditedTopUp,
    newMember,
    newMemberInvitation,
    /** The token of an invitation of the person to a new company. */
    async newJoinToken(): Promise<string> {
      const { rows: found } = await pool.query('select email from people where id = $1', [personId]);
      await newMemberInvitation(await makeCompany(db), found[0].email);
      const mail = (await account.mailsTo(found[0].email)).at(-1);
      return /\/join\/([0-9A-Za-z]+)/.exec(mail?.text ?? '')?.[1] as string;
    },
    /** After the person has left. */
    async rejoin(holderId: bigint, role: MemberRole | OperatorRole): Promise<void> {
      await inTransaction(db, (tx) => insertMember(tx, holderId, personId, role));
    },
    /** The person's role in every one of their companies, or as one of the operator's people. */
    async takeRole(holderIds: readonly bigint[], role: MemberRole | OperatorRole): Promise<void> {
      await inTransaction(db, async (tx) => {
        for (const holderId of holderIds) await setMemberRole(tx, holderId, personId, role);
      });
    },
    /** How long ago the second factor was passed. */
    passedSecondFactor: (minutesAgo: number) =>
      pool.query(`update sessions set second_factor_at = now() - make_interval(mins => $1)`, [minutesAgo]),
    close: () => account.close(),
  };
}

const ofMerchant = { splits: [{ beneficiary_type: 'merchant', amount: 12.5 }] };

/** What the request was answered, when it was a success. */
export async function sent(answer: ReturnType<PartnerClient['post']>): Promise<Record<string, unknown>> {
  const { statusCode, body } = await answer;
  if (statusCode >= 300) throw new Error(body);
  return JSON.parse(body).data;
}

/** Records an order. @returns its ref. */
export async function record(api: PartnerClient, changes: Record<string, unknown> = {}): Promise<string> {
  const body = orderBody({ partner_order_ref: `order-${randomUUID()}`, ...changes });
  await sent(api.post('/orders', body));
  return body.partner_order_ref;
}

/** Records an order whose merchant is not named yet. */
export const recordUnassigned = (api: PartnerClient): Promise<string> => record(api, ofMerchant);

/** Invites a merchant. @returns the invitation's id. */
export async function newInvitation(api: PartnerClient): Promise<string> {
  const invite = { email: `${randomUUID()}@example.com`, type: 'merchant', name: 'Taverna' };
  return (await sent(api.post('/invitations', invite))).invitation_id as string;
}
