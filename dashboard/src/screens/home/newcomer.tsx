/**
 * The first steps of a new company or shop, above the rest of its home. What is done is read from the service again and
 * again, so that a first call from a terminal is noticed as it happens. Hidden by the person, in their browser, once all is
 * done. The list and its dialogs are loaded by nobody else.
 */
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { dataOf } from '../../api/client.ts';
import type { Checklist as FirstSteps } from '../../api/types.ts';
import { useNewStatus } from '../../app/admission.ts';
import { useBook } from '../../app/book.ts';

const Checklist = lazy(async () => ({ default: (await import('../joining/checklist.tsx')).Checklist }));

const pollMs = 3_000;

export function Newcomer() {
  const { holderId, mode, api, holder } = useBook();
  const [isHidden, setHidden] = useLocalStorage({
    key: `sluice-checklist-${holderId}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { data } = useQuery({
    queryKey: ['checklist', holderId],
    enabled: mode === 'test' && !isHidden,
    queryFn: () => dataOf(api.GET('/api/v1/home/checklist')),
    refetchInterval: ({ state }) => (state.data === undefined || isPolled(state.data) ? pollMs : false),
  });
  useNewStatus(data?.go_live === 'approved' && holder.status === 'pending');
  // The home is worth more than its list of steps: without the list, it is shown all the same.
  if (mode !== 'test' || isHidden || data?.applies !== true) return null;
  return (
    <Suspense>
      <Checklist of={data} onHide={() => setHidden(true)} />
    </Suspense>
  );
}

/** Something can still happen that this page should notice. */
const isPolled = ({ applies, steps, go_live: goLive }: FirstSteps): boolean =>
  applies && (steps.some(({ done }) => !done) || goLive === 'waiting');
