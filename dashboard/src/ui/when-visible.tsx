/** Loads a heavy part below the fold only when the reader scrolls to it. Once loaded, it stays. */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Loading } from './loading.tsx';

/** Not at its first pixel at the bottom of the window, where a phone has its navigation bar. */
const reached = { rootMargin: '0px 0px -20% 0px' } satisfies IntersectionObserverInit;

/** @param height of the placeholder, in pixels. */
export function WhenVisible({ height, children }: { height: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isReached, setReached] = useState(false);
  useEffect(() => {
    if (isReached || place.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setReached(entry?.isIntersecting === true), reached);
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isReached]);
  // Labeled, so that a screen reader reaches it too.
  const placeholder = <Loading heights={[height]} />;
  return <div ref={place}>{isReached ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder}</div>;
}
