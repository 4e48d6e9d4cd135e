/** Says that something was done, for a moment and in a corner; read out by screen readers. */
import { whenTouched } from './late.tsx';
import { openToldCorner } from './told-corner.tsx';

const load = whenTouched(() => import('@mantine/notifications'));

async function show(message: string, color: 'teal' | 'red'): Promise<void> {
  openToldCorner();
  const { notifications } = await load();
  notifications.show({ message, color, withBorder: true });
}

export const told = (message: string): void => void show(message, 'teal');

/** Says that something was not done, where there is no form to say it in. */
export const toldProblem = (message: string): void => void show(message, 'red');
