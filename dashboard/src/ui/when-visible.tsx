/** Loads a heavy part below the fold only when the reader scrolls to it. Once loaded, it stays. */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

/** Not at its first pixel at the bottom of the window, where a phone has its navigation bar. */
const reached = { rootMargin: '0px 0px -20% 0px' } satisfies IntersectionObserverInit;

/** @param props.until the placeholder. It has to be named, so that a screen reader reaches it too. */
export function WhenVisible({ until, children }: { until: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isReached, setReached] = useState(false);
  useEffect(() => {
    if (isReached || place.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setReached(entry?.isIntersecting === true), reached);
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isReached]);
  return <div ref={place}>{isReached ? <Suspense fallback={until}>{children}</Suspense> : until}</div>;
}
