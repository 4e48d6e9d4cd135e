/** Sets a unit or a button beside a field: the words of the field and its error run above and below both. */
import type { CSSProperties, ReactNode } from 'react';
import classes from './beside.module.css';

/**
 * Props of the field. @param least how narrow the field may become, in pixels, before the other goes below it.
 * @param stacks whether the other goes below the field and its error on every phone.
 */
export const beside = (other: ReactNode, least = 140, stacks = false) => ({
  inputContainer: (field: ReactNode) => (
    <div className={classes.pair} style={{ '--least': `${least}px` } as CSSProperties}>
      <div className={classes.field}>{field}</div>
      <div className={classes.other}>{other}</div>
    </div>
  ),
  ...(stacks ? { classNames: { root: classes.stacks ?? '' } } : {}),
  styles: { wrapper: { margin: 0 } },
});
