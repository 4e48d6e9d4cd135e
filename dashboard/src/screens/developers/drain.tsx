/** Does what is due on the test clock, and shows what was done by the events that it caused. */
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Api, dataOf, pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Figures } from '../../ui/figures.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

const eventsRead = 100;

/** Counts the events since one, at most the newest hundred. */
async function countSince(api: Api, last: string | undefined): Promise<[type: string, count: number][]> {
  const { data } = await pageOf(api.GET('/api/v1/events', { params: { query: { limit: eventsRead } } }));
  const until = data.findIndex((event) => event.id === last);
  const fresh = until === -1 ? data : data.slice(0, until);
  const counts = new Map<string, number>();
  for (const { type } of fresh) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts];
}

export function Drain() {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const drain = useMutation({
    mutationFn: async () => {
      const before = await pageOf(api.GET('/api/v1/events', { params: { query: { limit: 1 } } }));
      const { drained } = await dataOf(api.POST('/api/v1/test/drain'));
      return { drained, counts: await countSince(api, before.data[0]?.id) };
    },
    onSuccess: () => queries.invalidateQueries(),
  });
  const { data } = drain;
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="md">
        <div>
          <Title order={2} size="h3">
            {t('clock.drain.title')}
          </Title>
          <Text c="dimmed">{t('clock.drain.text')}</Text>
        </div>
        <Group>
          <Button variant="default" loading={drain.isPending} onClick={() => drain.mutate()}>
            {t('clock.drain')}
          </Button>
        </Group>
        {drain.isError && <ProblemNotice error={drain.error} />}
        {data !== undefined && (
          <div role="status">
            <Text fw={550}>
              {data.drained ? t('clock.drain.done', { count: data.counts.length }) : t('clock.drain.more')}
            </Text>
          </div>
        )}
        {data !== undefined && data.counts.length > 0 && (
          <Figures
            label={t('clock.drain.what')}
            heads={[{ title: t('clock.drain.what') }, { title: t('clock.drain.count'), align: 'end' }]}
            rows={data.counts.map(([type, count]) => ({ key: type, cells: [type, count] }))}
          />
        )}
      </Stack>
    </Card>
  );
}
