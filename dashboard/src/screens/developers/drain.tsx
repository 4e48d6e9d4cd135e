/** Runs what is due at the test time on request, without moving the clock. */
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { DueJobsRan, runDueJobs } from './due-jobs.tsx';

export function Drain() {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const drain = useMutation({
    mutationFn: () => runDueJobs(api),
    onSuccess: () => queries.invalidateQueries(),
  });
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
        {drain.isSuccess && <DueJobsRan ran={drain.data} />}
      </Stack>
    </Card>
  );
}
