/** Evidence as it is, to be read: its texts, its files, who submitted it, and since when the provider has it. */
import { Stack, Text } from '@mantine/core';
import { documentOf } from '../../api/client.ts';
import type { Evidence } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Panel } from '../../ui/panel.tsx';
import { textNames } from './evidence-fields.ts';
import { useSizeWords } from './size-words.ts';

type Props = {
  evidence: Evidence;
  /** Of the dispute, under the API. */
  path: string;
  actions?: React.ReactNode;
};

export function EvidenceShown({ evidence, path, actions }: Props) {
  const t = useStrings();
  const { submitted_at: submitted, delivered_at: delivered, purged_at: purged } = evidence;
  const facts: Fact[] = [
    ...(submitted === null
      ? []
      : [
          {
            label: t('evidence.submitted'),
            value: (
              <>
                <Instant at={submitted} />
                {evidence.submitted_by !== null && `, ${evidence.submitted_by}`}
              </>
            ),
          },
        ]),
    ...(delivered === null
      ? []
      : [
          {
            label: t(evidence.handed_over_by === null ? 'evidence.delivered' : 'evidence.handedOver'),
            value: <Instant at={delivered} />,
          },
        ]),
    ...textsOf(evidence).map(([name, text]) => ({
      label: t(`evidence.text.${name}`),
      value: <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>,
    })),
  ];
  return (
    <Panel title={t('evidence.title')} {...(actions === undefined ? {} : { actions })}>
      <Stack gap="md">
        {purged !== null && <Text c="dimmed">{t('evidence.purged')}</Text>}
        <FactList isLong facts={facts} />
        <EvidenceFiles evidence={evidence} path={path} />
      </Stack>
    </Panel>
  );
}

export const textsOf = ({ texts }: Pick<Evidence, 'texts'>) =>
  textNames.flatMap((name) => {
    const text = texts[name];
    return text === undefined || text === '' ? [] : [[name, text] as const];
  });

function EvidenceFiles({ evidence: { files }, path }: Pick<Props, 'evidence' | 'path'>) {
  const t = useStrings();
  const book = useBook();
  const sizeWords = useSizeWords();
  if (files.length === 0) return null;
  return (
    <FactList
      isLong
      facts={files.map(({ purpose, name, size }) => ({
        label: t(`evidence.file.${purpose}`),
        value: (
          <>
            <a href={documentOf(book, `${path}/files/${purpose}`)} download>
              {name}
            </a>{' '}
            <Text span c="dimmed" size="sm">
              {sizeWords(size)}
            </Text>
          </>
        ),
      }))}
    />
  );
}
