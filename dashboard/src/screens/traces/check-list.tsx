/** What was compared for this chain, and both sides of each comparison. */
import { Group, Stack, Text } from '@mantine/core';
import type { MoneyTrace } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import rows from '../../ui/rows.module.css';

const signs = { equal: '=', at_most: '≤' } as const;

export function CheckList({ checks }: { checks: MoneyTrace['checks'] }) {
  const t = useStrings();
  const { holder } = useBook();
  return (
    <Stack gap={0}>
      {checks.map(({ name, verification, relation, left, right, currency, holds }, place) => (
        <Group key={String(place)} justify="space-between" gap="xs" className={rows.row ?? ''} align="flex-start">
          <div>
            <Text size="sm">{t(`trace.check.${name}`)}</Text>
            {(left !== 0 || right !== 0) && (
              <Text size="xs" c="dimmed" component="div">
                <Money amount={left} currency={currency} /> {signs[relation]}{' '}
                <Money amount={right} currency={currency} />
              </Text>
            )}
            {holder.kind === 'service' && verification !== null && (
              <Text size="xs" c="dimmed">
                {verification}
              </Text>
            )}
          </div>
          <Text size="sm" fw={550} c={holds ? 'var(--tone-done)' : 'var(--tone-failed)'}>
            <Icon name={holds ? 'circle-check' : 'alert-triangle'} size={14} />{' '}
            {t(holds ? 'trace.holds' : 'trace.broken')}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
