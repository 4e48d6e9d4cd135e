/** What payees have in one currency, the largest first, and all of it together. */
import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Wallet } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { PayeeLink } from '../../app/payee-link.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { sumIn } from '../../ui/sums.ts';

/** The list of payees has them all. */
const shownMax = 8;

export function PayeeBalances({ wallet: { beneficiaries, currency } }: { wallet: Wallet }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const payees = beneficiaries
    .map((payee) => ({ ...payee, currency }))
    .sort((one, other) => other.balance - one.balance || one.name.localeCompare(other.name));
  const anyOwes = payees.some(({ debt }) => debt > 0);
  return (
    <Panel
      title={t('wallets.parties', { currency })}
      isFlush
      actions={
        payees.length > shownMax && (
          <Link to="/h/$holderId/$mode/links" params={{ holderId, mode }}>
            {t('wallets.parties.all', { count: payees.length })}
          </Link>
        )
      }
    >
      <Table verticalSpacing="xs" horizontalSpacing="lg">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('wallets.party')}</Table.Th>
            <Table.Th ta="end">{t('wallets.balance')}</Table.Th>
            {anyOwes && <Table.Th ta="end">{t('wallets.owes')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {payees.slice(0, shownMax).map((payee) => (
            <Table.Tr key={payee.beneficiary_ref}>
              <Table.Td>
                <PayeeLink link={payee.beneficiary_ref}>{payee.name}</PayeeLink>
                <Text size="xs" c="dimmed" component="div">
                  <Dotted>
                    {t(`order.party.${payee.beneficiary_type}`)}
                    {t('order.party.link', { id: payee.beneficiary_ref })}
                  </Dotted>
                </Text>
              </Table.Td>
              <Table.Td ta="end">
                <Money amount={payee.balance} currency={currency} />
              </Table.Td>
              {anyOwes && (
                <Table.Td ta="end">
                  {payee.debt > 0 ? <Money amount={payee.debt} currency={currency} /> : t('app.none')}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr style={{ borderTop: '1px solid var(--line)' }}>
            <Table.Th scope="row">{t('order.total')}</Table.Th>
            <Table.Td ta="end">
              <Money amount={sumIn(payees, currency, ({ balance }) => balance)} currency={currency} fw={650} />
            </Table.Td>
            {anyOwes && (
              <Table.Td ta="end">
                <Money amount={sumIn(payees, currency, ({ debt }) => debt)} currency={currency} fw={650} />
              </Table.Td>
            )}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Panel>
  );
}
