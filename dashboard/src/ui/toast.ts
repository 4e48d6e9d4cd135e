/** Short messages in a corner of the page, also announced by screen readers. */
import { loadOnInput } from './lazy.tsx';
import { openToastArea } from './toast-area.tsx';

const load = loadOnInput(() => import('@mantine/notifications'));

async function show(message: string, color: 'teal' | 'red'): Promise<void> {
  openToastArea();
  const { notifications } = await load();
  notifications.show({ message, color, withBorder: true });
}

export const showToast = (message: string): void => void show(message, 'teal');

/** For a problem outside a form. */
export const showProblemToast = (message: string): void => void show(message, 'red');
