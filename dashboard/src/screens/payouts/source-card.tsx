/** An account that can be paid out: what is there, and whether it is paid out by itself. */
import { Card, Divider, Group, Text } from '@mantine/core';
import type { PayoutOptions, PayoutSchedule } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { AutomaticPayouts } from './automatic-payouts.tsx';
import { useSourceWords } from './source-words.ts';
import type { Source } from './types.ts';

type Props = {
  /** With what is spendable, if there is a balance; an account without one may have a schedule. */
  source: Pick<Source, 'account' | 'beneficiary_ref' | 'company' | 'currency'> &
    Partial<Pick<Source, 'spendable' | 'debt'>>;
  /** Undefined where it never had one; null while that is read. */
  schedule: PayoutSchedule | undefined | null;
  options: PayoutOptions;
};

export function SourceCard({ source, schedule, options }: Props) {
  const t = useStrings();
  const money = useMoney();
  const wordsOf = useSourceWords();
  const { spendable = 0, debt = 0, currency } = source;
  return (
    <Card withBorder padding="md">
      <Text c="dimmed" size="sm">
        {wordsOf(source)}
      </Text>
      <Group gap="xs" align="baseline">
        <Money amount={spendable} currency={currency} fz={20} fw={650} />
        <Text c="dimmed" size="xs">
          {t('earnings.available')}
        </Text>
      </Group>
      {debt > 0 && (
        <Text size="xs" c="var(--tone-waiting)">
          {t('payouts.debt', { amount: money(debt, currency) })}
        </Text>
      )}
      {schedule !== null && (
        <>
          <Divider my="sm" color="var(--line)" />
          <AutomaticPayouts account={{ ...source, schedule }} options={options} />
        </>
      )}
    </Card>
  );
}
