/** Says in passing that something was done. */
import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useStrings } from '../strings/strings.tsx';

export function useNotify(): (message: string) => void {
  const t = useStrings();
  const label = t('app.close');
  return useCallback(
    (message) => {
      notifications.show({ message, color: 'teal', closeButtonProps: { 'aria-label': label } });
    },
    [label],
  );
}
