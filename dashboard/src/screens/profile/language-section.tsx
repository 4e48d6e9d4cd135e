/** The language of the person's pages and emails. */
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useChangeLanguage } from '../../app/change-language.ts';
import { useSession } from '../../app/session.ts';
import { type Language, languageOptions, pageLanguage } from '../../strings/languages.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';

export function LanguageSection() {
  const t = useStrings();
  const { person } = useSession();
  const change = useChangeLanguage();
  return (
    <Section title={t('language.title')} id="language">
      <Stack gap="md" maw={420}>
        <NativeSelect
          label={t('language.label')}
          description={t('language.note')}
          inputWrapperOrder={['label', 'input', 'description']}
          data={languageOptions}
          value={change.variables ?? person.language ?? pageLanguage}
          disabled={change.isPending}
          onChange={({ currentTarget }) => change.mutate(currentTarget.value as Language)}
        />
        {change.isError && <ProblemNotice error={change.error} />}
        {change.data === false && <Text role="status">{t('language.refused')}</Text>}
      </Stack>
    </Section>
  );
}
