/** Since when a value is in force, by whom and why; nothing where it was never changed. */
import { Text } from '@mantine/core';
import type { LastChange as Change } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Interpolated } from '../../ui/interpolated.tsx';

export function LastChange({ change }: { change: Change | null }) {
  const t = useStrings();
  if (change === null) return null;
  const { at, by, reason } = change;
  const name = by.kind === 'command' ? t('limits.change.command') : (by.name ?? t('limits.change.someone'));
  return (
    <Text size="xs" c="dimmed" component="div">
      <Interpolated text={t('limits.change.by', { name, date: '\n' })} part={<Instant at={at} />} />
      {reason !== null && <div>{t('limits.change.reason', { reason })}</div>}
    </Text>
  );
}
