/** What the screens of payouts read, as the API answers it. */
import type { paths } from '../../api/api.generated.ts';

type Read<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': { data: infer Data } } } } };
}
  ? Data
  : never;

export type Options = Read<'/api/v1/payout-options'>;
export type Source = Options['sources'][number];
export type Destination = Options['destinations'][number];
export type Payout = Read<'/api/v1/payouts'>[number];
export type BankAccount = Read<'/api/v1/bank-accounts'>[number];
