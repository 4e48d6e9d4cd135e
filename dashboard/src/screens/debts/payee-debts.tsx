/** What a company's payees owe it: recording that it was repaid outside, writing off, and what was settled before. */
import { useQuery } from '@tanstack/react-query';
import { dataOf, pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { PayeeLink } from '../../app/payee-link.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { WriteOffLimits } from '../limits/write-off-limits.tsx';
import { type Owed, OwedPanel } from './owed-panel.tsx';
import { WriteOffs } from './write-offs.tsx';

const shownMax = 20;

type Payee = { beneficiary_ref: number; name: string; debt: number };
type Props = { currency: string; payees: readonly Payee[] };

export function PayeeDebts({ currency, payees }: Props) {
  const may = useMay();
  const { holderId, mode, api } = useBook();
  const settled = useQuery({
    queryKey: ['debts', holderId, mode, 'decisions'],
    queryFn: () => pageOf(api.GET('/api/v1/debts/write-offs/decisions', { params: { query: { limit: shownMax } } })),
  });
  const limits = useQuery({
    queryKey: ['debts', holderId, mode, 'limits'],
    queryFn: () => dataOf(api.GET('/api/v1/write-off-limits')),
  });
  const owing = payees
    .filter(({ debt }) => debt > 0)
    .map(({ beneficiary_ref: ref, name, debt }) => ({ id: String(ref), name, amount: debt, currency }));
  return (
    <>
      <PayeesOwed owed={may('link_debts.write_off') ? owing : []} />
      <WriteOffs
        settled={settled.data?.data ?? []}
        mayDecide={may('link_debts.write_off')}
        decide={(id, decision) => {
          const params = { path: { id } };
          return decision === 'approve'
            ? dataOf(api.POST('/api/v1/debts/write-offs/{id}/approve', { params }))
            : dataOf(api.POST('/api/v1/debts/write-offs/{id}/decline', { params }));
        }}
      />
      {((limits.data ?? []).length > 0 || owing.length > 0) && may('link_debts.write_off') && (
        <WriteOffLimits
          limits={limits.data ?? []}
          without="company"
          mayChange={may('write_off_limits.set')}
          save={(code, body) =>
            dataOf(api.PUT('/api/v1/write-off-limits/{currency}', { params: { path: { currency: code } }, body }))
          }
        />
      )}
    </>
  );
}

/** @param owed by links, whose ids they have. */
export function PayeesOwed({ owed }: { owed: readonly Owed[] }) {
  const t = useStrings();
  const { api } = useBook();
  return (
    <OwedPanel
      title={t('debts.payees.title')}
      text={t('debts.payees.text')}
      owed={owed}
      maySettle
      nameOf={({ id, name }) => <PayeeLink link={Number(id)}>{name}</PayeeLink>}
      explain={(kind, { name }, amount) =>
        t(kind === 'repaid' ? 'debts.payees.repaid.text' : 'debts.payees.writeOff.text', { name: name ?? '', amount })
      }
      send={(kind, { id }, typed) => {
        const body = { ...typed, beneficiary_ref: Number(id) };
        return kind === 'repaid'
          ? dataOf(api.POST('/api/v1/debts/repaid', { body }))
          : dataOf(api.POST('/api/v1/debts/write-offs', { body }));
      }}
    />
  );
}
