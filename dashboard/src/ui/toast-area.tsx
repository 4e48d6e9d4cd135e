/** The corner where `toast.ts` shows messages. Loaded with the first of them. */
import { lazy, Suspense, useEffect, useState } from 'react';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

const opened = Promise.withResolvers<void>();

export const openToastArea = opened.resolve;

export function ToastArea() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => void opened.promise.then(() => setOpen(true)), []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <Notifications position="bottom-right" />
    </Suspense>
  );
}
