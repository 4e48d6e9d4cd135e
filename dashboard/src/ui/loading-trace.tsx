/** The page of one order or payment while it is read: a line of facts, and what comes below. */
import { Skeleton, Stack } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Page } from './page.tsx';

export function LoadingTrace({ title }: { title: string }) {
  const t = useStrings();
  return (
    <Page title={title}>
      <Stack aria-busy="true" aria-label={t('app.loading')} role="status">
        <Skeleton height={32} width="40%" />
        <Skeleton height={220} />
        <Skeleton height={220} />
      </Stack>
    </Page>
  );
}
