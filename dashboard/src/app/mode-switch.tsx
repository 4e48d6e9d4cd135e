/** Test or live. The screen stays, with the other mode's data. */
import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Mode } from '../api/client.ts';
import { useStrings } from '../strings/strings.tsx';
import { useBook } from './book.ts';

export function ModeSwitch() {
  const t = useStrings();
  const navigate = useNavigate();
  const { holderId, mode } = useBook();
  return (
    <SegmentedControl
      aria-label={t('app.mode')}
      size="xs"
      value={mode}
      data={[
        { value: 'test', label: t('app.test') },
        { value: 'live', label: t('app.live') },
      ]}
      onChange={(chosen) => navigate({ to: '/h/$holderId/$mode', params: { holderId, mode: chosen as Mode } })}
    />
  );
}
