/** Until when something has to be done: the moment, how long that is, and amber once it is near. */
import { useState } from 'react';
import { Countdown } from './countdown.tsx';
import { Flag } from './flag.tsx';
import { Instant } from './instant.tsx';

const nearMs = 3 * 24 * 60 * 60_000;

/** @param day without the time of day. */
export function Due({ at, day = false }: { at: string; day?: boolean }) {
  const [now] = useState(() => new Date());
  const left = Date.parse(at) - now.getTime();
  const shown = (
    <>
      <Instant at={at} day={day} />
      {left > 0 && (
        <>
          {' ('}
          <Countdown to={at} now={now.toISOString()} />)
        </>
      )}
    </>
  );
  return left < nearMs ? (
    <Flag tone="waiting" style={{ whiteSpace: 'normal' }}>
      {shown}
    </Flag>
  ) : (
    <span>{shown}</span>
  );
}
