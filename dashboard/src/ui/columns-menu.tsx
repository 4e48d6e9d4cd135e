/** Chooses the columns of a list at a desk. A phone shows cards, which have none. */
import { Button } from '@mantine/core';
import type { ColumnChoice } from '../app/column-choice.ts';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from './icon.tsx';
import { useIsPhone } from './is-phone.ts';
import { loadOnInput } from './lazy.tsx';
import { MenuButton } from './menu-button.tsx';

const loadItems = loadOnInput(async () => (await import('./column-items.tsx')).ColumnItems);

export function ColumnsMenu({ choice }: { choice: ColumnChoice }) {
  const t = useStrings();
  if (useIsPhone()) return null;
  const button = (
    <Button variant="default" leftSection={<Icon name="table" size={16} />}>
      {t('columns.title')}
    </Button>
  );
  return <MenuButton button={button} position="bottom-end" width={220} load={loadItems} of={choice} />;
}
