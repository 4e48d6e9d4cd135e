/** The developers' part of a page, loaded when it is opened; for those who may see webhooks and requests. */
import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/loading.tsx';
import type { ActivityOf } from './activity-panel.tsx';

const ActivityPanel = lazy(async () => ({ default: (await import('./activity-panel.tsx')).ActivityPanel }));

const closedPx = 92;

export function ActivityBelow(object: ActivityOf) {
  const t = useStrings();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('webhooks.read') || !may('requests.read')) return null;
  if (!isOpen) {
    return (
      <Group>
        <Button variant="default" leftSection={<Icon name="code" size={16} />} onClick={() => setOpen(true)}>
          {t('activity.show')}
        </Button>
      </Group>
    );
  }
  return (
    <Suspense fallback={<Loading heights={[closedPx]} />}>
      <ActivityPanel {...object} />
    </Suspense>
  );
}
