/** The home of a company: clearing beside what the next settlement needs, what is pending, and its last days. */
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { CompanyHome as CompanyFacts } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Deferred } from '../../ui/deferred.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { WhenVisible } from '../../ui/when-visible.tsx';
import { ClearingCards } from './clearing-cards.tsx';
import { CompanyPending } from './company-pending.tsx';
import { companyQuery } from './company-query.ts';
import { FlowAhead } from './flow-ahead.tsx';
import { VolumeAhead } from './volume/volume-ahead.tsx';

/** The charts are a file of their own: no other screen loads them. */
const Activity = lazy(() => import('./activity.tsx').then(({ Activity: component }) => ({ default: component })));

const EveningAtHome = lazy(async () => ({
  default: (await import('../test-city/evening-at-home.tsx')).EveningAtHome,
}));

export function CompanyHome() {
  const { holderId, mode } = useBook();
  const query = useQuery(companyQuery({ holderId, mode }));
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  const loading = <Loading heights={[168, 320]} />;
  if (query.isPending) return loading;
  return (
    <Deferred until={loading}>
      <CompanyNow facts={query.data} />
    </Deferred>
  );
}

function CompanyNow({ facts }: { facts: CompanyFacts }) {
  const t = useStrings();
  const { holder, mode } = useBook();
  return (
    <Stack gap="lg">
      {mode === 'test' && (
        <Suspense>
          <EveningAtHome />
        </Suspense>
      )}
      {/* Newcomers have their first steps above instead of an empty card. */}
      {(facts.currencies.length > 0 || holder.status !== 'pending') && <ClearingCards facts={facts} />}
      <CompanyPending pending={facts.pending} />
      {facts.currencies.length > 0 && (
        <WhenVisible
          until={
            <Stack gap="lg">
              <VolumeAhead title={t('home.volume')} figures={3} />
              <FlowAhead />
            </Stack>
          }
        >
          <Activity />
        </WhenVisible>
      )}
    </Stack>
  );
}
