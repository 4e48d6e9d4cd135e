/** An automatic payout: its days, what comes next, and what became of the last attempt. */
import { Stack, Text } from '@mantine/core';
import type { PayoutSchedule } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Interpolated } from '../../ui/interpolated.tsx';
import { useMoney } from '../../ui/money.tsx';
import { inReadersWords } from '../../ui/service-words.ts';
import { useScheduleWords } from './schedule-words.ts';

export function ScheduleFacts({ schedule }: { schedule: PayoutSchedule }) {
  const t = useStrings();
  const money = useMoney();
  const words = useScheduleWords();
  const { every, minimum, keep, currency, last, next_reason: lack, set_by: setBy, set_at: setAt } = schedule;
  const terms = [
    words.interval(schedule),
    ...(every !== 'never' && minimum > 0 ? [t('auto.minimum.is', { amount: money(minimum, currency) })] : []),
    ...(every !== 'never' && keep > 0 ? [t('auto.keep.is', { amount: money(keep, currency) })] : []),
  ];
  const next = words.next(schedule);
  return (
    <Stack gap={2}>
      <Text size="sm">{terms.join(' · ')}</Text>
      {next !== undefined && <Text size="sm">{next}</Text>}
      {lack !== null && (
        <Text size="xs" c="dimmed">
          {inReadersWords(lack)}
        </Text>
      )}
      {last !== null && last.outcome !== 'requested' && every !== 'never' && (
        <Text size="xs" c={last.outcome === 'refused' ? 'var(--tone-failed)' : 'dimmed'}>
          <Interpolated
            text={t(`auto.last.${last.outcome}`, { date: '\n', reason: inReadersWords(last.reason ?? '') })}
            part={<Instant at={last.at} day />}
          />
        </Text>
      )}
      <Text size="xs" c="dimmed">
        <Interpolated
          text={setBy === null ? t('auto.setByKey', { date: '\n' }) : t('auto.setBy', { name: setBy, date: '\n' })}
          part={<Instant at={setAt} day />}
        />
      </Text>
    </Stack>
  );
}
