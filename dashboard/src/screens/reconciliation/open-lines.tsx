/** Above the open lines: how many there are, what they come to, and the keys by which they are worked through. */
import { Group, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { StatementLine } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { KeysButton } from '../../ui/keys-button.tsx';
import { Money } from '../../ui/money.tsx';
import { type OpenSum, openSums } from './open-sums.ts';

/** @param isWhole one page has them all. */
export function OpenLines({ rows, isWhole }: { rows: readonly StatementLine[]; isWhole: boolean }) {
  const t = useStrings();
  return (
    <Group justify={isWhole ? 'space-between' : 'flex-end'} align="flex-start" gap="sm">
      {isWhole && (
        <Stack gap={2}>
          <Text fw={600}>{t('recon.found', { count: rows.length })}</Text>
          {openSums(rows).map((sum) => (
            <Sum key={sum.currency} sum={sum} />
          ))}
        </Stack>
      )}
      <LineKeys />
    </Group>
  );
}

/** Where all of it went one way, the net sum says it. */
function Sum({ sum: { currency, moneyIn, moneyOut, net } }: { sum: OpenSum }) {
  const t = useStrings();
  return (
    <Text size="sm" component="div">
      <Dotted>
        <Text span inherit fw={600}>
          {t('recon.open.net')} <Money amount={net} currency={currency} signed />
        </Text>
        {moneyIn !== 0 && moneyOut !== 0 && (
          <Text span inherit c="dimmed">
            {t('recon.open.in')} <Money amount={moneyIn} currency={currency} />
          </Text>
        )}
        {moneyIn !== 0 && moneyOut !== 0 && (
          <Text span inherit c="dimmed">
            {t('recon.open.out')} <Money amount={-moneyOut} currency={currency} />
          </Text>
        )}
      </Dotted>
    </Text>
  );
}

function LineKeys() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const may = useMay();
  const navigate = useNavigate();
  const to = '/h/$holderId/$mode/operator/reconciliation/import';
  const isImporter = may('reconciliation.import');
  useHotkeys(isImporter ? [['i', () => void navigate({ to, params: { holderId, mode } })]] : []);
  const decides = [
    [['Enter'], t('recon.keys.accept')],
    [['m'], t('recon.pick')],
    [['b'], t('recon.book')],
  ] as const;
  return (
    <KeysButton
      keys={[
        [['j', 'k'], t('desk.keys.move')],
        ...(may('reconciliation.match') ? decides : []),
        ...(isImporter ? ([[['i'], t('recon.import')]] as const) : []),
      ]}
    />
  );
}
