/** A sound database with one of everything that transfers are posted for. */
import { sql } from 'kysely';
import { newPublicId } from '../../src/base/database/public-id.ts';
import { saveFourEyes } from '../../src/core/access/four-eyes.repository.ts';
import { hashOfToken, newToken } from '../../src/core/access/link-token.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { chooseTransfer } from '../../src/features/bank-transfers/choose-transfer.ts';
import { setTransferOffer } from '../../src/features/bank-transfers/set-transfer-offer.ts';
import { changeCashSettings } from '../../src/features/cash/change-cash-settings.ts';
import { decideHandover, recordHandover } from '../../src/features/cash/hand-over.ts';
import type { HandoverKind } from '../../src/features/cash/handover.ts';
import { startCashTransfer } from '../../src/features/cash/transfer-cash.ts';
import { saveLimit } from '../../src/features/debts/debt-settlements.repository.ts';
import { acceptInvitation } from '../../src/features/links/answer-invitation.ts';
import { insertInvitation } from '../../src/features/links/invitations.repository.ts';
import { findLink } from '../../src/features/links/links.repository.ts';
import { holdOrder } from '../../src/features/orders/hold-order.ts';
import { cancelPayment } from '../../src/features/payments/capture-payment.ts';
import { returnPayout } from '../../src/features/payouts/change-payout.ts';
import { changePayoutSchedule } from '../../src/features/payouts/change-payout-schedule.ts';
import { drawFees } from '../../src/features/payouts/collect-fees.ts';
import { setRule } from '../../src/features/payouts/payouts.repository.ts';
import { postAcquirerPayout } from '../../src/features/reconciliation/acquirer-payout.ts';
import { addRule } from '../../src/features/reconciliation/booking-rules.ts';
import { closeMonth, reopenMonth } from '../../src/features/reconciliation/close-month.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { matchByHand } from '../../src/features/reconciliation/match-by-hand.ts';
import { returnLine } from '../../src/features/reconciliation/return-line.ts';
import { saveSettings } from '../../src/features/settlements/schedules.repository.ts';
import { saveBankDetails } from '../../src/features/wallets/bank-details.repository.ts';
import { reverseTopUp } from '../../src/features/wallets/reverse-top-up.ts';
import { confirmTopUp, requestTopUp } from '../../src/features/wallets/top-up.ts';
import { transferCommission } from '../../src/features/wallets/transfer-commission.ts';
import { collecting, courier, merchant, partner } from '../fixtures/order-values.ts';
import { createPostingWorld, type PostingWorld } from '../fixtures/posting.ts';
import { csvOf, readNamed, statementOf } from '../fixtures/reconciliation.ts';
import { item } from '../fixtures/shadow.ts';
import { keyOf, memberOf, operator, shell, shopKey, payer as visitor } from '../support/actors.ts';
import { makeFee } from '../support/fees.ts';
import { makeKey } from '../support/holders.ts';

export async function createOneOfEverything(): Promise<PostingWorld> {
  const world = await createPostingWorld();
  await payAtTheShop(world);
  await settleAndRefund(world);
  await takeTopUpsBack(world);
  await followShadowOrders(world);
  await doTheServicesPart(world);
  await followTheBank(world);
  await invite(world);
  await decideWhereMoneyGoes(world);
  await reverse(world);
  await followCash(world);
  await payByTransfer(world);
  return world;
}

/** Payments, refunds, disputes and a late capture; what the shop was advanced is recovered, repaid and written off in part. */
async function payAtTheShop(world: PostingWorld): Promise<void> {
  const { shop } = world;
  const paid = await world.paidBy('card', 1_000n);
  await world.refundPayment(paid, 400n);
  await world.customerTopsUp('9.00');
  const fromWallet = await world.paidFromWallet(300n);
  await world.refundPayment(fromWallet, 30n);
  const disputed = await world.paidBy('onlinewallet', 2_000n);
  await world.payOut(shop, 'wallet', 2_300n);
  await world.chargeBack(disputed, 2_000n, { charged: 15n, returned: 0n, currency: 'EUR' });
  await world.settleDebt('repaid', 11n);
  await world.settleDebt('written_off', 13n);
  const won = await world.paidBy('card', 500n);
  await world.winDispute(await world.chargeBack(won, 500n));

  await world.askCapture(await world.authorized(80n), 50n);
  const captured = await world.authorized(90n);
  await world.askCapture(captured, 40n);
  await world.capture(captured, 40n);
  const cancelled = await world.payment(60n);
  await world.run((tx) => cancelPayment(shopKey(shop), tx, world.deps, cancelled));
  const open = await world.payment(70n);
  const late = await world.attempt(open);
  await world.decline(late);
  const inTime = await world.attempt(open);
  await world.capture(inTime, 70n);
  await world.capture(late, 70n);
}

