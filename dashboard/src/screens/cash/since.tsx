/** Since when cash is held: the day, and how long ago that was by the reader's clock. */
import { useIntl } from 'react-intl';
import { Instant } from '../../ui/instant.tsx';

export const dayMs = 24 * 3_600_000;

export function Since({ at }: { at: string }) {
  const intl = useIntl();
  const days = Math.floor((Date.now() - Date.parse(at)) / dayMs);
  return (
    <>
      <Instant at={at} day />
      {/* A test clock may be ahead. */}
      {days >= 0 && ` · ${intl.formatRelativeTime(-days, 'day', { numeric: 'auto' })}`}
    </>
  );
}
