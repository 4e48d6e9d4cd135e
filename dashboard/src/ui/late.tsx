/**
 * What answers the reader and is not read, such as a menu or a dialog, is loaded when they first touch the page, by
 * whatever: it is there when they have chosen what to press, and a phone does not wait for it before it shows a screen.
 */
import { type ComponentType, lazy, Suspense } from 'react';

const kinds = ['pointermove', 'pointerdown', 'keydown', 'click'] as const;

const touched = new Promise<void>((resolve) => {
  const done = (): void => {
    for (const kind of kinds) window.removeEventListener(kind, done, true);
    resolve();
  };
  for (const kind of kinds) window.addEventListener(kind, done, true);
});

/** @returns the component, which shows nothing until it is loaded. Needed before the first touch, it is loaded at once. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(whenTouched(async () => ({ default: (await load()) as ComponentType<object> })));
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}

/** @returns the same, which is also called at the first touch: what comes of it is kept by the browser. */
export function whenTouched<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  // What could not be loaded is asked for again when it is needed.
  void touched.then(load).catch(() => undefined);
  return load;
}
