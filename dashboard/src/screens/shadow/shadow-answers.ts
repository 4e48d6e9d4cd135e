/** What the API answers about the shadow ledger. */
import type { paths } from '../../api/api.generated.ts';

type Json<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never;

export type Balance = Json<paths['/api/v1/shadow']['get']['responses'][200]>['data'][number];
export type Restaurant = Json<paths['/api/v1/shadow/{ref}']['get']['responses'][200]>['data'];

/** The name to show: as it was recorded, else its reference. */
export const nameOf = ({
  names,
  shadow_merchant_ref,
}: Pick<Restaurant, 'names'> & { shadow_merchant_ref: string | null }) => names[0] ?? shadow_merchant_ref ?? undefined;
