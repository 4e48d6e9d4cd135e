/** The card of where the money went, before it is loaded with its chart. */
import { useStrings } from '../../strings/strings.tsx';
import { TableButton } from '../../ui/figure-table.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Panel } from '../../ui/panel.tsx';

export const flowHeight = 340;
export const flowDays = 30;

export function FlowAhead({ days = flowDays }: { days?: number }) {
  const t = useStrings();
  return (
    <Panel title={t('home.flow', { days })} actions={<TableButton />}>
      <Loading heights={[flowHeight]} />
    </Panel>
  );
}
