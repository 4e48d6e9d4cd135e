/**
 * Operations of the people's API on objects that the world of the permissions' tests lacks: invitations that are answered,
 * top-ups by bank transfer, decisions that take two administrators, accounts that are closed and people who are deleted.
 */

import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import type { Role } from '../../src/core/access/roles.ts';
import { createUnsubscribeLinks } from '../../src/core/mail/unsubscribe-links.ts';
import { setMemberRole } from '../../src/features/holders/members.repository.ts';
import { findActiveLink, insertLink } from '../../src/features/links/links.repository.ts';
import { requestTopUp } from '../../src/features/wallets/top-up.ts';
import { password } from '../fixtures/account.ts';
import { type ConsoleWorld, record, sent as sentOf } from '../fixtures/console.ts';
import { createConsoleBrowser } from '../fixtures/console-browser.ts';
import { makeLinkOwe } from '../fixtures/money.ts';
import { shell } from '../support/actors.ts';
import { payAndChargeBack } from '../support/charge-back.ts';
import { makeCompany } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { payByCard } from '../support/pay-by-card.ts';
import { type Operation, type Seen, send } from './calls.ts';
import { playOutsideMoney } from './console-outside.ts';
import type { Sent } from './scenario.ts';

type As = { holderId?: bigint; mode?: Mode; cookie?: string };
type Answered = { [name: string]: unknown };