/** Orders: one refunded after its merchant drew the money, one that then paid the debt, two paid at the checkout. */
async function settleAndRefund(world: PostingWorld): Promise<void> {
  const { company, taverna } = world;
  await world.topUp(company, 9_000n);
  await world.order('drawn');
  await world.settle(company);
  await world.payOut(company, `earnings:${taverna}`, 600n);
  await world.refund(company, 'drawn', { amount: 1_000n });
  await world.settleLinkDebt(world.taverna, 'repaid', 17n);
  await world.settleLinkDebt(world.taverna, 'written_off', 19n);
  await world.order('recovered');
  await world.settle(company);
  await world.payByCard(await world.order('paid', { paymentSource: 'service' }));
  await world.refund(company, 'paid', { amount: 100n });
  await world.drain();
  // Its partner bears 20 of a fee of 30.
  await makeFee(world.db, { holderId: company.holderId, currency: 'EUR', basisPoints: 200, fixed: 10n });
  const splits = [merchant(taverna, 980n), partner(20n)];
  await world.payByCard(await world.order('charged', { paymentSource: 'service', splits }));
  await world.capturedOrder(await world.order('captured', { paymentSource: 'service', capture: 'manual' }), 700n);
  await world.order('cancelled');
  await world.settle(company);
  await world.refund(company, 'charged', { amount: 500n });
  await world.drain();
  await world.cancel(company, 'cancelled');
  await world.order('waiting');
  await world.order('held');
  await world.run((tx) => holdOrder(keyOf(company), tx, world, company, 'held', undefined));
}

/** An order paid at the checkout that has settled, was charged back in part, and reversed in a smaller part. */
async function reverse(world: PostingWorld): Promise<void> {
  const order = await world.order('charged back', { paymentSource: 'service' });
  await world.payByCard(order);
  await world.settle(world.company);
  await world.chargeBack(await world.attemptOf(order), 640n);
  await world.reverse(world.company, 'charged back', { amount: 320n });
}

/** At the checkout by bank transfer: one that came, and one of which a part has come. */
async function payByTransfer(world: PostingWorld): Promise<void> {
  const { clock } = world;
  await world.run((tx) => setTransferOffer(shell, tx, { holderId: null, isOffered: true, daysToPay: 7 }));
  for (const amounts of [[900n], [100n]]) {
    const key = await world.payment(900n);
    const payer = { email: 'ada@example.com', language: 'en', browser: null };
    const { reference } = await world.run((tx) => chooseTransfer(visitor, tx, { clock }, key, payer));
    const lines = amounts.map((amount) => ({ amount, text: reference }));
    await importStatement(
      operator('administrator', 'test'),
      { db: world.db, clock },
      { source: 'bank', mode: 'test' },
      statementOf(lines),
    );
  }
}

