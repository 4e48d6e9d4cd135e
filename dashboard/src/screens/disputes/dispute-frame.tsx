/** Around one dispute: what is shown while it is read, and where it can't be. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { WayBack } from '../../app/way-back.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

type Props<T> = {
  query: UseQueryResult<T>;
  /** The list that it is in. */
  list: ComponentProps<typeof WayBack>['to'];
  children: (dispute: T) => ReactNode;
};

export function DisputeFrame<T>({ query, list, children }: Props<T>) {
  const t = useStrings();
  if (query.data !== undefined) return children(query.data);
  return (
    <Page title={t('dispute.one')}>
      {query.isError ? (
        <ProblemNotice
          error={query.error}
          onRetry={() => void query.refetch()}
          wayOn={<WayBack to={list} label="dispute.title" />}
        />
      ) : (
        <Loading heights={[320]} />
      )}
    </Page>
  );
}
