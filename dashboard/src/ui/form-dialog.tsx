/** A form in a dialog. It keeps what was typed when the service says no, and shows why. */
import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useStrings } from '../strings/strings.tsx';
import { ProblemNotice } from './problem-notice.tsx';

type Props = {
  title: string;
  children: ReactNode;
  action: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  isPending: boolean;
  error: unknown;
  size?: string;
  canSubmit?: boolean;
};

export function FormDialog({
  title,
  children,
  action,
  onSubmit,
  onClose,
  isPending,
  error,
  size = 'md',
  canSubmit = true,
}: Props) {
  const t = useStrings();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          {children}
          {error !== null && error !== undefined && <ProblemNotice error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" loading={isPending} disabled={!canSubmit}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
