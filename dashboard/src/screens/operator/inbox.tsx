/** The operator's home: the exceptions desk, beside how the books and the bank stand; renewed by itself. */
import { Grid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { DeskList } from '../desk/desk.tsx';
import { InboxAside } from './inbox-aside.tsx';

export function Inbox() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['operator', 'inbox', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/operator/inbox')),
    refetchInterval: 10_000,
  });
  return (
    <Page title={t('desk.title')} note={t('desk.note')}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <DeskList />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
          {query.isPending && <Loading heights={[180, 120]} />}
          {query.data !== undefined && <InboxAside inbox={query.data} />}
        </Grid.Col>
      </Grid>
    </Page>
  );
}
