/** A link to another screen for long lists: the router's own costs several times as much to render. */
import { type LinkProps, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

type Props = { to: LinkProps; className: string; children: ReactNode };

export function PlainLink({ to, className, children }: Props) {
  const router = useRouter();
  const open = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    void router.navigate(to);
  };
  return (
    <a href={router.buildLocation(to).href} className={className} onClick={open}>
      {children}
    </a>
  );
}

/** Whether the browser opens what is clicked in another tab or window, or saves it. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;
