/** The card of a volume before it is read, or loaded with its chart: its title, its period, and the space that it takes. */
import { Button, Group, Skeleton } from '@mantine/core';
import { useFilters } from '../../../app/use-list.ts';
import { useStrings } from '../../../strings/strings.tsx';
import { TableButton } from '../../../ui/figure-table.tsx';
import { useIsPhone } from '../../../ui/is-phone.ts';
import { Loading } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { filters } from './volume.ts';

const figureHeight = 56;
const gap = 12;
const chartHeight = 260;

type Props = {
  title: string;
  /** How many there are: in a row at a desk, two by two on a phone. */
  figures: number;
  hasNote?: boolean;
};

export function VolumeAhead({ title, figures, hasNote = false }: Props) {
  const t = useStrings();
  const { filter } = useFilters(filters);
  const lines = useIsPhone() ? Math.ceil(figures / 2) : 1;
  return (
    <Panel
      title={title}
      actions={
        <>
          <Group gap="xs">
            {hasNote && <Skeleton width={120} height={20} />}
            <Button variant="default" disabled w={156} justify="flex-start">
              {t(`payments.span.${filter.span}`)}
            </Button>
          </Group>
          <TableButton />
        </>
      }
    >
      <Loading heights={[lines * figureHeight + (lines - 1) * gap, chartHeight]} />
    </Panel>
  );
}
