/** A dialog over the screen. */
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStrings } from '../strings/strings.tsx';

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: string;
  /** Something was typed in it, which a click beside it would lose. */
  keepsOpen?: boolean;
};

export function Dialog({ title, onClose, children, size = 'md', keepsOpen = false }: Props) {
  const t = useStrings();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      centered
      closeOnClickOutside={!keepsOpen}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {children}
    </Modal>
  );
}
