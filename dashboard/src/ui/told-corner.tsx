/** The corner where `told.ts` says what was done. It is loaded when there is something to say. */
import { lazy, Suspense, useEffect, useState } from 'react';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

const opened = Promise.withResolvers<void>();

export const openToldCorner = opened.resolve;

export function ToldCorner() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => void opened.promise.then(() => setOpen(true)), []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <Notifications position="bottom-right" />
    </Suspense>
  );
}
