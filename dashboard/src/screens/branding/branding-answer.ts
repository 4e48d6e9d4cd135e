/** What the service answers about branding, and who may change it. */
import { useBook } from '../../app/book.ts';

export const brandingKey = (holderId: number) => ['branding', holderId];

/** Owners, unless the account is suspended; while it is pending, from test mode. */
export function useMayChange(): boolean {
  const { holder, mode } = useBook();
  const isOpen = holder.status === 'active' || (holder.status === 'pending' && mode === 'test');
  return isOpen && holder.role === 'owner';
}
