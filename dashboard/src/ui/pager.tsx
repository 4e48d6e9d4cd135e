/** Below a list: to the page before and the next. Nothing where there is neither. */
import { Button, Group } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from './icon.tsx';

type Props = {
  hasPrevious: boolean;
  /** The cursor of the next page. */
  next: string | null;
  onNext: (cursor: string) => void;
};

export function Pager({ hasPrevious, next, onNext }: Props) {
  const t = useStrings();
  if (!hasPrevious && next === null) return null;
  return (
    <Group justify="flex-end" gap="xs">
      {hasPrevious && (
        <Button
          variant="default"
          size="xs"
          onClick={() => history.back()}
          leftSection={<Icon name="chevron-left" size={14} />}
        >
          {t('app.previous')}
        </Button>
      )}
      {next !== null && (
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
