/** What is loaded only when the reader reaches it, because it is heavy and stands below. Once there it stays. */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Loading } from './loading.tsx';

/** Not for its edge at the foot of the window, where a phone has its bar. */
const reached = { rootMargin: '0px 0px -20% 0px' } satisfies IntersectionObserverInit;

/** @param height of what is to come, in pixels. */
export function WhenReached({ height, children }: { height: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isReached, setReached] = useState(false);
  useEffect(() => {
    if (isReached || place.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setReached(entry?.isIntersecting === true), reached);
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isReached]);
  // With a name, so that a screen reader reaches it too.
  const toCome = <Loading heights={[height]} />;
  return <div ref={place}>{isReached ? <Suspense fallback={toCome}>{children}</Suspense> : toCome}</div>;
}
