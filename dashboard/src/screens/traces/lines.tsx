/** The lines of statements that prove what entered and left the service. */
import { Group, Stack, Text } from '@mantine/core';
import type { MoneyTrace } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CalendarDay } from '../../ui/calendar-day.tsx';
import { useAccountWords } from '../../ui/ledger-words.ts';
import { Money } from '../../ui/money.tsx';
import rows from '../../ui/rows.module.css';
import { TracedMoney } from '../../ui/traced-money.tsx';

export function Lines({ lines }: { lines: MoneyTrace['bank_lines'] }) {
  const t = useStrings();
  const accountWords = useAccountWords();
  return (
    <Stack gap={0}>
      {lines.map(({ line_id: id, booked_on: day, source, amount, currency }) => (
        <Group
          key={`${id} ${day} ${source} ${amount} ${currency}`}
          justify="space-between"
          gap="xs"
          className={rows.row ?? ''}
        >
          <Text size="sm" component="div">
            {accountWords(`outside:${source}`)}
            {id !== null && `, ${t('trace.line', { id })}`}
            <Text size="xs" c="dimmed" component="div">
              <CalendarDay of={day} />
            </Text>
          </Text>
          {id === null ? (
            <Money amount={amount} currency={currency} signed fw={600} />
          ) : (
            <TracedMoney trace={`line:${id}`} amount={amount} currency={currency} signed fw={600} />
          )}
        </Group>
      ))}
    </Stack>
  );
}
