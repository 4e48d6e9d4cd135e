/** The offer of a test city, loaded where a screen has nothing else to show. */
import { lazy, Suspense } from 'react';

const CityOffer = lazy(async () => ({ default: (await import('./city-offer.tsx')).CityOffer }));

export const LazyCityOffer = () => (
  <Suspense>
    <CityOffer />
  </Suspense>
);
