/** Every kind of step, and how often it is taken. */
import * as captures from './captures.ts';
import * as cash from './cash.ts';
import * as debts from './debts.ts';
import * as disputes from './disputes.ts';
import * as evidence from './evidence.ts';
import * as orders from './orders.ts';
import * as payouts from './payouts.ts';
import * as preferences from './preferences.ts';
import * as refunds from './refunds.ts';
import * as results from './results.ts';
import * as shadow from './shadow.ts';
import * as shop from './shop.ts';
import * as topUps from './top-ups.ts';
import * as transfers from './transfers.ts';

export type Kind = { name: string; weight: number; step: orders.Step };

export const kinds: readonly Kind[] = [
  { weight: 16, name: 'record', step: orders.record },
  { weight: 2, name: 'confirm', step: orders.confirm },
  { weight: 2, name: 'cancel', step: orders.cancel },
  { weight: 2, name: 'hold', step: orders.hold },
  { weight: 2, name: 'release', step: orders.release },
  { weight: 1, name: 'assign', step: orders.assign },
  { weight: 3, name: 'top up', step: topUps.topUp },
  { weight: 4, name: 'settle', step: orders.settle },
  { weight: 4, name: 'follow arrived money', step: orders.arrive },
  { weight: 1, name: 'transfer commission', step: orders.transfer },
  { weight: 9, name: 'refund', step: refunds.refund },
  { weight: 5, name: 'answer a refund', step: refunds.answer },
  { weight: 2, name: 'fail a refund late', step: refunds.failLate },
  { weight: 2, name: 'dispute', step: disputes.dispute },
  { weight: 1, name: 'dispute at the first provider', step: disputes.disputeAt('first') },
  { weight: 1, name: 'dispute at the second provider', step: disputes.disputeAt('second') },
  { weight: 4, name: 'follow a dispute', step: disputes.followDispute },
  { weight: 3, name: 'submit evidence', step: evidence.submitEvidence },
  { weight: 1, name: 'send evidence again', step: evidence.sendAgain },
  { weight: 1, name: 'refuse evidence', step: evidence.refuseEvidence },
  { weight: 1, name: 'hand evidence over', step: evidence.handOver },
  { weight: 1, name: 'submit evidence too late', step: evidence.submitLate },
  { weight: 3, name: 'reverse a charged-back order', step: refunds.reverse },
  { weight: 2, name: 'pay outside', step: shadow.payOutside },
  { weight: 2, name: 'claim', step: shadow.claim },
  { weight: 7, name: 'ask for a payout', step: payouts.askPayout },
  { weight: 5, name: 'change a payout', step: payouts.changePayout },
  { weight: 1, name: 'collect fees', step: payouts.collect },
  { weight: 1, name: 'top up a wallet', step: topUps.topUpWallet },
  { weight: 2, name: 'pay the shop', step: shop.payShopByProvider },
  { weight: 3, name: 'pay again', step: results.payAgain },
  { weight: 5, name: 'tell a result', step: results.tell },
  { weight: 2, name: 'take twice', step: results.takeTwice },
  { weight: 2, name: 'ask for results', step: results.sweep },
  { weight: 2, name: 'return a late capture', step: results.returnLate },
  { weight: 2, name: 'authorize at the shop', step: captures.authorizeShop },
  { weight: 2, name: 'authorize an order', step: captures.authorizeOrder },
  { weight: 1, name: 'capture for the shop', step: captures.captureShop },
  { weight: 2, name: 'capture a part for the shop', step: captures.captureShopPart },
  { weight: 2, name: 'capture an order', step: captures.captureOrder },
  { weight: 2, name: 'capture a part of an order', step: captures.captureOrderPart },
  { weight: 2, name: 'capture given shares of an order', step: captures.captureOrderShares },
  { weight: 2, name: 'capture again', step: captures.captureAgain },
  { weight: 2, name: 'answer a capture', step: captures.answerCapture },
  { weight: 2, name: 'void an authorization', step: captures.voidHeld },
  { weight: 1, name: 'let an authorization expire', step: captures.expireHeld },
  { weight: 2, name: 'release held money', step: captures.letGo },
  { weight: 2, name: 'refund what was captured', step: captures.refundCaptured },
  { weight: 2, name: 'dispute what was captured', step: captures.disputeCaptured },
  { weight: 2, name: 'set the order of providers', step: preferences.setPreference },
  { weight: 1, name: 'pay the shop from a wallet', step: shop.payShopFromWallet },
  { weight: 1, name: 'choose bank transfer', step: transfers.chooseByBank },
  { weight: 1, name: 'receive a bank transfer', step: transfers.arriveExactly },
  { weight: 1, name: 'receive a part by bank', step: transfers.arriveShort },
  { weight: 1, name: 'receive the rest by bank', step: transfers.arriveTheRest },
  { weight: 1, name: 'receive too much by bank', step: transfers.arriveOver },
  { weight: 1, name: 'receive a bank transfer late', step: transfers.arriveLate },
  { weight: 2, name: 'refund by the shop', step: shop.refundShop },
  { weight: 2, name: 'answer a refund of the shop', step: shop.answerShop },
  { weight: 2, name: 'repay a company outside', step: debts.repayOutside },
  { weight: 2, name: 'write off a link', step: debts.writeOffLink },
  { weight: 1, name: 'repay the service another way', step: debts.repayService },
  { weight: 1, name: 'write off a debt to the service', step: debts.writeOffService },
  { weight: 1, name: 'repay the service by bank', step: debts.repayByBank },
  { weight: 1, name: 'give cash back', step: cash.giveBack },
  { weight: 1, name: 'owe cash', step: cash.oweCash },
  { weight: 3, name: 'hand cash over', step: cash.handCashOver },
  { weight: 2, name: 'transfer cash', step: cash.transferCash },
  { weight: 2, name: 'take a top-up back', step: topUps.takeBack },
];