export async function playObjects(world: ConsoleWorld, operations: readonly Operation[], seen: Seen): Promise<void> {
  const { account, db, pool, own, merchant, service } = world;
  const show = async (id: string, sent: Sent = {}, as: As = {}): Promise<Answered & Answered[]> => {
    const operation = operations.find((one) => one.id === id) as Operation;
    const { holderId, mode = 'live', cookie = world.cookie } = as;
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'sluice-mode': mode };
    const named = holderId === undefined ? {} : { 'sluice-holder': String(holderId) };
    const answer = await send(world.app, operation, sent, { ...headers, ...named });
    if (answer.statusCode >= 300) throw new Error(`${id} was answered ${answer.statusCode}: ${answer.body}`);
    seen(operation, sent, answer);
    return String(answer.headers['content-type']).startsWith('application/json')
      ? answer.json().data
      : ({} as Answered & Answered[]);
  };
  const asOperator = { holderId: service };
  const emailOf = async (id: string): Promise<string> =>
    (await pool.query('select email from people where id = $1', [id])).rows[0].email;
  const setRole = (holderId: bigint, id: string, role: Role) =>
    inTransaction(world.db, (tx) => setMemberRole(tx, holderId, id, role));
  await world.passedSecondFactor(0);

  await answerInvitations();
  await changeViews();
  await leaveMails();
  await reverseOrder();
  await endLinks();
  await topUp();
  await readReceipt();
  await readStatements();
  await decideTogether();
  await playOutsideMoney(
    world,
    (id, sent, mode) => show(id, sent, { ...asOperator, mode }),
    (id, sent, mode) => show(id, sent, { holderId: merchant, mode }),
  );
  await settleDebts();
  await handOverCash();
  await captureBoth();
  await leave();

  async function answerInvitations(): Promise<void> {
    const token = await world.newJoinToken();
    await show('viewMemberInvitation', { body: { token } });
    const email = await emailOf(world.personId);
    for (const [type, answer] of [
      ['merchant', 'acceptInvitation'],
      ['courier', 'declineInvitation'],
    ] as const) {
      await sentOf(own.test.api.post('/invitations', { email, type, name: 'Taverna' }));
      const received = await show('listReceivedInvitations');
      const invitation = String(received.find((one) => one.type === type)?.invitation_id);
      await show('openInvitation', { body: { invitation } });
      const holder = type === 'merchant' ? { holder_id: Number(merchant) } : {};
      await show(answer, { body: { invitation, ...holder } });
    }
  }

  async function changeViews(): Promise<void> {
    const as = { holderId: own.holderId };
    const body = { screen: 'explore', name: 'Refunds by restaurant', query: 'metric=refunds&by=payee' };
    const path = { view: String((await show('consoleSaveView', { body }, as)).id) };
    await show('consoleChangeView', { path, body: { name: 'Refunds by payee' } }, as);
    await show('consoleMailView', { path, body: { every: 'week', time_zone: 'Europe/Athens' } }, as);
    await show('consoleStopMailingView', { path }, as);
    await show('consoleRemoveView', { path }, as);
  }

  async function reverseOrder(): Promise<void> {
    const { api, linkId } = own.test;
    const splits = [{ beneficiary_type: 'merchant', beneficiary_ref: linkId, amount: 5 }];
    const ref = await record(api, { payment_source: 'service', total_amount: 5, splits });
    await payAndChargeBack(account.server, { holderId: own.holderId, mode: 'test' }, ref, 500n);
    const sent = { path: { ref }, body: { refund_ref: 'dispute-1', reason: 'The dispute was lost' } };
    await show('consoleReverseOrder', sent, { holderId: own.holderId, mode: 'test' });
  }

  async function captureBoth(): Promise<void> {
    const { api, linkId } = own.test;
    const book = { holderId: own.holderId, mode: 'test' } as const;
    const splits = [{ beneficiary_type: 'merchant', beneficiary_ref: linkId, amount: 5 }];
    const ref = await record(api, { payment_source: 'service', capture: 'manual', total_amount: 5, splits });
    const { payment_url: url } = (await sentOf(api.get(`/orders/${ref}`))) as { payment_url: string };
    await payByCard(account.server.payDeps, { ...book, id: url.split('/').at(-1) as string });
    await show('consoleCaptureOrder', { path: { ref }, body: { amount: 4 } }, book);
    const id = await world.newPayment('test', false, true);
    await payByCard(account.server.payDeps, { holderId: merchant, id });
    await show('consoleCapturePayment', { path: { id }, body: { amount: 4 } }, { holderId: merchant, mode: 'test' });
  }

  async function leaveMails(): Promise<void> {
    const links = createUnsubscribeLinks('http://localhost', account.secrets);
    const address = await links.addressOf({ personId: world.personId, kind: 'payouts' });
    const token = address.slice(address.lastIndexOf('/') + 1);
    await show('viewUnsubscription', { body: { token } });
    await show('unsubscribe', { body: { token } });
  }

  async function endLinks(): Promise<void> {
    const testLink = await world.newTestLink(own.holderId);
    await show('consoleWidenBeneficiary', { path: { id: testLink } }, { holderId: own.holderId });
    const wanted = { holderId: merchant, type: 'merchant', name: 'Taverna' } as const;
    const other = await makeCompany(db);
    const link = await inTransaction(db, (tx) => insertLink(tx, other, wanted));
    await show('consoleEndCompanyLink', { path: { id: Number(link) } }, { holderId: merchant });
  }

  async function topUp(): Promise<void> {
    const book = { holderId: own.holderId, mode: 'live' } as const;
    const request = { amount: 10_000n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
    const { id } = await inTransaction(db, (tx) => requestTopUp(shell, tx, account.server.clock, book, request));
    await show('consoleGetTopUp', { path: { id } }, book);
    await show('consoleCancelTopUp', { path: { id } }, book);
    const refused = { path: { id: await world.newTopUp('live') }, body: { reason: 'Sent by mistake' } };
    await show('operatorRefuseTopUp', refused, asOperator);
    const back = { path: { id: await world.newTopUp('test') }, body: { reason: 'The bank recalled the transfer' } };
    await show('operatorReverseTopUp', back, { ...asOperator, mode: 'test' });
    const details = { account_holder: 'Sluice', other: 'Kontonummer 1234.56.78903' };
    await show('operatorSetBankDetails', { path: { currency: 'NOK' }, body: details }, asOperator);
    await show('operatorRemoveBankDetails', { path: { currency: 'NOK' } }, asOperator);
    const text = { language: 'de', area: 'checkout', key: 'endings.paid.text' };
    await show('operatorSetText', { path: text, body: { text: 'Vielen Dank für Ihren Einkauf.' } }, asOperator);
    await show('operatorResetText', { path: text }, asOperator);
  }

  async function readReceipt(): Promise<void> {
    await world.newPayment('test', true);
    const wallet = { holderId: world.customer, mode: 'test' } as const;
    const payments = await show('consoleListWalletPayments', {}, wallet);
    await show('consoleGetWalletReceipt', { path: { id: String(payments[0]?.movement_id) } }, wallet);
  }

  async function readStatements(): Promise<void> {
    const links = await show('consoleListCompanyLinks', {}, { holderId: merchant, mode: 'test' });
    const query = { beneficiary_ref: String(links[0]?.id) };
    const sent = { path: { month: new Date().toISOString().slice(0, 7) }, query };
    for (const format of ['', 'Csv', 'Page']) {
      await show(`consoleGetEarningsStatement${format}`, sent, { holderId: merchant, mode: 'test' });
    }
  }

  /** An administrator with a fresh second factor. @returns the cookie of their session. */
  async function newAdministrator(): Promise<{ id: string; cookie: string }> {
    const id = await world.newMember(service);
    await setRole(service, id, 'administrator');
    const browser = createConsoleBrowser(world.app, '198.51.100.20');
    await browser.signIn(await emailOf(id));
    await pool.query('update people set second_factor = true where id = $1', [id]);
    await world.passedSecondFactor(0);
    return { id, cookie: browser.cookie() };
  }

  async function decideTogether(): Promise<void> {
    const [second, third] = [await newAdministrator(), await newAdministrator()];
    const asSecond = { ...asOperator, cookie: second.cookie };
    await show('operatorSwitchFourEyesOn', {}, asOperator);
    await show('operatorRequestFourEyesOff', {}, asOperator);
    await show('operatorKeepFourEyesOn', {}, asSecond);
    await show('operatorRequestFourEyesOff', {}, asOperator);
    await show('operatorSwitchFourEyesOff', {}, asSecond);
    const body = { email: await emailOf(third.id), reason: 'Lost phone' };
    await show('operatorRequestSecondFactorReset', { body }, asOperator);
    await show('operatorAgreeToSecondFactorReset', { path: { person_id: third.id } }, asSecond);
    await show('operatorCancelSecondFactorReset', { path: { person_id: third.id } }, asSecond);
    await show('operatorLeaveTeam', {}, asSecond);
    const inTest = { ...asOperator, mode: 'test' } as const;
    const lines = await show('operatorListStatementLines', { query: { source: 'bank' } }, inTest);
    const line = { path: { id: Number(lines[0]?.line_id) }, body: { note: 'Asked the bank' } };
    await show('operatorNoteLine', line, inTest);
  }

  /** The merchant owes the service by now, for a payment that was charged back. */
  async function settleDebts(): Promise<void> {
    const { cookie } = await newAdministrator();
    const [inTest, asShop] = [{ ...asOperator, mode: 'test' } as const, { holderId: merchant, mode: 'test' } as const];
    const body = (amount: number, reason: string) => ({ amount, currency: 'EUR', reason });
    const shop = { path: { id: Number(merchant) } };
    const limited = { path: { currency: 'EUR' }, body: { amount: 5, reason: 'Agreed by the board' } };
    await show('consoleListDebts', {}, asShop);
    await show('consoleStartRepayment', { body: { amount: 4, currency: 'EUR' } }, asShop);
    await show('operatorRecordDebtRepaid', { ...shop, body: body(8, 'Paid to our other account') }, inTest);
    await show('operatorSetWriteOffLimit', limited, asOperator);
    for (const decision of ['Approve', 'Decline']) {
      const asked = await show('operatorWriteOffDebt', { ...shop, body: body(10, 'Out of business') }, inTest);
      const one = { path: { id: String(asked.debt_settlement_id) } };
      await show(`operator${decision}WriteOff`, one, { ...inTest, cookie });
    }
    await show('operatorListDebtSettlements', {}, inTest);
    await show('operatorListWriteOffLimits', {}, asOperator);

    const { holderId } = own;
    const [asCompany, asLiveCompany] = [{ holderId, mode: 'test' } as const, { holderId }];
    const link = Number(own.test.linkId);
    const earnings = accountAt({ holderId, mode: 'test', currency: 'EUR' }, `earnings:${link}`);
    await inTransaction(db, (tx) => makeLinkOwe(tx, earnings, 4_000n, world.clock.now(holderId, 'test')));
    await setRole(holderId, own.test.memberId, 'finance');
    await show('consoleSetWriteOffLimit', limited, asLiveCompany);
    await show('consoleListWriteOffLimits', {}, asLiveCompany);
    const repaid = { beneficiary_ref: link, ...body(8, 'In cash') };
    await show('consoleRecordDebtRepaid', { body: repaid }, asCompany);
    const writeOff = { beneficiary_ref: link, ...body(10, 'No longer delivers') };
    await show('consoleWriteOffDebt', { body: { ...writeOff, amount: 11 } }, asCompany);
    const [own11] = await show('consoleListWriteOffDecisions', {}, asCompany);
    await show('consoleDeclineWriteOff', { path: { id: String(own11?.debt_settlement_id) } }, asCompany);
    // By its keys: whoever set the limit may approve it.
    const { debt_settlement_id: id } = await sentOf(own.test.api.post('/debts/write-offs', writeOff));
    await show('consoleApproveWriteOff', { path: { id: String(id) } }, asCompany);
    await show('consoleListDebtSettlements', {}, asCompany);
  }

  /** The shop delivers itself, and holds the company's cash. */
  async function handOverCash(): Promise<void> {
    const { api } = own.test;
    const linked = await findActiveLink(db, own.holderId, { holderId: merchant, type: 'merchant' });
    const linkId = Number(linked?.id);
    const [asCompany, asShop] = [
      { holderId: own.holderId, mode: 'test' } as const,
      { holderId: merchant, mode: 'test' } as const,
    ];
    await show(
      'consoleUpdateCashSettings',
      { body: { is_tracked: true, limits: { EUR: 200 }, days_max: 7 } },
      asCompany,
    );
    const splits = [
      { beneficiary_type: 'merchant', beneficiary_ref: linkId, amount: 5, collects_cash: true },
      { beneficiary_type: 'partner', amount: 20 },
    ];
    await record(api, { payment_source: 'cod', total_amount: 25, splits });
    await sentOf(api.post('/wallets/topups', { amount: 500, currency: 'EUR' }));
    await sentOf(api.post('/settlements', {}));
    await show('consoleListHeldCash', {}, asCompany);
    await show('consoleListOwnHeldCash', {}, asShop);
    const cash = { beneficiary_ref: linkId, currency: 'EUR', amount: 2 };
    const byCompany = { body: { ...cash, kind: 'handed_over', note: 'At the office' } };
    const ids = { company: [] as string[], shop: [] as string[] };
    for (let n = 0; n < 3; n += 1) {
      ids.company.push(String((await show('consoleRecordCashHandover', byCompany, asCompany)).handover_id));
      ids.shop.push(String((await show('consoleHandOverCash', { body: cash }, asShop)).handover_id));
    }
    for (const [n, decision] of ['Confirm', 'Decline'].entries()) {
      await show(`console${decision}CashHandover`, { path: { id: ids.shop[n] as string } }, asCompany);
      await show(`console${decision}OwnCashHandover`, { path: { id: ids.company[n] as string } }, asShop);
    }
    await show('consoleWithdrawCashHandover', { path: { id: ids.company[2] as string } }, asCompany);
    await show('consoleWithdrawOwnCashHandover', { path: { id: ids.shop[2] as string } }, asShop);
    await show('consoleTransferCash', { body: cash }, asCompany);
    await show('consoleTransferOwnCash', { body: cash }, asShop);
    await show('consoleListCashHandovers', {}, asCompany);
    await show('consoleListOwnCashHandovers', {}, asShop);
  }

  async function leave(): Promise<void> {
    await setRole(own.holderId, own.test.memberId, 'owner');
    await show('consoleLeaveTeam', {}, { holderId: own.holderId });
    const closing = await makeCompany(db, { name: 'Taverna' });
    await world.join(closing, 'owner');
    await show('consoleCloseAccount', { body: { name: 'Taverna', password } }, { holderId: closing });
    const email = await emailOf(await world.newMember(await makeCompany(db)));
    await show('operatorPlanErasure', { body: { email } }, asOperator);
    await show('operatorErasePerson', { body: { email, reason: 'Letter of 3 March' } }, asOperator);
  }
}
