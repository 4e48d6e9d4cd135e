/** The logo: uploaded, replaced and removed at once, without the rest of the form. */
import { Button, FileButton, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { Branding } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { fieldProblem } from '../../ui/field-problems.ts';
import { isOfNoField } from '../../ui/form-problems.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './branding.module.css';
import { brandingKey } from './branding-answer.ts';

const bytesMax = 102_400;

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

export function LogoSection({ branding }: { branding: Branding }) {
  const t = useStrings();
  const [isAsking, setAsking] = useState(false);
  const { upload, choose, again, problem } = useUpload();
  return (
    <Section title={t('branding.logo')} text={t('branding.logo.text')}>
      <Group gap="md" wrap="nowrap">
        {branding.logo_path !== null && (
          <img className={classes.logo} src={branding.logo_path} alt={branding.name} width={64} height={64} />
        )}
        <Group gap="xs">
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={choose} resetRef={again}>
            {(props) => (
              <Button variant="default" loading={upload.isPending} {...props}>
                {t(branding.logo_path === null ? 'branding.logo.choose' : 'branding.logo.replace')}
              </Button>
            )}
          </FileButton>
          {branding.logo_path !== null && (
            <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
              {t('branding.logo.remove')}
            </Button>
          )}
        </Group>
      </Group>
      {problem !== undefined && (
        <Text c="red" size="sm" role="alert">
          {problem}
        </Text>
      )}
      {upload.isError && isOfNoField(upload.error) && <ProblemNotice error={upload.error} />}
      {isAsking && <RemoveLogo onClose={() => setAsking(false)} />}
    </Section>
  );
}

/** Sends the file that is chosen, or says that it is too large. */
function useUpload() {
  const t = useStrings();
  const { api } = useBook();
  const show = useShowSaved();
  const again = useRef<() => void>(null);
  const [tooLarge, setTooLarge] = useState<string>();
  const upload = useMutation({
    mutationFn: async (file: File) =>
      dataOf(api.PUT('/api/v1/branding/logo', { body: { content: await base64Of(file) } })),
    onSuccess: (saved) => {
      show(saved);
      showToast(t('branding.logo.saved'));
    },
    // Otherwise the same file could not be chosen again.
    onSettled: () => again.current?.(),
  });
  const choose = (file: File | null): void => {
    if (file === null) return;
    upload.reset();
    const isTooLarge = file.size > bytesMax;
    setTooLarge(isTooLarge ? t('branding.logo.tooLarge', { size: Math.ceil(file.size / 1_024) }) : undefined);
    if (isTooLarge) again.current?.();
    else upload.mutate(file);
  };
  return { upload, choose, again, problem: tooLarge ?? fieldProblem(upload.error, 'content') };
}

function RemoveLogo({ onClose }: { onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const show = useShowSaved();
  const remove = useMutation({
    mutationFn: () => dataOf(api.DELETE('/api/v1/branding/logo')),
    onSuccess: (saved) => {
      onClose();
      show(saved);
      showToast(t('branding.logo.removed'));
    },
  });
  return (
    <Confirm
      title={t('branding.logo.remove.title')}
      action={t('branding.logo.remove.submit')}
      destroys
      onConfirm={() => remove.mutate()}
      onClose={onClose}
      act={remove}
    >
      {t('branding.logo.remove.text')}
    </Confirm>
  );
}

/** Shows the branding as the service answered it, without reading it again. */
function useShowSaved(): (saved: Branding) => void {
  const { holderId } = useBook();
  const queries = useQueryClient();
  return (saved) => {
    queries.setQueryData(brandingKey(holderId), saved);
  };
}
