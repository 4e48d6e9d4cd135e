/** A short remark in the colour of a state, for what is no state by itself. */
import { forwardRef, type ReactNode } from 'react';
import classes from './state-badge.module.css';

type Props = { tone: 'done' | 'waiting' | 'failed' | 'neutral' | 'active'; children: ReactNode };

/** Takes a ref and further attributes, so that a tooltip can stand at it. */
export const Flag = forwardRef<HTMLSpanElement, Props>(function Flag({ tone, children, ...rest }, ref) {
  return (
    <span ref={ref} className={classes.badge} data-tone={tone} {...rest}>
      {children}
    </span>
  );
});
