/**
 * A button that opens a menu. Until it is first pressed the button stands alone, because a menu is more to load and to set
 * up than most of a screen.
 */
import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type MouseEvent,
  type ReactElement,
  useState,
} from 'react';
import { loadOnInput } from './lazy.tsx';

const loadMenu = loadOnInput(async () => (await import('./menu.tsx')).ButtonWithMenu);

type Props<Shown extends object> = {
  /** Takes what a button takes, and a `ref`. */
  button: ReactElement<ComponentProps<'button'>>;
  position: 'bottom-start' | 'bottom-end';
  width: number;
  /** Loads the items, as Mantine's menu has them. */
  load: () => Promise<ComponentType<Shown>>;
  /** What the items show. */
  of: Shown;
};

type Loaded<Shown> = {
  Menu: Awaited<ReturnType<typeof loadMenu>>;
  Items: ComponentType<Shown>;
  /** The button had the focus when it was pressed. */
  hadFocus: boolean;
};

export function MenuButton<Shown extends object>({ button, load, of, ...menu }: Props<Shown>) {
  const [loaded, setLoaded] = useState<Loaded<Shown>>();
  if (loaded !== undefined) {
    const { Menu, Items, hadFocus } = loaded;
    return (
      <Menu button={button} takesFocus={hadFocus} {...menu}>
        <Items {...of} />
      </Menu>
    );
  }
  const open = async ({ currentTarget }: MouseEvent) => {
    const hadFocus = currentTarget === document.activeElement;
    const [Menu, Items] = await Promise.all([loadMenu(), load()]);
    setLoaded({ Menu, Items, hadFocus });
  };
  return cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // What can't be loaded now is loaded when it is pressed again.
    onClick: (event: MouseEvent) => void open(event).catch(() => undefined),
  });
}
