/** What the person may do in an account, as the session says. The service decides again with every request. */
import type { Mode } from '../api/client.ts';
import type { Permission } from '../api/types.ts';
import { useBook } from './book.ts';
import type { Holder } from './session.ts';

/** @param serves the modes that a link or an invitation is for; every other object belongs to one mode. */
export const mayIn = (
  { may }: Pick<Holder, 'may'>,
  mode: Mode,
  action: Permission,
  serves: readonly Mode[] = [mode],
): boolean => (mode === 'test' && serves.includes('live') ? may.shared : may[mode]).includes(action);

/** In the open account and mode. */
export function useMay() {
  const { holder, mode } = useBook();
  return (action: Permission, serves?: readonly Mode[]): boolean => mayIn(holder, mode, action, serves);
}
