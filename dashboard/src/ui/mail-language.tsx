/** The language of an invitation's email: that of the account with its address, if there is one, or one that is chosen. */
import { NativeSelect } from '@mantine/core';
import { type Language, languageOptions } from '../strings/languages.ts';
import { useStrings } from '../strings/strings.tsx';

/** Empty: the service finds it. */
export type MailLanguage = Language | '';

type Props = { value: MailLanguage; onChange: (language: MailLanguage) => void };

export function MailLanguageField({ value, onChange }: Props) {
  const t = useStrings();
  return (
    <NativeSelect
      label={t('mailLanguage.label')}
      data={[{ value: '', label: t('mailLanguage.automatic') }, ...languageOptions]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as MailLanguage)}
    />
  );
}

/** As requests have it. */
export const withLanguage = (language: MailLanguage): { language?: Language } => (language === '' ? {} : { language });
