/** What the screens of a wallet read, as the API answers it. */
import type { paths } from '../../api/api.generated.ts';

type Row<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': { data: (infer One)[] } } } } };
}
  ? One
  : never;

export type Movement = Row<'/api/v1/wallet/movements'>;
export type PaymentMade = Row<'/api/v1/wallet/payments'>;
export type ReceiptData =
  paths['/api/v1/wallet/payments/{id}']['get']['responses'][200]['content']['application/json']['data'];
