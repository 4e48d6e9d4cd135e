/** What the screens of earnings read, as the API answers it. */
import type { Earnings } from '../../api/types.ts';

export type Company = Earnings['companies'][number];
