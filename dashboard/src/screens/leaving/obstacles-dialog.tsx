/** What a dialog shows until it is known that nothing stands in the way: what does, with a way to each. */
import { Button, Group, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Obstacle } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Obstacles } from './obstacles.tsx';

type Props = {
  title: string;
  /** Above the obstacles. */
  notice: string;
  query: UseQueryResult<{ obstacles: readonly Obstacle[] }>;
  onClose: () => void;
};

export function ObstaclesDialog({ title, notice, query, onClose }: Props) {
  const t = useStrings();
  return (
    <Dialog title={title} onClose={onClose}>
      {query.isPending && <Loading heights={[120]} />}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && (
        <Stack gap="md">
          <Obstacles title={notice} obstacles={query.data.obstacles} onOpen={onClose} />
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              {t('app.gotIt')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
