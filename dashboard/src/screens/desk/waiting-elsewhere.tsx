/** Where nothing waits in this mode, but in the other one: how much, and the way there. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useBook } from '../../app/book.ts';
import { useWaiting } from '../../app/waiting-in-mode.tsx';
import { useStrings } from '../../strings/strings.tsx';

export function WaitingElsewhere() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const other = mode === 'test' ? 'live' : 'test';
  const count = useWaiting(other) ?? 0;
  if (count === 0) return null;
  return (
    <Button
      mt="sm"
      renderRoot={(props) => <Link to="/h/$holderId/$mode" params={{ holderId, mode: other }} {...props} />}
    >
      {t(other === 'live' ? 'desk.waiting.live' : 'desk.waiting.test', { count })}
    </Button>
  );
}
