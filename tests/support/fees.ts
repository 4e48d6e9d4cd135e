/** Payment fees for tests, in force from now on. */
import type { Database } from '../../src/base/database/pool.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { FeeRule, FeeScope } from '../../src/features/payments/fees/fee-rule.ts';
import { insertFeeRule } from '../../src/features/payments/fees/fee-rules.repository.ts';

type MadeFee = Partial<FeeScope> & { basisPoints?: number; fixed?: bigint };

/** For every account, method and currency that is not named. */
export const makeFee = (db: Database, { basisPoints = 0, fixed = 0n, ...scope }: MadeFee): Promise<FeeRule> =>
  inTransaction(db, (tx) =>
    insertFeeRule(tx, { holderId: null, method: null, currency: null, ...scope }, { basisPoints, fixed }, null),
  );
