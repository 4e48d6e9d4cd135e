/** The 404 page. */
import { Button, Center } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useStrings } from '../strings/strings.tsx';
import { EmptyState } from './empty-state.tsx';
import { Mark } from './mark.tsx';

/** The 404 page outside the frame of an account. */
export const NotFoundPage = () => (
  <main>
    <Center pt="xl">
      <Link to="/" style={{ color: 'inherit' }}>
        <Mark size={32} />
      </Link>
    </Center>
    <NotFound />
  </main>
);

export function NotFound() {
  const t = useStrings();
  useDocumentTitle(`${t('notFound.title')} · Sluice`);
  return (
    <Center mih="70dvh">
      <EmptyState
        isPage
        icon="search"
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={<Button renderRoot={(props) => <Link to="/" {...props} />}>{t('notFound.home')}</Button>}
      />
    </Center>
  );
}
