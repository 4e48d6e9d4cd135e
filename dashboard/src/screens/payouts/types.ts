/** What the screens of payouts read, as the API answers it. */
import type { PayoutOptions } from '../../api/types.ts';

export type Source = PayoutOptions['sources'][number];
export type Destination = PayoutOptions['destinations'][number];
