/** What the import of a file did. */
import { Alert, Box, Button, Group, SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { StatementFile } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FactCard } from '../../ui/fact-card.tsx';
import { Gaps } from './gaps.tsx';
import type { Source } from './types.ts';

export function FileResult({ file: { result }, source }: { file: StatementFile; source: Source }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  if (result === null) return null;
  const { lines, open, repeated, completed, undirected, directed, empty, matched, ambiguous } = result;
  const { top_ups: topUps, possible_duplicates: possible, statement_id: id, gaps } = result;
  return (
    <Box>
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        <FactCard label={t('recon.preview.lines')} value={lines} note={t('recon.preview.empty', { empty })} />
        <FactCard
          label={t('recon.preview.matched')}
          value={matched}
          {...(topUps === 0 ? {} : { note: t('recon.result.topUps', { count: topUps }) })}
        />
        <FactCard label={t('recon.preview.open')} value={open} note={t('recon.preview.ambiguous', { ambiguous })} />
        <FactCard
          label={t('recon.preview.repeated')}
          value={repeated}
          note={t('recon.preview.repeated.text', { completed })}
        />
      </SimpleGrid>
      {undirected > 0 && (
        <Alert color="yellow" variant="light" mb="md">
          {t('recon.result.undirected', { count: undirected })}
        </Alert>
      )}
      {possible > 0 && (
        <Alert color="yellow" variant="light" mb="md">
          {t('recon.result.possible', { count: possible })}
        </Alert>
      )}
      {directed > 0 && (
        <Alert color="blue" variant="light" mb="md">
          {t('recon.preview.directed', { count: directed })}
        </Alert>
      )}
      <Gaps gaps={gaps} />
      <Group>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link
              to="/h/$holderId/$mode/operator/reconciliation"
              params={{ holderId, mode }}
              search={{ source, statement_id: id, status: open > 0 ? 'open' : 'matched' }}
              {...props}
            />
          )}
        >
          {t('recon.result.show')}
        </Button>
      </Group>
    </Box>
  );
}
