/** Lists that are worked through by keyboard: keys move from item to item and press the buttons of the focused one. */
import { Group, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import { useFocusSuccessor } from './dialog-focus.tsx';

/**
 * `j` and `k` move. Every key of `pressed` presses the button of the focused item that has it as `data-key`; Enter only where
 * the item itself has the focus. When the focused item goes, because it was dealt with, the next one has the focus.
 * @returns for the element whose descendants with `data-item` are the items.
 */
export function useItemKeys<Box extends HTMLElement>(pressed: readonly string[]) {
  const box = useRef<Box>(null);
  /** Which item had the focus last; -1: none, or it was taken from it. */
  const last = useRef(-1);
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  const focus = (at: number): void => {
    const all = items();
    all[Math.min(Math.max(at, 0), all.length - 1)]?.focus();
  };
  const move = (by: 1 | -1): void => {
    if (isElsewhere()) return;
    const at = items().findIndex((one) => one.contains(document.activeElement));
    focus(at === -1 ? last.current : at + by);
  };
  const press = (key: string): void => {
    const { activeElement } = document;
    const item = items().find((one) => (key === 'Enter' ? one === activeElement : one.contains(activeElement)));
    item?.querySelector<HTMLElement>(`[data-key="${key}"]:not([disabled])`)?.click();
  };
  useHotkeys(
    [
      ['j', () => move(1)],
      ['k', () => move(-1)],
      // Enter on a button is the button's own.
      ...pressed.map((key): [string, () => void, { preventDefault: boolean }] => [
        key,
        () => press(key),
        { preventDefault: key !== 'Enter' },
      ]),
    ],
    ['INPUT', 'TEXTAREA', 'SELECT'],
  );
  const focusSuccessor = (): boolean => {
    if (last.current === -1 || items().length === 0) return false;
    focus(last.current);
    return true;
  };
  // The item went after the dialog about it had closed, or before.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) focusSuccessor();
  });
  useFocusSuccessor(focusSuccessor);
  return {
    ref: box,
    onFocus: ({ target }: FocusEvent) => {
      const at = items().findIndex((one) => one.contains(target));
      if (at !== -1) last.current = at;
    },
    /** To nothing else: someone clicked beside the items, unless a button lost it to be disabled while it works. */
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget === null && !target.matches(':disabled')) last.current = -1;
    },
  };
}

/** Keys are those of an open dialog or menu. */
export const isElsewhere = (): boolean => document.activeElement?.closest('[role="dialog"], [role="menu"]') != null;

/** Keys that do the same, and what they do. */
export type KeyGroup = readonly [keys: readonly string[], does: string];

/** For those who have a keyboard. */
export function KeyHints({ keys }: { keys: readonly KeyGroup[] }) {
  return (
    <Group gap={6} visibleFrom="sm" fz="sm">
      {keys.map(([names, does], at) => (
        <Group key={does} gap={6} ms={at === 0 ? 0 : 'xs'}>
          {names.map((name) => (
            <Kbd key={name}>{name}</Kbd>
          ))}
          {does}
        </Group>
      ))}
    </Group>
  );
}
