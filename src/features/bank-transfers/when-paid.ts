/** What follows a payment that was just paid, whichever way: its order, and the payer's receipt. */
import { sendReceipt } from '../checkout/notices/send-receipt.ts';
import { payOrder } from '../orders/payment-link.ts';
import type { OnPaid } from '../payments/capture-payment.ts';

export const whenPaid: OnPaid = async (work, payment) => {
  await payOrder(work, payment);
  await sendReceipt(work.tx, payment);
};
