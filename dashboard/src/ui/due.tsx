/** Until when something has to be done: the moment, how long that is, and amber once it is near. */
import { useState } from 'react';
import { Countdown } from './countdown.tsx';
import { Flag } from './flag.tsx';
import { Instant } from './instant.tsx';

const nearMs = 3 * 24 * 60 * 60_000;

type Props = {
  at: string;
  /** Without the time of day. */
  day?: boolean;
  /** Stands before it; what has one is a badge however far away it is. */
  label?: string;
  /** What time it was, on the clock that counts, when it was read; by default that of the browser. */
  now?: string;
};

export function Due({ at, day = false, label, now: given }: Props) {
  const [opened] = useState(() => new Date().toISOString());
  const now = given ?? opened;
  const left = Date.parse(at) - Date.parse(now);
  const shown = (
    <>
      {label !== undefined && `${label} `}
      <Instant at={at} day={day} />
      {left > 0 && (
        <>
          {' ('}
          <Countdown to={at} now={now} />)
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
