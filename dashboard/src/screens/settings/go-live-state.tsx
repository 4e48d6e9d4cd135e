/** How far the way to live mode is: not asked for, waiting, refused with the reason, or open. */
import { Alert, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Admission } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { isReadOnly } from '../../app/session.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { Instant } from '../../ui/instant.tsx';
import { Interpolated } from '../../ui/interpolated.tsx';

type StateProps = {
  admission: Admission;
  /** The facts that a request to go live needs are all there. */
  isComplete: boolean;
};

export function GoLiveState({ admission: { status, request }, isComplete }: StateProps) {
  const t = useStrings();
  const { holderId } = useBook();
  const mayRequest = useMay()('approvals.request');
  // The frame says so above every screen.
  if (isReadOnly(status)) return null;
  if (status === 'active') {
    // Above an empty form it would read as if nothing were left to do.
    if (!isComplete) return null;
    return (
      <State
        color="green"
        icon="circle-check"
        title="goLive.approved"
        text={t(mayRequest ? 'goLive.approved.text' : 'goLive.approved.other')}
      >
        {mayRequest && (
          <Button
            mt="sm"
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link to="/h/$holderId/$mode/developers/keys" params={{ holderId, mode: 'live' }} {...props} />
            )}
          >
            {t('goLive.approved.act')}
          </Button>
        )}
      </State>
    );
  }
  if (request?.status === 'waiting') {
    return (
      <State
        color="yellow"
        icon="clock"
        title="goLive.waiting"
        text={
          <Interpolated text={t('goLive.waiting.text', { time: '\n' })} part={<Instant at={request.requested_at} />} />
        }
      />
    );
  }
  if (request?.status === 'refused') {
    return (
      <State color="red" icon="alert-triangle" title="goLive.refused" text={t('goLive.refused.text')}>
        <Text mt="xs" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {request.reason}
        </Text>
      </State>
    );
  }
  const words = t(mayRequest ? 'goLive.notRequested' : 'goLive.notRequested.other');
  return <State color="gray" icon="info-circle" title="goLive.title" text={words} />;
}

type Props = { color: string; icon: IconName; title: StringId; text: ReactNode; children?: ReactNode };

function State({ color, icon, title, text, children }: Props) {
  const t = useStrings();
  return (
    <Alert color={color} variant="light" icon={<Icon name={icon} />} title={t(title)} role="status">
      <Text size="sm">{text}</Text>
      {children}
    </Alert>
  );
}
