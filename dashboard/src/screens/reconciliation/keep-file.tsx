/** The button that imports a file as it was shown, and the name under which a person's answers are remembered. */
import { Button, Group, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { StatementFile } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

type Props = {
  file: StatementFile;
  /** A person answered what it left open. */
  isAnswered: boolean;
  keep: UseMutationResult<StatementFile, Error, string | undefined>;
};

const nameLengthMax = 100;

export function KeepFile({ file, isAnswered, keep }: Props) {
  const t = useStrings();
  const may = useMay();
  const isKept = isAnswered && file.format === 'CSV' && may('reconciliation.change_profile');
  const [name, setName] = useState(file.profile?.name ?? usualName(file));
  const profileName = isKept && name.trim() !== '' ? name.trim() : undefined;
  const again = useRef(() => keep.mutate(profileName));
  again.current = () => keep.mutate(profileName);
  // The service asks for the second factor once it knows that money is credited.
  useEffect(() => {
    if (file.second_factor_required) again.current();
  }, [file.second_factor_required]);
  return (
    <>
      {isKept && (
        <TextInput
          label={t('recon.profile.name')}
          description={t('recon.profile.name.text')}
          maxLength={nameLengthMax}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maw={420}
        />
      )}
      {keep.isError && <ProblemNotice error={keep.error} />}
      <Group>
        <Button loading={keep.isPending} onClick={() => keep.mutate(profileName)}>
          {t('recon.keep', { count: file.contents?.entries ?? 0 })}
        </Button>
      </Group>
    </>
  );
}

/** What its account or, without one, the file itself is called. */
const usualName = ({ account, file_name: fileName }: StatementFile): string =>
  (
    account ||
    fileName
      .replace(/\.[^.]*$/, '')
      .replaceAll(/[\d_-]+/g, ' ')
      .trim() ||
    fileName
  ).slice(0, nameLengthMax);
