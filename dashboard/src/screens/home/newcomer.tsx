/** The first steps of a new company or shop, above the rest of its home. Their dialogs are loaded by nobody else. */
import { lazy, Suspense } from 'react';

const Checklist = lazy(async () => ({ default: (await import('../joining/checklist.tsx')).Checklist }));

export const Newcomer = () => (
  <Suspense fallback={null}>
    <Checklist />
  </Suspense>
);
