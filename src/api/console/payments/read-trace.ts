/** Gathers what became of one payment. Reads only. */
import type { Database } from '../../../base/database/pool.ts';
import { findPaymentTransfer } from '../../../features/bank-transfers/payment-transfers.repository.ts';
import { findCustomerOfPayment } from '../../../features/payments/customers/customers.repository.ts';
import type { Payment } from '../../../features/payments/payment.ts';
import {
  findPayoutAfter,
  findWebhookUrl,
  listAttempts,
  listDisputesOfPayment,
  listEventsOfPayment,
  listTransfersOfPayment,
} from '../../../features/payments/payment-trace.repository.ts';
import { listRefunds } from '../../../features/refunds/refunds.repository.ts';
import type { PaymentParts } from './present-payment.ts';

const eventsMax = 500;

/** @param address of the page on which a customer pays it. */
export async function readTrace(db: Database, payment: Payment, address: string): Promise<PaymentParts> {
  const [attempts, transfers, refunds, disputes, events, payout, webhookUrl, transfer, customerId] = await Promise.all([
    listAttempts(db, payment),
    listTransfersOfPayment(db, payment),
    listRefunds(db, payment),
    listDisputesOfPayment(db, payment),
    listEventsOfPayment(db, payment, eventsMax),
    findPayoutAfter(db, payment),
    findWebhookUrl(db, payment),
    findPaymentTransfer(db, payment),
    findCustomerOfPayment(db, payment),
  ]);
  return { attempts, transfers, refunds, disputes, events, payout, webhookUrl, transfer, customerId, address };
}
