/** Leads to the evening of the test city. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';

export function OpenEvening() {
  const t = useStrings();
  const { holderId } = useBook();
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link to="/h/$holderId/$mode/developers/test-clock" params={{ holderId, mode: 'test' }} {...props} />
      )}
    >
      {t('city.begin')}
    </Button>
  );
}
