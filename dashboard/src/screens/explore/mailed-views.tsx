/** Which of a person's views are emailed, and when next, each with a button that stops it. Nothing where none is. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedView } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { useOnce } from '../../ui/use-once.ts';

export function MailedViews({ views }: { views: readonly SavedView[] }) {
  const t = useStrings();
  const mailed = views.filter(({ mail }) => mail !== null);
  if (mailed.length === 0) return null;
  return (
    <Panel title={t('views.mail.list')}>
      <Stack gap="sm">
        {mailed.map((view) => (
          <Mailed key={view.id} view={view} />
        ))}
      </Stack>
    </Panel>
  );
}

function Mailed({ view: { id, name, mail } }: { view: SavedView }) {
  const t = useStrings();
  const queries = useQueryClient();
  const { holderId, mode, api } = useBook();
  const stop = useMutation({
    mutationFn: () => api.DELETE('/api/v1/saved-views/{view}/mail', { params: { path: { view: id } } }),
    onSuccess: () => {
      showToast(t('views.mail.stopped'));
      void queries.invalidateQueries({ queryKey: ['saved-views', holderId, mode] });
    },
  });
  const once = useOnce(stop);
  if (mail === null) return null;
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <div>
          <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
          <Text size="xs" c="dimmed" component="div">
            {t(`views.mail.every.${mail.every}`)} · {t('views.mail.next')} <Instant at={mail.next_at} />
          </Text>
        </div>
        <Button
          size="xs"
          variant="default"
          aria-label={t('views.mail.stopOf', { name })}
          loading={stop.isPending}
          onClick={() => once(() => stop.mutate())}
        >
          {t('views.mail.stop')}
        </Button>
      </Group>
      {stop.isError && <ProblemNotice error={stop.error} />}
    </Stack>
  );
}
