/** What the screen of a payee's companies reads, as the API answers it. */
import type { Company } from '../earnings/types.ts';

/** What a company holds for the payee, by currency. */
export type Balance = Company['balances'][number];
