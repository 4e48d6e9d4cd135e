/** The screens of developers, behind one entry of the navigation: each shows the way to the others. */
import { useStrings } from '../strings/strings.tsx';
import { useBook } from './book.ts';
import { developerPlacesOf } from './navigation.ts';
import { Tabs } from './tabs.tsx';

export function DeveloperTabs() {
  const t = useStrings();
  const { holder, mode } = useBook();
  const places = developerPlacesOf(holder, mode);
  if (places.length < 2) return null;
  return <Tabs label={t('app.developers')} tabs={places.map(({ to, label }) => ({ to, label: t(label) }))} />;
}
