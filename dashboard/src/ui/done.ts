/** Says that something was done, for a moment, at the edge of the window; read out by screen readers. */
import { notifications } from '@mantine/notifications';

export const sayDone = (message: string): void => {
  notifications.show({ message, color: 'teal', withCloseButton: false });
};
