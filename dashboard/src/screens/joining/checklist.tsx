/** The first steps of a new company or shop: what is done and what comes next. Hidden once all is done. */
import { ActionIcon, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import type { Checklist as FirstSteps } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Hint } from '../../ui/hint.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './checklist.module.css';
import { FirstKey, type OpenKey } from './first-key.tsx';
import { StepAction } from './step-action.tsx';

export type Step = FirstSteps['steps'][number]['step'];
export type GoLive = FirstSteps['go_live'];

const percent = 100;

type Props = { of: FirstSteps; onHide: () => void };

export function Checklist({ of: { steps, go_live: goLive }, onHide }: Props) {
  const t = useStrings();
  const [key, setKey] = useState<OpenKey>();
  const done = steps.filter((one) => one.done).length;
  const isAll = done === steps.length;
  const current = steps.find((one) => !one.done)?.step;
  const hide = (
    <Hint label={t('checklist.dismiss')}>
      <ActionIcon variant="subtle" color="gray" aria-label={t('checklist.dismiss')} onClick={onHide}>
        <Icon name="x" size={16} />
      </ActionIcon>
    </Hint>
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
