/** Renders a heavy part in small steps, so that a slow phone stays responsive. */
import { type ReactNode, useDeferredValue } from 'react';

/** @param until the placeholder meanwhile, the one shown while the data was loading. */
export const Deferred = ({ until, children }: { until: ReactNode; children: ReactNode }) =>
  useDeferredValue(true, false) ? children : until;
