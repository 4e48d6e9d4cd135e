/** A field for the code of a currency, in capitals however it is typed. */
import { TextInput, type TextInputProps } from '@mantine/core';

const codeLength = 3;

type Props = Omit<TextInputProps, 'onChange'> & { onChange: (code: string) => void };

export const CurrencyInput = ({ onChange, ...props }: Props) => (
  <TextInput
    placeholder="EUR"
    maxLength={codeLength}
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    {...props}
    onChange={({ currentTarget }) => onChange(currentTarget.value.toUpperCase())}
  />
);
