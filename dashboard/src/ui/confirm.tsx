/** Asks before something is destroyed or sent: what happens, and a button that says it. */
import { Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { FormDialog } from './form-dialog.tsx';

type Props = Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'children' | 'action' | 'back' | 'destroys' | 'onClose' | 'act'
> & { onConfirm: () => void };

export const Confirm = ({ children, onConfirm, ...dialog }: Props) => (
  <FormDialog {...dialog} onSubmit={onConfirm} isQuestion>
    <Text component="div">{children}</Text>
  </FormDialog>
);
