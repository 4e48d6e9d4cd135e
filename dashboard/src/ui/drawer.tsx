/** A sheet at an edge of the window. */
import { Drawer as Bare, type DrawerProps } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { DialogSteps, useFocusReturn } from './dialog-focus.tsx';

export function Drawer({ children, ...props }: DrawerProps) {
  const t = useStrings();
  useFocusReturn(props.opened);
  return (
    <Bare closeButtonProps={{ 'aria-label': t('app.close') }} {...props} returnFocus={false}>
      <DialogSteps step={props.title}>{children}</DialogSteps>
    </Bare>
  );
}
