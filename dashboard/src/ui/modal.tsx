/** The window of `dialog.tsx`. A file of its own: it is loaded late. */
import { Modal as Bare, type ModalProps } from '@mantine/core';
import { DialogSteps, useFocusReturn } from './dialog-focus.tsx';

export function Modal({ children, ...props }: ModalProps) {
  useFocusReturn(props.opened);
  return (
    <Bare {...props} returnFocus={false}>
      <DialogSteps step={props.title}>{children}</DialogSteps>
    </Bare>
  );
}
