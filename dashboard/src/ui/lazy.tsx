/**
 * Loads menus and dialogs on the first input, so that a phone does not wait for them before it shows a screen, and they
 * are there when the reader has chosen what to press.
 */
import { type ComponentType, lazy, Suspense } from 'react';

const kinds = ['pointermove', 'pointerdown', 'keydown', 'click'] as const;

const firstInput = new Promise<void>((resolve) => {
  const done = (): void => {
    for (const kind of kinds) window.removeEventListener(kind, done, true);
    resolve();
  };
  for (const kind of kinds) window.addEventListener(kind, done, true);
});

/** @returns the component, which renders nothing until it is loaded: on the first input, or earlier if it is needed. */
export function lazyOnInput<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(loadOnInput(async () => ({ default: (await load()) as ComponentType<object> })));
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}

/** @returns `load`, which also runs on the first input: the browser keeps the module. */
export function loadOnInput<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  // If it fails, it is loaded again when it is needed.
  void firstInput.then(load).catch(() => undefined);
  return load;
}
