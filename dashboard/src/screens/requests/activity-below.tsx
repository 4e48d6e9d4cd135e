/** The developers' part of a page, loaded when it comes into sight; for those who may see webhooks and requests. */
import { lazy } from 'react';
import { useMay } from '../../app/may.ts';
import { WhenVisible } from '../../ui/when-visible.tsx';
import type { ActivityOf } from './activity-panel.tsx';

const ActivityPanel = lazy(async () => ({ default: (await import('./activity-panel.tsx')).ActivityPanel }));

const closedPx = 92;

export function ActivityBelow(object: ActivityOf) {
  const may = useMay();
  if (!may('webhooks.read') || !may('requests.read')) return null;
  return (
    <WhenVisible height={closedPx}>
      <ActivityPanel {...object} />
    </WhenVisible>
  );
}
