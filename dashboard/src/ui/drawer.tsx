/** A sheet at an edge of the window. */
import { Drawer as Bare, type DrawerProps } from '@mantine/core';
import { DialogSteps, useFocusReturn } from './dialog-focus.tsx';

export function Drawer({ children, ...props }: DrawerProps) {
  useFocusReturn(props.opened);
  return (
    <Bare {...props} returnFocus={false}>
      <DialogSteps step={props.title}>{children}</DialogSteps>
    </Bare>
  );
}
