/** What the person acted on last: where the focus belongs when the dialog that it opened is closed. */

const operable = 'a[href], button, input, select, textarea, summary, [tabindex]';

let last: Element | null = null;
/** Belongs to the dialog that was opened last. */
let previous: readonly HTMLElement[] = [];

for (const kind of ['click', 'keydown']) {
  window.addEventListener(
    kind,
    ({ target }) => {
      last = target instanceof Element ? target.closest(operable) : null;
    },
    true,
  );
}

/**
 * Call when a dialog opens. @returns what may have the focus after it, the best first: what was acted on, the button of
 * the menu that it was in, and what opened the dialog that this one follows.
 */
export function openers(): readonly HTMLElement[] {
  const menu = last?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const found = [last, menu ? document.getElementById(menu) : null].filter((one) => one instanceof HTMLElement);
  previous = last?.closest('[role="dialog"]') ? [...found, ...previous] : found;
  return previous;
}
