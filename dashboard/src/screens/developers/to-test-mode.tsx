/** From a screen that exists in test mode only: the same screen there. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';

type Props = { to: '/h/$holderId/$mode/developers/try' | '/h/$holderId/$mode/developers/test-clock' };

export function ToTestMode({ to }: Props) {
  const t = useStrings();
  const { holderId } = useBook();
  return (
    <Button variant="default" renderRoot={(props) => <Link to={to} params={{ holderId, mode: 'test' }} {...props} />}>
      {t('developers.toTest')}
    </Button>
  );
}
