/** The page of one order or payment while it is read: a line of facts, and what comes below. */
import { Skeleton } from '@mantine/core';
import { Loading } from './loading.tsx';
import { Page } from './page.tsx';

export function LoadingTrace({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Loading>
        <Skeleton height={32} width="40%" />
        <Skeleton height={220} />
        <Skeleton height={220} />
      </Loading>
    </Page>
  );
}
