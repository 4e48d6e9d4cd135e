/** The desk with nothing on it: that all is clear, or that nothing matches, and for the operator what waits in the other mode. */
import { Card } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useDesk } from './use-desk.ts';

const Elsewhere = lazy(async () => ({ default: (await import('./waiting-elsewhere.tsx')).WaitingElsewhere }));

export function NothingLeft({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useStrings();
  const { isOperator } = useDesk();
  return (
    <Card withBorder>
      <EmptyState
        icon={isNarrowed ? 'search' : 'check'}
        title={t(isNarrowed ? 'desk.none.title' : 'desk.clear.title')}
        text={t(isNarrowed ? 'desk.none.text' : 'desk.clear.text')}
        action={
          !isNarrowed &&
          isOperator && (
            <Suspense>
              <Elsewhere />
            </Suspense>
          )
        }
      />
    </Card>
  );
}
