/** What an account owes the service, for the operator: recording a repayment, writing off, and what was settled before. */
import { useQuery } from '@tanstack/react-query';
import { dataOf, pageOf } from '../../api/client.ts';
import type { HolderInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { OwedPanel } from '../debts/owed-panel.tsx';
import { WriteOffs } from '../debts/write-offs.tsx';

const shownMax = 20;

export function HolderDebts({ holder }: { holder: HolderInFull }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const id = String(holder.holder_id);
  const query = { holder_id: holder.holder_id, limit: shownMax };
  const settled = useQuery({
    queryKey: ['operator', 'debt-settlements', holderId, mode, id],
    queryFn: () => pageOf(api.GET('/api/v1/operator/debt-settlements', { params: { query } })),
  });
  const owed = holder.balances
    .filter(({ account }) => account === 'debt')
    .map(({ amount, currency }) => ({ id: currency, amount, currency }));
  return (
    <>
      <OwedPanel
        title={t('debts.holder.title')}
        text={t('debts.holder.text')}
        owed={owed}
        maySettle={may('debts.write_off')}
        explain={(kind, _, amount) =>
          t(kind === 'repaid' ? 'debts.holder.repaid.text' : 'debts.holder.writeOff.text', {
            name: holder.name,
            amount,
          })
        }
        send={(kind, _, body) => {
          const params = { path: { id } };
          return kind === 'repaid'
            ? dataOf(api.POST('/api/v1/operator/holders/{id}/debts/repaid', { params, body }))
            : dataOf(api.POST('/api/v1/operator/holders/{id}/debts/write-offs', { params, body }));
        }}
      />
      <WriteOffs
        settled={settled.data?.data ?? []}
        mayDecide={may('debts.write_off')}
        decide={(settlement, decision) => {
          const params = { path: { id: settlement } };
          return decision === 'approve'
            ? dataOf(api.POST('/api/v1/operator/debt-settlements/{id}/approve', { params }))
            : dataOf(api.POST('/api/v1/operator/debt-settlements/{id}/decline', { params }));
        }}
      />
    </>
  );
}
