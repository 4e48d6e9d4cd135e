/** The page for an address of nothing. */
import { Button, Center } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useStrings } from '../strings/strings.tsx';
import { EmptyState } from './empty-state.tsx';
import { Mark } from './mark.tsx';

/** The same outside the frame of a book, where it is the whole page. */
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
