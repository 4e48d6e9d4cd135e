/**
 * The first steps of a new company or shop, on its home. What is done is read from the service again and again, so that
 * a first call from a terminal is noticed as it happens. It is hidden by the person, in their browser, once all is done.
 */
import { ActionIcon, Group, Progress, Text, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { paths } from '../../api/api.generated.ts';
import { dataOf } from '../../api/client.ts';
import { useNewStatus } from '../../app/admission.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './checklist.module.css';
import { FirstKey, type OpenKey } from './first-key.tsx';
import { StepAction } from './step-action.tsx';

type Answer = paths['/api/v1/home/checklist']['get']['responses'][200]['content']['application/json']['data'];
export type Step = Answer['steps'][number]['step'];
export type GoLive = Answer['go_live'];

const pollMs = 3_000;
const percent = 100;

export function Checklist() {
  const t = useStrings();
  const { holderId, mode, api, holder } = useBook();
  const [key, setKey] = useState<OpenKey>();
  const [isHidden, setHidden] = useLocalStorage({
    key: `sluice-checklist-${holderId}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const query = useQuery({
    queryKey: ['checklist', holderId],
    enabled: mode === 'test' && !isHidden,
    queryFn: () => dataOf(api.GET('/api/v1/home/checklist')),
    refetchInterval: ({ state: { data } }) => (data === undefined || isPolled(data) ? pollMs : false),
  });
  useNewStatus(query.data?.go_live === 'approved' && holder.status === 'pending');
  // The home is worth more than its list of steps: without the list, it is shown all the same.
  if (mode !== 'test' || isHidden || query.data?.applies !== true) return null;
  const { steps, go_live: goLive } = query.data;
  const done = steps.filter((one) => one.done).length;
  const isAll = done === steps.length;
  const current = steps.find((one) => !one.done)?.step;
  const hide = (
    <Tooltip label={t('checklist.dismiss')}>
      <ActionIcon variant="subtle" color="gray" aria-label={t('checklist.dismiss')} onClick={() => setHidden(true)}>
        <Icon name="x" size={16} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Panel
      title={t(isAll ? 'checklist.allDone' : 'checklist.title')}
      actions={
        <>
          <Text size="sm" c="dimmed" role="status">
            {t('checklist.progress', { done, count: steps.length })}
          </Text>
          {isAll && hide}
        </>
      }
    >
      <Progress
        value={(done / steps.length) * percent}
        size="sm"
        mb="md"
        aria-label={t('checklist.progress', { done, count: steps.length })}
      />
      <ol className={classes.steps}>
        {steps.map(({ step, done: isDone }) => (
          <li key={step} className={classes.step} data-done={isDone || undefined}>
            <span className={classes.mark}>{isDone && <Icon name="check" size={14} />}</span>
            <div className={classes.what}>
              <Group gap="xs">
                <Text fw={step === current ? 600 : 500} {...(isDone ? { c: 'dimmed' } : {})}>
                  {t(`checklist.${step}`)}
                </Text>
                {isDone && <span className={classes.read}>{t('checklist.done')}</span>}
              </Group>
              <StepAction
                step={step}
                isDone={isDone}
                isCurrent={step === current}
                goLive={goLive}
                onMakeKey={() => setKey('make')}
              />
            </div>
          </li>
        ))}
      </ol>
      <FirstKey open={key} onChange={setKey} />
    </Panel>
  );
}

/** Something can still happen that this page should notice. */
const isPolled = ({ applies, steps, go_live: goLive }: Answer): boolean =>
  applies && (steps.some(({ done }) => !done) || goLive === 'waiting');
