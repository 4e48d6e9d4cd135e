/** An id that on a phone loses its middle rather than taking a second line. It is read out, selected and copied as a whole. */
import classes from './shortened.module.css';

/** What distinguishes ids of one kind is at their end. */
const endLength = 6;

export function Shortened({ id }: { id: string }) {
  return (
    <span className={classes.id}>
      <span className={classes.start}>{id.slice(0, -endLength)}</span>
      {id.slice(-endLength)}
    </span>
  );
}
