/** Test or live. Until the account is approved, live leads to what going live takes. */
import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Mode } from '../api/client.ts';
import { useStrings } from '../strings/strings.tsx';
import { useBook } from './book.ts';

export function ModeSwitch() {
  const t = useStrings();
  const navigate = useNavigate();
  const { holderId, mode, holder } = useBook();
  const open = (chosen: Mode) =>
    chosen === 'live' && holder.status === 'pending'
      ? navigate({ to: '/h/$holderId/$mode/settings/business', params: { holderId, mode: 'test' } })
      : navigate({ to: '/h/$holderId/$mode', params: { holderId, mode: chosen } });
  return (
    <SegmentedControl
      aria-label={t('app.mode')}
      size="xs"
      value={mode}
      data={[
        { value: 'test', label: t('app.test') },
        { value: 'live', label: t('app.live') },
      ]}
      onChange={(chosen) => void open(chosen as Mode)}
    />
  );
}
