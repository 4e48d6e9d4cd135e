/** Until when something has to be done: the moment, how long that is, and amber once it is near. */
import { Countdown } from './countdown.tsx';
import { Flag } from './flag.tsx';
import { Instant } from './instant.tsx';
import { useNow } from './use-now.ts';

const nearMs = 3 * 24 * 60 * 60_000;

type Props = {
  at: string;
  /** Without the time of day. */
  day?: boolean;
  /** Stands before it; what has one is a badge however far away it is. */
  label?: string;
};

export function Due({ at, day = false, label }: Props) {
  const left = Date.parse(at) - useNow();
  const shown = (
    <>
      {label !== undefined && `${label} `}
      <Instant at={at} day={day} />
      {left > 0 && (
        <>
          {' ('}
          <Countdown to={at} />)
        </>
      )}
    </>
  );
  const isNear = left < nearMs;
  return isNear || label !== undefined ? (
    <Flag tone={isNear ? 'waiting' : 'neutral'} style={{ whiteSpace: 'normal' }}>
      {shown}
    </Flag>
  ) : (
    <span>{shown}</span>
  );
}
