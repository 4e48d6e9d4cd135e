/** What is much at once: put together in small steps, so that a slow phone answers its reader meanwhile. */
import { type ReactNode, useDeferredValue } from 'react';

/** @param until stands there meanwhile: what stood there while the data was read. */
export const Gradually = ({ until, children }: { until: ReactNode; children: ReactNode }) =>
  useDeferredValue(true, false) ? children : until;
