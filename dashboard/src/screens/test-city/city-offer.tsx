/** Offers a test city where there is nothing to see yet, and the slider once there is a city. */

import { MakeCity } from './make-city.tsx';
import { OpenEvening } from './open-evening.tsx';
import { useCity, useMayMakeCity } from './use-city.ts';

export function CityOffer() {
  const mayMake = useMayMakeCity();
  const { data } = useCity();
  if (!mayMake || data === undefined) return null;
  return data.is_made ? <OpenEvening /> : <MakeCity />;
}
