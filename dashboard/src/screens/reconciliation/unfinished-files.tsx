/** Files that were uploaded and not imported, because the page was closed in between: each can be continued. */
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { StatementFile } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Figures, FigureText } from '../../ui/figures.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import type { Source } from './types.ts';

/** The newest; the service deletes files after a week. */
const limit = 100;
/** Complete, and neither imported nor on the way to it. */
const unfinished: readonly StatementFile['state'][] = ['reading', 'asking', 'ready'];

type Props = { source: Source; onScreen: ReadonlySet<number>; onContinue: (file: StatementFile) => void };

export function UnfinishedFiles({ source, onScreen, onContinue }: Props) {
  const t = useStrings();
  const queries = useQueryClient();
  const { holderId, mode, api } = useBook();
  const { data = [] } = useQuery({
    queryKey: ['operator', holderId, mode, 'statement-files', source],
    queryFn: () => dataOf(api.GET('/api/v1/operator/statement-files', { params: { query: { source, limit } } })),
  });
  const discard = useMutation({
    mutationFn: (id: number) =>
      dataOf(api.DELETE('/api/v1/operator/statement-files/{id}', { params: { path: { id } } })),
    onSuccess: () => showToast(t('recon.unfinished.discarded')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const files = data.filter(({ file_id: id, state }) => unfinished.includes(state) && !onScreen.has(id));
  if (files.length === 0) return null;
  return (
    <Panel title={t('recon.unfinished')} isFlush>
      {discard.isError && <ProblemNotice error={discard.error} />}
      <Figures
        label={t('recon.unfinished.table')}
        isFlush
        isStacked
        heads={[
          { title: t('recon.statement.file') },
          { title: t('recon.unfinished.at') },
          { title: t('recon.unfinished.act'), align: 'end' },
        ]}
        rows={files.map((file) => ({
          key: String(file.file_id),
          cells: [
            <FigureText key="name">{file.file_name}</FigureText>,
            <Instant key="at" at={file.created_at} />,
            <Group key="acts" gap="xs" justify="flex-end" wrap="nowrap">
              <Button size="xs" variant="default" onClick={() => onContinue(file)}>
                {t('recon.unfinished.continue')}
              </Button>
              <Button
                size="xs"
                variant="default"
                loading={discard.isPending && discard.variables === file.file_id}
                onClick={() => discard.mutate(file.file_id)}
              >
                {t('recon.unfinished.discard')}
              </Button>
            </Group>,
          ],
        }))}
      />
    </Panel>
  );
}