/** The courier collects 1,000, keeps 200 of it, and hands over, gives back and comes to owe parts of the rest. */
async function followCash(world: PostingWorld): Promise<void> {
  const { company, clock, rider, run, taverna } = world;
  const settings = { isTracked: true, limits: { EUR: 100_000 }, daysMax: 7, refuses: false };
  await run((tx) => changeCashSettings(keyOf(company), tx, company, settings));
  await world.topUp(company, 1_000n);
  const splits = [merchant(taverna, 700n), collecting(courier(rider, 200n)), partner(100n)];
  await world.order('in cash', { splits });
  await world.settle(company);
  const holding = { ...company, currency: 'EUR', linkId: rider };
  const by = { side: 'company', book: company } as const;
  const say = (kind: HandoverKind, amount: bigint) =>
    run((tx) => recordHandover(keyOf(company), tx, clock, by, holding, { kind, amount, note: null }));
  await say('returned', 23n);
  await say('owed', 29n);
  await say('handed_over', 31n);
  const { id } = await say('handed_over', 37n);
  const link = await findLink(world.db, company.holderId, rider);
  const own = { holderId: link?.holderId as bigint, mode: company.mode };
  const courierSide = { side: 'link', book: own } as const;
  await run((tx) => decideHandover(memberOf(own, { holderKind: 'courier' }), tx, clock, courierSide, id, 'confirm'));
  // 711 are held; of the 89 above them 71 are asked for when 203 are taken back.
  const { topUp } = await run((tx) => startCashTransfer(keyOf(company), tx, clock, by, holding, 800n));
  await world.ask(company, `earnings:${rider}`, 71n);
  const recalled = { amount: 203n, reason: 'Recalled' };
  await run((tx) => reverseTopUp(operator('administrator', 'test'), tx, clock, topUp?.id as string, recalled));
  const live = { side: 'company', book: { ...company, mode: 'live' } } as const;
  await run((tx) => startCashTransfer(keyOf(live.book), tx, clock, live, { ...holding, mode: 'live' }, undefined));
}

/** One that the wallet still had, and one that it had spent in part. */
async function takeTopUpsBack(world: PostingWorld): Promise<void> {
  const { customer, run, clock } = world;
  const request = { currency: 'EUR', accountKind: 'wallet', source: 'bank' } as const;
  for (const [amount, spent] of [
    [110n, 0n],
    [12_000n, 11_500n],
  ] as const) {
    const { id } = await run((tx) => requestTopUp(shell, tx, clock, customer, { ...request, amount }));
    if (spent > 0n) await world.payOut(customer, 'wallet', spent);
    await run((tx) => reverseTopUp(shell, tx, clock, id, { amount: undefined, reason: 'Recalled' }));
  }
}

async function followShadowOrders(world: PostingWorld): Promise<void> {
  const { company } = world;
  await world.shadowOrder('claimed', { shadowMerchantRef: null });
  await world.shadowOrder('open');
  await world.settle(company);
  await world.name(company, { shadowMerchantRef: 'taverna', orderRefs: ['claimed'] });
  await world.payOutside(company, 'outside', [item('claimed', 1)]);
  await world.claim(company, { claimRef: 'c', linkId: world.taverna, orderRefs: ['claimed'] });
}

/** Payouts with a fee, commission moved to clearing, fees collected and drawn, and a payout of the acquirer. */
async function doTheServicesPart(world: PostingWorld): Promise<void> {
  const { company, clock, db, run } = world;
  await run((tx) => setRule(tx, 'EUR', { minimum: 50n, fee: 5n, dailyLimit: null }));
  const failed = await world.payOut(company, 'clearing', 200n);
  await run((tx) => returnPayout(shell, tx, clock, failed.id, { to: 'failed', reason: 'No such account' }));
  await world.payOut(company, 'clearing', 300n);
  await world.ask(company, 'clearing', 80n);
  await run((tx) => transferCommission(keyOf(company), tx, clock, company, { amount: 20n, currency: 'EUR' }));
  await world.collectFees();
  const draw = { mode: 'test', currency: 'EUR', amount: 30n, reference: 'march' } as const;
  await run((tx) => drawFees(shell, tx, clock, draw));
  const payout = {
    mode: 'test',
    source: 'card',
    currency: 'EUR',
    amount: 900n,
    fee: 9n,
    reference: 'settled',
  } as const;
  await postAcquirerPayout(shell, { db, clock }, payout);
}

