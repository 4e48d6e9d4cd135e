/** Since when a value is in force, by whom and why. */
import { Text } from '@mantine/core';
import type { paths } from '../../api/api.generated.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';

type Change =
  paths['/api/v1/operator/four-eyes']['get']['responses'][200]['content']['application/json']['data']['changed'];

export function LastChange({ change }: { change: Change }) {
  const t = useStrings();
  if (change === null) {
    return (
      <Text size="xs" c="dimmed">
        {t('limits.change.none')}
      </Text>
    );
  }
  const { at, by, reason } = change;
  const name = by.kind === 'command' ? t('limits.change.command') : (by.name ?? t('limits.change.someone'));
  return (
    <Text size="xs" c="dimmed" component="div">
      {t('limits.change.by', { name })} <Instant at={at} />
      {reason !== null && <div>{t('limits.change.reason', { reason })}</div>}
    </Text>
  );
}
