/** An act is sent once, even by a second click that comes before the first has been rendered as under way. */
import { useEffect, useRef } from 'react';

/** @returns runs what it is given, unless that was run before and the act has not settled. */
export function useOnce(act: { isPending: boolean }): (run: () => void) => void {
  const isSent = useRef(false);
  // After every rendering: what was refused before it was sent may be sent again.
  useEffect(() => {
    if (!act.isPending) isSent.current = false;
  });
  return (run) => {
    if (act.isPending || isSent.current) return;
    isSent.current = true;
    run();
  };
}
