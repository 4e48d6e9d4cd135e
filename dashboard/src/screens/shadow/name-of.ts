/** How a restaurant of the shadow ledger is named. */
import type { ShadowRestaurant } from '../../api/types.ts';

/** The name to show: as it was recorded, else its reference. */
export const nameOf = ({
  names,
  shadow_merchant_ref,
}: Pick<ShadowRestaurant, 'names'> & { shadow_merchant_ref: string | null }) =>
  names[0] ?? shadow_merchant_ref ?? undefined;
