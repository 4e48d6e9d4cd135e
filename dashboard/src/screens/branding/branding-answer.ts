/** What the service answers about branding, and who may change it. */
import type { paths } from '../../api/api.generated.ts';
import { useBook } from '../../app/book.ts';

export type BrandingAnswer = paths['/api/v1/branding']['get']['responses'][200]['content']['application/json']['data'];

export const brandingKey = (holderId: number) => ['branding', holderId];

/** Owners, unless the account is suspended; while it is pending, from test mode. */
export function useMayChange(): boolean {
  const { holder, mode } = useBook();
  const isOpen = holder.status === 'active' || (holder.status === 'pending' && mode === 'test');
  return isOpen && holder.role === 'owner';
}
