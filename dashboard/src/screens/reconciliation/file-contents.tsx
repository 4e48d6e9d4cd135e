/** What was understood of a file: as what it was read, its days, sums and balances, and its first lines. */
import { Box, SimpleGrid, Text } from '@mantine/core';
import type { StatementFile, StatementFileContents } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CalendarDay } from '../../ui/calendar-day.tsx';
import { FactCard } from '../../ui/fact-card.tsx';
import { Figures, FigureText } from '../../ui/figures.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Money } from '../../ui/money.tsx';

export function FileContents({ file, name }: { file: StatementFile; name: string }) {
  const t = useStrings();
  const contents = file.contents;
  if (contents === null) return null;
  const { entries, sums, first_day: first, last_day: last } = contents;
  return (
    <Box>
      <Text mb="md">
        {t('recon.read.as', { format: file.format ?? '' })}
        {file.account ? t('recon.read.account', { account: file.account }) : null}
        {file.profile === null ? null : t('recon.read.profile', { name: file.profile.name })}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} mb="md">
        <FactCard
          label={t('recon.read.entries')}
          value={entries}
          note={
            first === null || last === null ? undefined : (
              <>
                <CalendarDay of={first} />
                {last === first ? null : (
                  <>
                    {' – '}
                    <CalendarDay of={last} />
                  </>
                )}
              </>
            )
          }
        />
        {sums.map((sum) => (
          <SumCard key={sum.currency} sum={sum} />
        ))}
        <Balances contents={contents} />
      </SimpleGrid>
      <LeftOut contents={contents} />
      <FirstLines lines={contents.first} name={name} />
    </Box>
  );
}

function SumCard({ sum: { currency, in: into, out, undirected } }: { sum: StatementFileContents['sums'][number] }) {
  const t = useStrings();
  return (
    <FactCard
      label={t('recon.read.sums', { currency })}
      value={<Money amount={into} currency={currency} signed />}
      note={
        <>
          {t('recon.read.out')} <Money amount={out} currency={currency} />
          {undirected === 0 ? null : (
            <>
              {' · '}
              {t('recon.read.undirected')} <Money amount={undirected} currency={currency} />
            </>
          )}
        </>
      }
    />
  );
}

function Balances({
  contents: { opening_balance: opening, closing_balance: closing },
}: {
  contents: StatementFileContents;
}) {
  const t = useStrings();
  if (closing === null) return null;
  return (
    <FactCard
      label={t('recon.read.closing')}
      value={<Money amount={closing.amount} currency={closing.currency} />}
      note={
        opening === null ? undefined : (
          <>
            {t('recon.read.opening')} <Money amount={opening.amount} currency={opening.currency} />
          </>
        )
      }
    />
  );
}

/** What of the file is not imported. */
function LeftOut({ contents: { pending, empty, skipped } }: { contents: StatementFileContents }) {
  const t = useStrings();
  const sentences = [
    ...(pending > 0 ? [t('recon.preview.pending', { count: pending })] : []),
    ...(empty > 0 ? [t('recon.read.empty', { count: empty })] : []),
    ...(skipped.length > 0 ? [t('recon.read.skipped', { names: skipped.join(', ') })] : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" mb="md">
      {sentences.join(' ')}
    </Text>
  );
}

function FirstLines({ lines, name }: { lines: StatementFileContents['first']; name: string }) {
  const t = useStrings();
  if (lines.length === 0) return null;
  return (
    <Figures
      label={t('recon.read.table', { name })}
      isStacked
      heads={[
        { title: t('recon.line') },
        { title: t('recon.column.date') },
        { title: t('recon.column.amount'), align: 'end' },
        { title: t('recon.column.reference') },
      ]}
      rows={lines.map((line) => ({
        key: String(line.line_number),
        cells: [
          line.line_number,
          <CalendarDay key="date" of={line.booked_on} />,
          <span key="amount">
            <Money amount={line.amount} currency={line.currency} signed={line.direction !== 'unknown'} />{' '}
            {line.direction === 'unknown' && <Flag tone="waiting">{t('recon.direction.unknown')}</Flag>}
          </span>,
          <FigureText key="reference">{line.reference}</FigureText>,
        ],
      }))}
    />
  );
}
