/** The accounts that can be paid out by themselves, each with its schedule. */
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayoutOptions, PayoutSchedule } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { schedulesQuery } from './queries.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { ScheduleFacts } from './schedule-facts.tsx';
import { keyOfSource, useSourceWords } from './source-words.ts';

/** An account, with its schedule if it ever had one. */
export type Automatic = Pick<PayoutSchedule, 'account' | 'beneficiary_ref' | 'company' | 'currency'> & {
  schedule: PayoutSchedule | undefined;
};

/** Those with a schedule first: an account without a balance may have one. */
function accountsOf(schedules: readonly PayoutSchedule[], options: PayoutOptions): Automatic[] {
  const known = new Set(schedules.map(keyOfSource));
  const others = options.sources.filter((source) => !known.has(keyOfSource(source)));
  return [
    ...schedules.map((schedule) => ({ ...schedule, schedule })),
    ...others.map((source) => ({ ...source, schedule: undefined })),
  ];
}

export function AutomaticPayouts({ options }: { options: PayoutOptions }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const mayChange = useMay()('payout_schedules.change');
  const wordsOf = useSourceWords();
  const query = useQuery(schedulesQuery({ holderId, mode }));
  const [changing, setChanging] = useState<Automatic>();
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  const accounts = query.data === undefined ? [] : accountsOf(query.data, options);
  if (accounts.length === 0) return null;
  return (
    <Stack gap="sm">
      <Title order={2}>{t('auto.title')}</Title>
      {accounts.map((one) => (
        <Card key={keyOfSource(one)} withBorder padding="md">
          <Group justify="space-between" align="flex-start">
            <div>
              <Text fw={600}>
                {wordsOf(one)} · {one.currency}
              </Text>
              {one.schedule === undefined ? (
                <Text size="sm" c="dimmed">
                  {t('auto.every.never')}
                </Text>
              ) : (
                <ScheduleFacts schedule={one.schedule} />
              )}
            </div>
            {mayChange && (
              <Button variant="default" size="xs" onClick={() => setChanging(one)}>
                {t(one.schedule === undefined ? 'auto.setUp' : 'auto.change')}
              </Button>
            )}
          </Group>
        </Card>
      ))}
      {changing !== undefined && (
        <ScheduleDialog of={changing} options={options} onClose={() => setChanging(undefined)} />
      )}
    </Stack>
  );
}
