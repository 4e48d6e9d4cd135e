/** When the next settlement is due, and pausing or resuming them all. */
import { Button, Card, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { SettlementSchedule } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';

export function PauseCard({ schedule }: { schedule: SettlementSchedule }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { paused } = schedule;
  const change = useMutation({
    mutationFn: () => dataOf(api.PUT('/api/v1/settlement-schedule', { body: { paused: !paused } })),
    onSuccess: (saved) => {
      setAsking(false);
      queries.setQueryData(['settlement-schedule', holderId, mode], saved);
    },
  });
  const next = schedule.schedule.next_run_at;
  const word = paused ? 'resume' : 'pause';
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" align="flex-start">
        <div>
          <Text size="sm" c="dimmed">
            {t(paused ? 'schedule.paused' : 'schedule.next')}
          </Text>
          <Text fw={600} size="lg" component="div">
            {paused ? t('schedule.paused.text') : next === null ? t('app.none') : <Instant at={next} zone />}
          </Text>
        </div>
        {may('schedule.change') && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t(`schedule.${word}`)}
          </Button>
        )}
      </Group>
      {isAsking && (
        <Confirm
          title={t(`schedule.${word}.title`)}
          action={t(`schedule.${word}.submit`)}
          onConfirm={() => change.mutate()}
          onClose={() => setAsking(false)}
          act={change}
        >
          {t(`schedule.${word}.text`)}
        </Confirm>
      )}
    </Card>
  );
}
