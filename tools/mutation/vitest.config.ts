/** The tests of rules alone: they need no database, so a mutant is judged in milliseconds. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/access/*.test.ts',
      'src/ledger/spendable.test.ts',
      'src/money/*.test.ts',
      'src/orders/{order-state,plan-order}.test.ts',
      'src/payments/{payment,plan-payment,postings,return-address}.test.ts',
      'src/payouts/{payout,bank-account}.test.ts',
      'src/reconciliation/{match-lines,statement-line,read-statement}.test.ts',
      'src/refunds/plan-*.test.ts',
      'src/settlements/{plan-settlement,schedule}.test.ts',
      'src/shadow/shadow-order.test.ts',
    ],
    testTimeout: 60_000,
  },
});
