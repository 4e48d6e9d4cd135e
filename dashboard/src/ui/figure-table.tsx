/** A picture with its numbers as a table, one click away. The picture itself is hidden from screen readers. */
import { Button, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from './icon.tsx';
import { Panel } from './panel.tsx';

type Props = {
  title: string;
  picture: ReactNode;
  table: ReactNode;
  controls?: ReactNode;
  /** Stands above both. */
  above?: ReactNode;
};

export function FigureTable({ title, picture, table, controls, above }: Props) {
  const [isTable, setIsTable] = useState(false);
  return (
    <Panel
      title={title}
      actions={
        <>
          {controls}
          <TableButton isTable={isTable} onClick={() => setIsTable(!isTable)} />
        </>
      }
    >
      <Stack>
        {above}
        {isTable ? table : <div aria-hidden="true">{picture}</div>}
      </Stack>
    </Panel>
  );
}

/** @param props.onClick absent while there is no picture yet. */
export function TableButton({ isTable = false, onClick }: { isTable?: boolean; onClick?: () => void }) {
  const t = useStrings();
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<Icon name={isTable ? 'chart-bar' : 'table'} size={16} />}
      disabled={onClick === undefined}
      onClick={onClick}
    >
      {isTable ? t('app.asPicture') : t('app.inNumbers')}
    </Button>
  );
}
