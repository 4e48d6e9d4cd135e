/** The payer in events: a merchant sees what its own interface shows, a company sees nothing. */
import { expect, it } from 'vitest';
import { paymentOf } from '../../../tests/fixtures/payments.ts';
import { presentPayment, presentPaymentEvent } from './present-payment.ts';

const at = new Date('2031-03-01T12:00:00Z');
const facts = {
  status: 'succeeded',
  trxId: 'trx_1',
  payerName: 'Ada',
  payerEmail: 'ada@payer.example',
  paidAt: at,
} as const;

it("a merchant's payment carries its payer, as the status shows it", () => {
  const payment = paymentOf(facts);
  expect(presentPaymentEvent(payment)).toEqual(presentPayment(payment));
  expect(presentPaymentEvent(payment).payer).toEqual({ username: 'Ada', email: 'ada@payer.example' });
});

it("an order's payment carries none, and is the same otherwise", () => {
  const payment = paymentOf({ ...facts, orderId: 42n });
  expect(presentPaymentEvent(payment)).toEqual({ ...presentPayment(payment), payer: null });
});
