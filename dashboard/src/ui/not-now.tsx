/** What was asked for can't be done with this object as it is. */
import { Alert } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';

export function NotNow({ onClose }: { onClose: () => void }) {
  const t = useStrings();
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      withCloseButton
      closeButtonLabel={t('app.close')}
      onClose={onClose}
    >
      {t('search.notNow')}
    </Alert>
  );
}
