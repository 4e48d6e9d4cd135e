/** Customers for their shop. Pure. Amounts become decimals only here. */
import type {
  Customer,
  listCardsOfCustomer,
  listRefundsOfCustomer,
  sumOfCustomer,
  sumOfCustomers,
} from '../../../features/payments/customers/customers.repository.ts';
import { decimalsOf } from '../payments/present-payment.ts';
import type { PresentedCustomer, PresentedListedCustomer } from './customer-schemas.ts';

type PaidSums = NonNullable<ReturnType<Awaited<ReturnType<typeof sumOfCustomers>>['get']>>;

export const presentListedCustomer = (customer: Customer, paid: PaidSums = []): PresentedListedCustomer => ({
  ...whoIs(customer),
  paid: paid.map(({ currency, paid }) => ({ currency, amount: decimalsOf(currency)(BigInt(paid)) })),
});

const whoIs = (customer: Customer): Omit<PresentedListedCustomer, 'paid'> => ({
  customer_id: Number(customer.id),
  name: customer.name,
  email: customer.email,
  has_account: customer.hasAccount,
  payments: Number(customer.payments),
  first_paid_at: customer.firstPaidAt.toISOString(),
  last_paid_at: customer.lastPaidAt.toISOString(),
});

type Parts = {
  sums: Awaited<ReturnType<typeof sumOfCustomer>>;
  cards: Awaited<ReturnType<typeof listCardsOfCustomer>>;
  refunds: Awaited<ReturnType<typeof listRefundsOfCustomer>>;
};

export const presentCustomer = (customer: Customer, { sums, cards, refunds }: Parts): PresentedCustomer => ({
  ...whoIs(customer),
  totals: sums.map(({ currency, payments, paid, refunded, chargedBack }) => {
    const amountOf = decimalsOf(currency);
    return {
      currency,
      payments: Number(payments),
      paid: amountOf(BigInt(paid)),
      refunded: amountOf(BigInt(refunded)),
      charged_back: amountOf(BigInt(chargedBack)),
    };
  }),
  cards: cards.map(({ lastFour, brand, payments, lastUsedAt }) => ({
    last_four: lastFour,
    brand,
    payments: Number(payments),
    last_used_at: lastUsedAt.toISOString(),
  })),
  refunds: refunds.map((refund) => ({
    refund_id: refund.id,
    payment_id: refund.paymentId,
    refund_ref: refund.refundRef,
    status: refund.status,
    amount: decimalsOf(refund.currency)(refund.amount),
    currency: refund.currency,
    created_at: refund.createdAt.toISOString(),
  })),
});