/** Live top-ups: one that a statement shows, and one that was confirmed by hand. */
async function followTheBank({ company, clock, db, run }: PostingWorld): Promise<void> {
  const live = { holderId: company.holderId, mode: 'live' } as const;
  const asked = { amount: 880n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
  const { id } = await run((tx) => requestTopUp(keyOf(live), tx, clock, live, { ...asked, amount: 70n }));
  await run((tx) => confirmTopUp(shell, tx, clock, id));
  const { reference } = await run((tx) => requestTopUp(keyOf(live), tx, clock, live, asked));
  const text = csvOf([
    ['8.80', `SEPA ${reference}`],
    ['5.00', 'unknown'],
    ['6.00', 'for others'],
    ['-3.00', 'Account fee of March'],
  ]);
  const read = await readNamed(text);
  const file = { ...read, account: '', fileName: 'statement.csv' };
  const deps = { db, clock };
  const fee = { source: 'bank', text: 'Account fee', currency: 'EUR', direction: 'out', kind: 'bank_charge' } as const;
  await addRule(shell, deps, 'live', { ...fee, amountMax: 300n, account: null });
  const { shown } = await importStatement(shell, deps, { source: 'bank', mode: 'live' }, file);
  const wallets = { source: 'onlinewallet', mode: 'live' } as const;
  await closeMonth(shell, deps, wallets, '2001-02');
  await reopenMonth(shell, deps, wallets, '2001-02', 'A line is missing');
  const unknown = shown.find(({ amount }) => amount === 500n);
  const difference = { kind: 'set_aside', reason: 'Nobody knows whose it is' } as const;
  await matchByHand(shell, deps, unknown?.id as bigint, { transfers: [], difference });
  const forOthers = shown.find(({ amount }) => amount === 600n);
  await run((tx) => returnLine(shell, tx, clock, forOthers?.id as bigint, { reason: 'Not for us', to: null }));
}

/** A person accepts an invitation. */
async function invite({ company, clock, db, run }: PostingWorld): Promise<void> {
  const at = clock.now(company.holderId, 'test');
  const id = newPublicId('inv', company.holderId);
  await run(async (tx) => {
    await sql`insert into people (id, name, email, email_verified) values ('joiner', 'Joiner', 'joiner@example.org', true)`.execute(
      tx,
    );
    await insertInvitation(tx, {
      companyId: company.holderId,
      id,
      email: 'joiner@example.org',
      type: 'merchant',
      name: 'Joined',
      servesLive: true,
      language: 'el',
      createdAt: at,
      expiresAt: new Date(at.getTime() + 86_400_000),
      tokenHash: hashOfToken(newToken()),
    });
  });
  const deps = { db, clock, now: () => at, publicUrl: 'http://localhost:8080' };
  const joiner = memberOf(company, { personId: 'joiner' });
  await acceptInvitation(joiner, deps, id, { holderId: undefined, name: 'Joined' });
}

/** Settings that decide where money goes, and who may move it. */
async function decideWhereMoneyGoes({ company, clock, db, run }: PostingWorld): Promise<void> {
  await makeKey(db, company.holderId);
  await run((tx) => saveFourEyes(tx, { isOn: true, offRequestedBy: null, offRequestedAt: null }));
  const details = {
    currency: 'EUR',
    accountHolder: 'Sluice',
    iban: 'DE89370400440532013000',
    bic: null,
    bankName: null,
    ...{ accountNumber: '12345678', bankCode: '37040044', town: 'Berlin', country: 'DE' },
  };
  await run((tx) => saveBankDetails(tx, { ...details, other: null, changedAt: clock.now(0n, 'live') }));
  const limit = { currency: 'EUR', amount: 10_000n, setBy: 'joiner', setAt: clock.now(0n, 'live') };
  await run((tx) => saveLimit(tx, company.holderId, limit));
  await run((tx) => saveSettings(tx, company, { schedule: { every: 'week', days: [1], time: '06:00' } }));
  const drawn = { ownerHolderId: company.holderId, book: company, account: ledgerAccount.commission, currency: 'EUR' };
  const terms = { every: 'week', day: 5, minimum: 50n, keep: 10n } as const;
  const defaults = { timeZone: undefined, bankAccountId: undefined };
  await run((tx) => changePayoutSchedule(memberOf(company), tx, clock, drawn, { ...terms, ...defaults }));
}
