/** Where a shop without payments begins, as far as the role allows: a key, or a payment link. */
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';

export function FirstSteps({ onLink }: { onLink: (() => void) | undefined }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const may = useMay();
  return (
    <Group gap="xs" justify="center">
      {onLink !== undefined && (
        <Button leftSection={<Icon name="link" size={16} />} onClick={onLink}>
          {t('payLink.create')}
        </Button>
      )}
      {may('keys.make') && (
        <Button
          variant="default"
          leftSection={<Icon name="key" size={16} />}
          renderRoot={(props) => (
            <Link to="/h/$holderId/$mode/developers/keys" params={{ holderId, mode }} {...props} />
          )}
        >
          {t(`payments.empty.key.${mode}`)}
        </Button>
      )}
    </Group>
  );
}
