/** The first screen of an account. */
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Page } from '../../ui/page.tsx';
import { CompanyHome } from './company-home.tsx';

export function Home() {
  const t = useStrings();
  const { holder } = useBook();
  return (
    <Page title={t('home.title')} note={holder.name}>
      {holder.kind === 'company' ? <CompanyHome /> : null}
    </Page>
  );
}
