/** What is explored: the metric, its groups, the time and what it is compared with. */
import { Box, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { periodSpans } from '../../app/period.ts';
import { DayFields } from '../../app/span-filter.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Choice, LabeledControls } from '../../ui/list-controls.tsx';
import classes from './controls.module.css';
import {
  comparisons,
  type ExploreFilter,
  type Explorer,
  factsOf,
  groupingOf,
  metricNames,
  shows,
  unitsFor,
} from './exploration.ts';

type Props = {
  of: Explorer;
  filter: ExploreFilter;
  /** The days that are shown, with which custom ones begin. */
  shown: { from: string; to: string; unit: ReturnType<typeof unitsFor>[number] } | undefined;
  onChange: (change: Partial<ExploreFilter>) => void;
};

export function ExploreControls({ of, filter, shown, onChange }: Props) {
  const t = useStrings();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  return (
    <LabeledControls>
      <Choice
        isLabeled
        label={t('explore.metric')}
        value={filter.metric}
        isClearable={false}
        choices={metricNames(of).map((value) => ({ value, label: t(`explore.metric.${value}`) }))}
        onChange={(metric) => metric !== undefined && onChange({ metric, by: 'none' })}
      />
      <Choice
        isLabeled
        label={t('volume.period')}
        value={filter.span}
        isClearable={false}
        choices={periodSpans.map((value) => ({ value, label: t(`payments.span.${value}`) }))}
        onChange={(span) => {
          if (span === undefined) return;
          const days = span === 'custom' && shown !== undefined ? shown : { from: undefined, to: undefined };
          onChange({ span, from: days.from, to: days.to });
        }}
      />
      {filter.span === 'custom' && <DayFields isLabeled days={filter} onChange={onChange} />}
      {(!isPhone || isOpen) && <FurtherControls {...{ of, filter, shown, onChange }} />}
      {isPhone && (
        <Button
          className={classes.further ?? ''}
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'explore.options.fewer' : 'explore.options.more')}
        </Button>
      )}
    </LabeledControls>
  );
}

/** Folded on a phone, where the figures would begin a screen below. */
function FurtherControls({ of, filter, shown, onChange }: Props) {
  const t = useStrings();
  const { by } = factsOf(of, filter.metric);
  return (
    <>
      {by.length > 1 && (
        <Choice
          isLabeled
          label={t('explore.by')}
          value={groupingOf(of, filter)}
          isClearable={false}
          choices={by.map((value) => ({ value, label: t(`explore.by.${value}`) }))}
          onChange={(chosen) => chosen !== undefined && onChange({ by: chosen })}
        />
      )}
      <Choice
        isLabeled
        label={t('explore.unit')}
        value={filter.unit ?? shown?.unit}
        isClearable={false}
        choices={unitsFor(filter).map((value) => ({ value, label: t(`explore.unit.${value}`) }))}
        onChange={(unit) => onChange({ unit })}
      />
      <Choice
        isLabeled
        label={t('explore.compare')}
        value={filter.compare}
        isClearable={false}
        choices={comparisons.map((value) => ({ value, label: t(`explore.compare.${value}`) }))}
        onChange={(compare) =>
          compare !== undefined && onChange({ compare, compare_from: undefined, compare_to: undefined })
        }
      />
      {filter.compare === 'custom' && <ComparedDays filter={filter} onChange={onChange} />}
      {of === 'operator' && <AccountChoice filter={filter} onChange={onChange} />}
    </>
  );
}

/** What the chart shows of amounts: themselves, or how many there were. */
export function ChartChoice({ of, filter, onChange }: Pick<Props, 'of' | 'filter' | 'onChange'>) {
  const t = useStrings();
  if (factsOf(of, filter.metric).measure !== 'money') return null;
  return (
    <Box w={156}>
      <Choice
        isWide
        label={t('explore.show')}
        value={filter.show}
        isClearable={false}
        choices={shows.map((value) => ({ value, label: t(`explore.show.${value}`) }))}
        onChange={(show) => show !== undefined && onChange({ show })}
      />
    </Box>
  );
}

function AccountChoice({ filter: { account }, onChange }: Pick<Props, 'filter' | 'onChange'>) {
  const t = useStrings();
  if (account === undefined) return null;
  return (
    <Choice
      isLabeled
      label={t('explore.account')}
      value={String(account)}
      choices={[{ value: String(account), label: t('explore.account.one', { id: account }) }]}
      onChange={() => onChange({ account: undefined })}
    />
  );
}

function ComparedDays({ filter, onChange }: Pick<Props, 'filter' | 'onChange'>) {
  const t = useStrings();
  return (['from', 'to'] as const).map((end) => (
    <TextInput
      key={end}
      type="date"
      label={t(`explore.compare.${end}`)}
      value={filter[`compare_${end}`] ?? ''}
      onChange={({ currentTarget }) => onChange({ [`compare_${end}`]: currentTarget.value || undefined })}
    />
  ));
}
