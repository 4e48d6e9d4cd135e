/**
 * Does one thing, after saying what happens. What was typed stays when the service refuses, the reason is shown, and
 * the button does it once.
 */
import { Button, type ButtonProps, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStrings } from '../strings/strings.tsx';
import { ProblemNotice } from './problem-notice.tsx';

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The words of the button. */
  action: string;
  /** It takes something away. */
  isDestructive?: boolean;
  act: { mutate: () => void; isPending: boolean; error: unknown };
  isReady?: boolean;
  size?: ButtonProps['size'];
};

export function ActDialog(props: Props) {
  const { title, onClose, children, action, isDestructive = false, act, isReady = true, size = 'md' } = props;
  const t = useStrings();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      centered
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!act.isPending && isReady) act.mutate();
        }}
      >
        <Stack gap="md">
          {children}
          {act.error !== null && act.error !== undefined && <ProblemNotice error={act.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('app.cancel')}
            </Button>
            <Button
              type="submit"
              loading={act.isPending}
              disabled={!isReady}
              {...(isDestructive ? { color: 'red.8' } : {})}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
