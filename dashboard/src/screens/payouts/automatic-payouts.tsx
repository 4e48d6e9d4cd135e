/** Whether an account is paid out by itself, in one line of its card, or with what its schedule comes to. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { PayoutOptions, PayoutSchedule } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { ScheduleFacts } from './schedule-facts.tsx';
import { useSourceWords } from './source-words.ts';

/** An account, with its schedule if it ever had one. */
export type Automatic = Pick<PayoutSchedule, 'account' | 'beneficiary_ref' | 'company' | 'currency'> & {
  schedule: PayoutSchedule | undefined;
};

export function AutomaticPayouts({ account, options }: { account: Automatic; options: PayoutOptions }) {
  const t = useStrings();
  const mayChange = useMay()('payout_schedules.change');
  const wordsOf = useSourceWords();
  const [isChanging, setChanging] = useState(false);
  const { schedule } = account;
  const act = t(schedule === undefined ? 'auto.setUp' : 'auto.change');
  return (
    <Group justify="space-between" align={schedule === undefined ? 'center' : 'flex-start'} wrap="nowrap" gap="xs">
      {schedule === undefined ? (
        <Text size="sm" c="dimmed">
          {t('auto.off')}
        </Text>
      ) : (
        <div>
          <Text size="xs" c="dimmed">
            {t('auto.title')}
          </Text>
          <ScheduleFacts schedule={schedule} />
        </div>
      )}
      {mayChange && (
        <Button
          variant="subtle"
          size="compact-sm"
          me={-8}
          // Several accounts have such a button.
          aria-label={`${act}: ${t('auto.title')}, ${wordsOf(account)}, ${account.currency}`}
          onClick={() => setChanging(true)}
        >
          {act}
        </Button>
      )}
      {isChanging && <ScheduleDialog of={account} options={options} onClose={() => setChanging(false)} />}
    </Group>
  );
}
