/** Which accounts of a holder are paid out by themselves, for the operator. */
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ScheduleFacts } from '../payouts/schedule-facts.tsx';
import { useSourceWords } from '../payouts/source-words.ts';

export function HolderPayoutSchedules({ account }: { account: number }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const wordsOf = useSourceWords();
  const id = String(account);
  const query = useQuery({
    queryKey: ['operator', 'payout-schedules', holderId, mode, id],
    queryFn: () => pageOf(api.GET('/api/v1/operator/holders/{id}/payout-schedules', { params: { path: { id } } })),
  });
  const schedules = query.data?.data ?? [];
  if (schedules.length === 0) return null;
  return (
    <Panel title={t('auto.title')}>
      <Stack>
        {schedules.map((schedule) => (
          <div key={schedule.schedule_id}>
            <Text fw={600}>
              {wordsOf(schedule)} · {schedule.currency}
            </Text>
            <ScheduleFacts schedule={schedule} />
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
