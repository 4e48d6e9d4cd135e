/** Says that something was done, for a moment and in a corner; read out by screen readers. */
import { notifications } from '@mantine/notifications';

export const told = (message: string): void => {
  notifications.show({ message, color: 'teal', withBorder: true });
};

/** Says that something was not done, where there is no form to say it in. */
export const toldProblem = (message: string): void => {
  notifications.show({ message, color: 'red', withBorder: true });
};
