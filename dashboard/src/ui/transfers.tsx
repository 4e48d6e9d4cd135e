/** Transfers with their two accounts in words: a table at a desk, one below the other on a phone. */
import { Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useStrings } from '../strings/strings.tsx';
import { FromTo } from './from-to.tsx';
import { Instant } from './instant.tsx';
import { useIsPhone } from './is-phone.ts';
import { type TransferCode, useAccountWords } from './ledger-words.ts';
import { Loading } from './loading.tsx';
import { TracedMoney } from './traced-money.tsx';

type Account = { account: string; name: string | null };
type Transfer = {
  transfer_id: number;
  code: TransferCode;
  from: Account;
  to: Account;
  amount: number;
  currency: string;
  /** Set for a transfer of a settlement. */
  settlement_id?: number | null;
  created_at: string;
};

/** In words: what it was, and between whom. */
export type ToldTransfer = Transfer & { what: string; fromWords: string; toWords: string };

const TransfersTable = lazy(async () => ({ default: (await import('./transfers-table.tsx')).TransfersTable }));

export function Transfers({ transfers }: { transfers: readonly Transfer[] }) {
  const t = useStrings();
  const accountWords = useAccountWords();
  const isPhone = useIsPhone();
  const wordsOf = ({ account, name }: Account) => accountWords(account, name);
  const what = ({ code, settlement_id: id }: Transfer) =>
    id == null ? t(`code.${code}`) : `${t(`code.${code}`)} ${id}`;
  const lines = transfers.map((transfer) => ({
    ...transfer,
    what: what(transfer),
    fromWords: wordsOf(transfer.from),
    toWords: wordsOf(transfer.to),
  }));
  if (isPhone) {
    return (
      <Stack gap={0}>
        {lines.map((transfer, place) => (
          <Stack
            key={transfer.transfer_id}
            gap={4}
            p="md"
            style={{ borderTop: place === 0 ? 'none' : '1px solid var(--line)' }}
          >
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Text fw={550}>{transfer.what}</Text>
              <TracedMoney
                trace={`transfer:${transfer.transfer_id}`}
                amount={transfer.amount}
                currency={transfer.currency}
                fw={600}
                style={{ whiteSpace: 'nowrap' }}
              />
            </Group>
            <Text size="sm">
              <FromTo from={transfer.fromWords} to={transfer.toWords} />
            </Text>
            <Text size="xs" c="dimmed" component="div">
              <Instant at={transfer.created_at} />
            </Text>
          </Stack>
        ))}
      </Stack>
    );
  }
  return (
    <Suspense fallback={<Loading heights={lines.map(() => 62)} p="md" />}>
      <TransfersTable transfers={lines} />
    </Suspense>
  );
}
