/** Where the focus goes when what had it went with the screen before: to the content, so that keys and readers go on from there. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The content of a frame. */
export const contentId = 'content';

export function useFocusOnContent(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged || document.activeElement !== document.body) return;
        document.getElementById(contentId)?.focus({ preventScroll: true });
      }),
    [router],
  );
}
