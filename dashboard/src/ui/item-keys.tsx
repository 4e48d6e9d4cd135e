/** Lists that are worked through by keyboard: keys move from item to item and press the buttons of the focused one. */
import { Group, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * `j` and `k` move. Every key of `pressed` presses the button of the focused item that has it as `data-key`; Enter only where
 * the item itself has the focus. When the focused item goes, because it was dealt with, the next one has the focus.
 * @param shown changes when the items do.
 * @returns for the element whose descendants with `data-item` are the items.
 */
export function useItemKeys<Box extends HTMLElement>(pressed: readonly string[], shown: unknown) {
  const box = useRef<Box>(null);
  /** Which item had the focus last. */
  const last = useRef(-1);
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  const focus = (at: number): void => {
    const all = items();
    all[Math.min(Math.max(at, 0), all.length - 1)]?.focus();
  };
  const isElsewhere = () => document.activeElement?.closest('[role="dialog"], [role="menu"]') != null;
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
  useEffect(() => {
    if (shown !== undefined && last.current !== -1 && document.activeElement === document.body) focus(last.current);
  });
  return {
    ref: box,
    onFocus: ({ target }: FocusEvent) => {
      const at = items().findIndex((one) => one.contains(target));
      if (at !== -1) last.current = at;
    },
  };
}

/** For those who have a keyboard. @param keys each group of keys with what it does. */
export function KeyHints({ keys }: { keys: readonly (readonly [keys: readonly string[], does: string])[] }) {
  return (
    <Group gap={6} visibleFrom="sm" fz="sm">
      {keys.map(([names, does], at) => (
        <Group key={does} gap={6} ml={at === 0 ? 0 : 'xs'}>
          {names.map((name) => (
            <Kbd key={name}>{name}</Kbd>
          ))}
          {does}
        </Group>
      ))}
    </Group>
  );
}
