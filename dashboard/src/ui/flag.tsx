/** A short remark in the colour of a state, for what is no state by itself. */
import { type ComponentPropsWithoutRef, forwardRef } from 'react';
import classes from './state-badge.module.css';

type Props = ComponentPropsWithoutRef<'span'> & { tone: 'done' | 'waiting' | 'failed' | 'neutral' | 'active' };

/** Takes a ref and further attributes, so that a tooltip can stand at it. */
export const Flag = forwardRef<HTMLSpanElement, Props>(function Flag({ tone, children, className = '', ...rest }, ref) {
  return (
    <span ref={ref} data-tone={tone} {...rest} className={`${classes.badge} ${className}`}>
      {children}
    </span>
  );
});
