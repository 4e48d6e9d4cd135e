/** The button of `menu-button.tsx` once it was pressed, with its menu. A file of its own: it is loaded when it is used. */
import { Menu } from '@mantine/core';
import { cloneElement, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';

type Props = {
  button: ReactElement<React.ComponentProps<'button'>>;
  position: 'bottom-start' | 'bottom-end';
  width: number;
  /** The button whose place this one takes had the focus. */
  takesFocus: boolean;
  children: ReactNode;
};

export function ButtonWithMenu({ button, takesFocus, children, ...menu }: Props) {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Pressed already: the menu opens as soon as it is there, and returns the focus to this button.
  useEffect(() => {
    if (takesFocus) target.current?.focus({ preventScroll: true });
    setOpen(true);
  }, [takesFocus]);
  return (
    <Menu {...menu} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
