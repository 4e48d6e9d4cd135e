/** Whether the browser has a network. A server that does not answer is another matter. */
import { useSyncExternalStore } from 'react';

const isOnline = (): boolean => navigator.onLine;

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, isOnline);
