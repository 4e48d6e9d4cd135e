/** The name of a payee, which leads to its page where the reader is its company. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useBook } from './book.ts';

type Props = {
  /** The link's id; null where there is none. */
  link: number | null;
  children: ReactNode;
};

export function PayeeLink({ link, children }: Props) {
  const { holderId, mode, holder } = useBook();
  if (link === null || holder.kind !== 'company') return children;
  return (
    <Link to="/h/$holderId/$mode/links/$link" params={{ holderId, mode, link: String(link) }}>
      {children}
    </Link>
  );
}
