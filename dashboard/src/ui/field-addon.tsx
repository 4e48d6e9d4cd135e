/** Places a unit or a button next to a field, with the field's label and error above and below both. */
import type { CSSProperties, ReactNode } from 'react';
import classes from './field-addon.module.css';

/**
 * Props of the field. @param least the field's minimum width in pixels; on less, the addon goes below it.
 * @param stacks whether the addon goes below the field and its error on every phone.
 */
export const fieldAddon = (other: ReactNode, least = 140, stacks = false) => ({
  inputContainer: (field: ReactNode) => (
    <div className={classes.pair} style={{ '--least': `${least}px` } as CSSProperties}>
      <div className={classes.field}>{field}</div>
      <div className={classes.other}>{other}</div>
    </div>
  ),
  ...(stacks ? { classNames: { root: classes.stacks ?? '' } } : {}),
  styles: { wrapper: { margin: 0 } },
});
