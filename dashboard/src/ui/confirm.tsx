/** Asks before something is destroyed or sent: what happens, and a button that says it. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStrings } from '../strings/strings.tsx';
import { ProblemNotice } from './problem-notice.tsx';

type Props = {
  title: string;
  children: ReactNode;
  /** Says what the button does: "Revoke key". */
  action: string;
  /** It can't be undone. */
  destroys?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  isPending: boolean;
  error: unknown;
};

export function Confirm({ title, children, action, destroys = false, onConfirm, onClose, isPending, error }: Props) {
  const t = useStrings();
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': t('app.close') }}>
      <Stack gap="md">
        <Text component="div">{children}</Text>
        {error !== null && error !== undefined && <ProblemNotice error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button {...(destroys ? { color: 'danger' } : {})} loading={isPending} onClick={onConfirm} data-autofocus>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
