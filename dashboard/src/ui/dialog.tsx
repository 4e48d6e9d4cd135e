/** A dialog over the screen. */
import type { ReactNode } from 'react';
import { useStrings } from '../strings/strings.tsx';
import './acted-on.ts';
import { lazyOnInput } from './lazy.tsx';

const Modal = lazyOnInput(async () => (await import('./modal.tsx')).Modal);

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: string;
  /** Something was typed in it, which a click beside it would lose. */
  keepsOpen?: boolean;
  /** It stays where it is while its content grows and shrinks. */
  isAtTop?: boolean;
};

export function Dialog({ title, onClose, children, size = 'md', keepsOpen = false, isAtTop = false }: Props) {
  const t = useStrings();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      centered={!isAtTop}
      closeOnClickOutside={!keepsOpen}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {children}
    </Modal>
  );
}
