/** Short facts beside each other with a dot between them. Where they wrap, no dot stands at the end or start of a line. */
import { Children, isValidElement, type ReactNode } from 'react';
import classes from './dotted.module.css';

type Props = { children: ReactNode; className?: string | undefined };

/** Each child is a fact; one that is text becomes an element, so that a dot can stand before it. */
export const Dotted = ({ children, className = '' }: Props) => (
  <div className={`${classes.dotted} ${className}`}>
    {Children.toArray(children).map((child) =>
      isValidElement(child) ? child : <span key={String(child)}>{child}</span>,
    )}
  </div>
);
