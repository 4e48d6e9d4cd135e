/** Tells that something was done, in a corner and for a moment. */
import { notifications } from '@mantine/notifications';

export const told = (message: string): void => {
  notifications.show({ message, color: 'teal', withBorder: true, withCloseButton: false });
};
