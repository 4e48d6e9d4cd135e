/** The language of the pages before sign-in. */
import { NativeSelect } from '@mantine/core';
import { chooseAsVisitor } from '../../app/change-language.ts';
import { type Language, languageOptions, pageLanguage } from '../../strings/languages.ts';
import { useStrings } from '../../strings/strings.tsx';

export function LanguageSelect() {
  const t = useStrings();
  return (
    <NativeSelect
      aria-label={t('app.language')}
      variant="unstyled"
      size="sm"
      data={languageOptions}
      value={pageLanguage}
      onChange={({ currentTarget }) => chooseAsVisitor(currentTarget.value as Language)}
    />
  );
}
