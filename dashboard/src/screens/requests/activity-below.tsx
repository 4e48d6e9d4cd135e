/** The developers' part of a page, loaded after the rest of it; for those who may see webhooks and requests. */
import { lazy, Suspense } from 'react';
import { useMay } from '../../app/may.ts';
import { Loading } from '../../ui/loading.tsx';
import type { ActivityOf } from './activity-panel.tsx';

const ActivityPanel = lazy(async () => ({ default: (await import('./activity-panel.tsx')).ActivityPanel }));

const closedPx = 92;

export function ActivityBelow(object: ActivityOf) {
  const may = useMay();
  if (!may('webhooks.read') || !may('requests.read')) return null;
  return (
    <Suspense fallback={<Loading heights={[closedPx]} />}>
      <ActivityPanel {...object} />
    </Suspense>
  );
}
