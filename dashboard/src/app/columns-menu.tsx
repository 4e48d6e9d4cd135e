/** Chooses the columns of a list at a desk. A phone shows cards, which have none. */
import { Button } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from '../ui/icon.tsx';
import { useIsPhone } from '../ui/is-phone.ts';
import { loadOnInput } from '../ui/lazy.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import classes from './arranged.module.css';
import type { ColumnChoice } from './column-choice.ts';

const loadItems = loadOnInput(async () => (await import('./column-items.tsx')).ColumnItems);

export function ColumnsMenu({ choice }: { choice: ColumnChoice }) {
  const t = useStrings();
  if (useIsPhone()) return null;
  const button = (
    <Button
      className={classes.arrange}
      title={t('columns.title')}
      variant="default"
      leftSection={<Icon name="table" size={16} />}
    >
      <span className={classes.name}>{t('columns.title')}</span>
    </Button>
  );
  return <MenuButton button={button} position="bottom-end" width={220} load={loadItems} of={choice} />;
}
