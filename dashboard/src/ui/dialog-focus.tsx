/**
 * Where the focus is while a dialog is open and after it: it follows the steps of the dialog, returns to what opened it,
 * and never falls to the page's body, where a keyboard and a screen reader begin again from the top.
 */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { openers } from './acted-on.ts';

const open = '[role="dialog"][aria-modal="true"]';

const topDialog = (): Element | undefined => [...document.querySelectorAll(open)].at(-1);

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.getClientRects().length > 0;

/** Nothing has it, or what loses it at the next rendering. */
function isLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches(':disabled');
}

/** Each focuses what follows the item that is gone, and says whether there was one. */
const successors = new Set<() => boolean>();

/** Where nothing is left to return to: the list's next item, or the content of the page. */
function focusNext(): void {
  if ([...successors].some((focus) => focus())) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** For a list whose items go when they were dealt with. @param focus see {@link successors}. */
export function useFocusSuccessor(focus: () => boolean): void {
  useEffect(() => {
    successors.add(focus);
    return () => void successors.delete(focus);
  });
}

/** Gives the focus back when the dialog is closed, or leaves the page. */
export function useFocusReturn(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const from = openers();
    return () => void setTimeout(() => giveBack(from));
  }, [isOpen]);
}

function giveBack(from: readonly HTMLElement[]): void {
  const rescue = (): void => {
    if (!isLost()) return;
    const dialog = topDialog();
    const target = from.find((one) => isUsable(one) && (dialog === undefined || dialog.contains(one)));
    if (target !== undefined) target.focus({ preventScroll: true });
    else if (dialog === undefined) focusNext();
  };
  rescue();
  // The dialog may be there a moment longer, and what the focus returned to may vanish when the screen below is read again.
  const observer = new MutationObserver(() => {
    if (topDialog() === undefined) rescue();
  });
  const stop = (): void => {
    observer.disconnect();
    for (const kind of ['pointerdown', 'keydown']) window.removeEventListener(kind, stop, true);
  };
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, stop, true);
}

/** The content of a dialog. @param step names what it shows; another one begins at its first field or its heading. */
export function DialogSteps({ step, children }: { step: ReactNode; children: ReactNode }) {
  const mark = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  // Before the window looks for what it focuses first.
  useLayoutEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>(open);
    if (dialog) chooseStart(dialog);
  }, []);
  useEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>(open);
    return dialog ? keepFocusIn(dialog) : undefined;
  }, []);
  useEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>(open);
    if (step === shown.current || !dialog) return;
    shown.current = step;
    focusStart(dialog);
  }, [step]);
  return (
    <div ref={mark} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}

/**
 * Where nothing is chosen: the first field, or else the first button of the form, which leaves it. Never the one that sends it, which
 * a key that is pressed once more would do unread.
 */
function chooseStart(dialog: HTMLElement): void {
  if (dialog.querySelector('[data-autofocus]') !== null) return;
  const fields = 'form :is(input:not([type="hidden"]), textarea, select):enabled';
  const start = dialog.querySelector(fields) ?? dialog.querySelector('form [type="button"]:enabled');
  start?.setAttribute('data-autofocus', 'true');
}

function focusStart(dialog: HTMLElement): void {
  const first = dialog.querySelector<HTMLElement>('[data-autofocus]');
  const heading = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '');
  heading?.setAttribute('tabindex', '-1');
  (first ?? heading ?? dialog).focus({ preventScroll: true });
}

/** A button under way is disabled and loses the focus: the dialog has it meanwhile, and then the button again. */
function keepFocusIn(dialog: HTMLElement): () => void {
  let last: HTMLElement | undefined;
  const note = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && target !== dialog) last = target;
  };
  const observer = new MutationObserver(() => {
    if (topDialog() !== dialog || !(isLost() || document.activeElement === dialog)) return;
    if (last !== undefined && isUsable(last)) last.focus({ preventScroll: true });
    else if (last?.isConnected === true) dialog.focus({ preventScroll: true });
    else focusStart(dialog);
  });
  dialog.addEventListener('focusin', note);
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    dialog.removeEventListener('focusin', note);
    observer.disconnect();
  };
}
