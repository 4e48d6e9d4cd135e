/** Loads a heavy part below the fold when the reader scrolls to it, or once the browser has nothing else to do. */
import { type ReactNode, Suspense, startTransition, useEffect, useRef, useState } from 'react';

/** Not at its first pixel at the bottom of the window, where a phone has its navigation bar. */
const reached = { rootMargin: '0px 0px -20% 0px' } satisfies IntersectionObserverInit;

/** @param props.until the placeholder. It has to be named, so that a screen reader reaches it too. */
export function WhenVisible({ until, children }: { until: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isWanted || place.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setWanted(entry?.isIntersecting === true), reached);
    observer.observe(place.current);
    // An input may interrupt a transition. Not every browser tells when it is idle: there, the reader scrolls.
    const idle = window.requestIdleCallback?.(() => startTransition(() => setWanted(true)));
    return () => {
      observer.disconnect();
      if (idle !== undefined) window.cancelIdleCallback(idle);
    };
  }, [isWanted]);
  return <div ref={place}>{isWanted ? <Suspense fallback={until}>{children}</Suspense> : until}</div>;
}
