/** Which kinds of exception each audience has: one line for each. */
import type { Source } from './exception.ts';
import { approval, twoStepReset } from './sources/approval.repository.ts';
import { bankRefund } from './sources/bank-refund.repository.ts';
import { cashHandover } from './sources/cash-handover.repository.ts';
import { dispute, disputeDue, disputeHandOver } from './sources/dispute.repository.ts';
import { lateCapture } from './sources/late-capture.repository.ts';
import { orderBroken } from './sources/order-broken.repository.ts';
import { orderHeld } from './sources/order-held.repository.ts';
import { payoutApprove, payoutSend } from './sources/payout.repository.ts';
import { payoutFailed, payoutReturned } from './sources/payout-failed.repository.ts';
import { orderRefundFailed, refundFailed } from './sources/refund-failed.repository.ts';
import { backup, books } from './sources/service.ts';
import { settlementLate } from './sources/settlement-late.repository.ts';
import { settlementPaused } from './sources/settlement-paused.ts';
import { shortfall } from './sources/shortfall.ts';
import { statementLine, transfer } from './sources/statement-line.repository.ts';
import { takeBack, topUp } from './sources/top-up.repository.ts';
import { webhook } from './sources/webhook.repository.ts';
import { linkWriteOff, writeOff } from './sources/write-off.repository.ts';

export const sourcesOf: Readonly<Record<'company' | 'merchant' | 'service', readonly Source[]>> = {
  company: [
    orderHeld,
    orderBroken,
    shortfall,
    settlementPaused,
    settlementLate,
    cashHandover,
    linkWriteOff,
    dispute,
    webhook,
    payoutFailed,
    orderRefundFailed,
  ],
  merchant: [dispute, webhook, payoutFailed, refundFailed],
  service: [
    transfer,
    statementLine,
    topUp,
    takeBack,
    payoutApprove,
    payoutSend,
    payoutReturned,
    lateCapture,
    bankRefund,
    disputeDue,
    disputeHandOver,
    writeOff,
    approval,
    twoStepReset,
    books,
    backup,
  ],
};
