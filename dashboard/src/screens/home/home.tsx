/** The first screen of an account. */
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Page } from '../../ui/page.tsx';

export function Home() {
  const t = useStrings();
  const { holder } = useBook();
  return (
    <Page title={t('home.title')} note={holder.name}>
      {null}
    </Page>
  );
}
