/** The page for an address of nothing. */
import { Button, Center } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useStrings } from '../strings/strings.tsx';
import { Blank } from './blank.tsx';

/** The same outside the frame of a book, where it is the whole page. */
export const NotFoundPage = () => (
  <main>
    <NotFound />
  </main>
);

export function NotFound() {
  const t = useStrings();
  useDocumentTitle(`${t('notFound.title')} · Sluice`);
  return (
    <Center mih="70dvh">
      <Blank
        isPage
        icon="search"
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={<Button renderRoot={(props) => <Link to="/" {...props} />}>{t('notFound.home')}</Button>}
      />
    </Center>
  );
}
