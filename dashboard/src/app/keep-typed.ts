/** Keeps what is typed while the field that it is meant for is still being loaded. */

/** `take` ends it and returns what was typed, once; `stop` ends it. */
export type Typed = { take: () => string; stop: () => void };

/** @param onEscape called when the person would rather not. */
export function keepTyped(onEscape: () => void): Typed {
  let typed = '';
  const hear = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || key === 'Tab') return;
    if (key === 'Escape') onEscape();
    else if (key === 'Backspace') typed = typed.slice(0, -1);
    else if (key.length === 1) typed += key;
    // What has the focus until then must not take it for itself: a field would be changed, and a button pressed.
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = (): void => window.removeEventListener('keydown', hear, true);
  window.addEventListener('keydown', hear, true);
  return {
    take: () => {
      stop();
      const taken = typed;
      typed = '';
      return taken;
    },
    stop,
  };
}
