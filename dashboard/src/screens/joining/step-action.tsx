/** What to do for a step: one button or one command. Only the step that is next shows its words. */
import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LazyCityOffer } from '../test-city/lazy-city-offer.tsx';
import type { GoLive, Step } from './checklist.tsx';
import { FirstCommand } from './first-command.tsx';
import { PayNewest } from './pay-newest.tsx';

type Props = { step: Step; isDone: boolean; isCurrent: boolean; goLive: GoLive; onMakeKey: () => void };

const screens = {
  invite: '/h/$holderId/$mode/links',
  top_up: '/h/$holderId/$mode/wallets',
  settle: '/h/$holderId/$mode/settlements/preview',
  webhook: '/h/$holderId/$mode/webhooks',
  go_live: '/h/$holderId/$mode/settings/business',
} as const;

export function StepAction({ step, isDone, isCurrent, goLive, onMakeKey }: Props) {
  const t = useStrings();
  const may = useMay();
  if (step === 'go_live') return <GoLiveAction goLive={goLive} isCurrent={isCurrent} />;
  if (isDone || !isCurrent) return null;
  return (
    <Stack gap="xs" mt={4} align="flex-start">
      <Text size="sm" c="dimmed">
        {t(step === 'key' && !may('keys.make') ? 'checklist.key.ask' : `checklist.${step}.text`)}
      </Text>
      {step === 'key' && may('keys.make') && (
        <Button size="xs" leftSection={<Icon name="key" size={14} />} onClick={onMakeKey}>
          {t('checklist.key.act')}
        </Button>
      )}
      {(step === 'order' || step === 'payment') && <FirstCommand />}
      {step === 'paid' && <PayNewest />}
      {(step === 'invite' || step === 'top_up' || step === 'settle' || step === 'webhook') && (
        <Go to={screens[step]} label={`checklist.${step}.act`} />
      )}
      {step === 'invite' && <LazyCityOffer />}
    </Stack>
  );
}

function GoLiveAction({ goLive, isCurrent }: { goLive: GoLive; isCurrent: boolean }) {
  const t = useStrings();
  const may = useMay();
  if (goLive === 'approved') return null;
  const words = goLive === 'not_requested' ? 'checklist.go_live.text' : (`checklist.go_live.${goLive}` as const);
  if (goLive === 'not_requested' && !isCurrent) return null;
  return (
    <Stack gap="xs" mt={4} align="flex-start">
      <Text size="sm" c="dimmed">
        {t(words)}
      </Text>
      {(may('approvals.request') || goLive !== 'not_requested') && (
        <Go to={screens.go_live} label={goLive === 'not_requested' ? 'checklist.go_live.act' : 'notLive.look'} />
      )}
    </Stack>
  );
}

function Go({ to, label }: { to: (typeof screens)[keyof typeof screens]; label: StringId }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Button size="xs" renderRoot={(props) => <Link to={to} params={{ holderId, mode }} {...props} />}>
      {t(label)}
    </Button>
  );
}
