/** Around one dispute: what is shown while it is read, and where it can't be. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useStrings } from '../../strings/strings.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

type Props<T> = {
  query: UseQueryResult<T>;
  children: (dispute: T) => ReactNode;
};

export function DisputeFrame<T>({ query, children }: Props<T>) {
  const t = useStrings();
  if (query.data !== undefined) return children(query.data);
  return (
    <Page title={t('dispute.one')}>
      {query.isError ? (
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading heights={[320]} />
      )}
    </Page>
  );
}
