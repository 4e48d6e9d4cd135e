/** Above a list: a search that waits until the typing pauses, and choices that narrow the list. */
import { CloseButton, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from './icon.tsx';
import { useIsPhone } from './is-phone.ts';
import classes from './list-controls.module.css';

const pauseMs = 250;

type SearchProps = { label: string; value: string | undefined; onChange: (value: string | undefined) => void };

export function SearchBox({ label, value = '', onChange }: SearchProps) {
  const t = useStrings();
  const router = useRouter();
  const [typed, setTyped] = useState(value);
  /** What was searched for last. It comes back as `value`, perhaps when more has been typed. */
  const searched = useRef(value);
  const searchNow = (text: string) => {
    searched.current = text;
    onChange(text || undefined);
  };
  const search = useDebouncedCallback(searchNow, pauseMs);
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    search.cancel();
    setTyped(value);
  }, [value, search]);
  // A search that is still to come would lead back from the screen that was opened meanwhile.
  useEffect(() => {
    return router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) search.cancel();
    });
  }, [router, search]);
  const clear = () => {
    search.cancel();
    setTyped('');
    searchNow('');
  };
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      type="search"
      maxLength={255}
      value={typed}
      leftSection={<Icon name="search" size={16} />}
      rightSection={typed === '' ? null : <CloseButton size="sm" aria-label={t('app.clearFilters')} onClick={clear} />}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value.trim());
      }}
      styles={{ input: { textOverflow: 'ellipsis' } }}
      maw={{ sm: 296 }}
      flex={{ base: '1 1 160px', sm: '1 1 200px' }}
    />
  );
}

const Select = lazy(async () => ({ default: (await import('./desk-select.tsx')).Select }));

/** On a phone two beside each other. */
const choiceWidth = { base: 'calc(50% - 6px)', xs: 152 };

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value | undefined;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
  /** Without one there is no "none of them": a sort order, for example. */
  isClearable?: boolean;
  /** Shown when nothing else was chosen, where there is always one; such a choice waits behind the button of the filters. */
  usual?: Value;
  /** On a phone it has a row of its own. */
  isWide?: boolean;
  /** Its name stands above it, in a row of such fields. */
  isLabeled?: boolean;
};

/** On a phone its own, which a thumb handles better and which costs a slow one less. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, choices, onChange, isClearable = true, usual, isWide = false, isLabeled = false } = props;
  const named = isLabeled ? { label } : { 'aria-label': label };
  const isPhone = useIsPhone();
  if (isPhone) {
    return (
      <NativeSelect
        {...named}
        value={value ?? ''}
        data={[...(isClearable ? [{ value: '', label }] : []), ...choices]}
        data-none={value === undefined || undefined}
        wrapperProps={{ 'data-filter': value === usual ? 'idle' : 'active' }}
        classNames={classes}
        onChange={({ currentTarget }) => onChange((currentTarget.value as Value) || undefined)}
        w={isWide || isLabeled ? '100%' : choiceWidth}
      />
    );
  }
  const shown = choices.find((choice) => choice.value === value)?.label ?? '';
  const w = isLabeled ? '100%' : choiceWidth;
  return (
    <Suspense fallback={<TextInput {...named} placeholder={label} value={shown} readOnly w={w} />}>
      <Select
        {...named}
        placeholder={label}
        value={value ?? null}
        data={[...choices]}
        clearable={isClearable}
        allowDeselect={isClearable}
        onChange={(chosen) => onChange((chosen as Value | null) ?? undefined)}
        w={w}
      />
    </Suspense>
  );
}

/** As many beside each other as fit, in columns. */
export const LabeledControls = ({ children }: { children: React.ReactNode }) => (
  <div className={classes.labeled}>{children}</div>
);

export const ListControls = ({ children }: { children: React.ReactNode }) => <Group gap="sm">{children}</Group>;
