/** Below a list: to the page before and the next. Nothing where there is neither. */
import { Button, Group } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from './icon.tsx';
import type { ListState } from './list.tsx';

export function Pager({ query, onNext, onPrevious }: ListState<object>) {
  const t = useStrings();
  const next = query.data?.next_cursor ?? null;
  if (onPrevious === undefined && next === null) return null;
  return (
    <Group justify="flex-end" gap="xs">
      {onPrevious !== undefined && (
        <Button variant="default" size="xs" onClick={onPrevious} leftSection={<Icon name="chevron-left" size={14} />}>
          {t('app.previous')}
        </Button>
      )}
      {next !== null && onNext !== undefined && (
        <Button
          variant="default"
          size="xs"
          onClick={() => onNext(next)}
          rightSection={<Icon name="chevron-right" size={14} />}
        >
          {t('app.next')}
        </Button>
      )}
    </Group>
  );
}
