/** The tests of rules alone: they need no database, so a mutant is judged in milliseconds. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/core/access/*.test.ts',
      'src/core/ledger/spendable.test.ts',
      'src/base/money/*.test.ts',
      'src/features/orders/{order-state,plan-order}.test.ts',
      'src/features/payments/{payment,plan-payment,postings,return-address}.test.ts',
      'src/features/payouts/{payout,bank-account}.test.ts',
      'src/features/bank-files/csv/*.test.ts',
      'src/features/reconciliation/{match-lines,read-bank-file}.test.ts',
      'src/features/refunds/plan-*.test.ts',
      'src/features/settlements/{plan-settlement,schedule}.test.ts',
      'src/features/shadow/shadow-order.test.ts',
    ],
    testTimeout: 60_000,
  },
});
