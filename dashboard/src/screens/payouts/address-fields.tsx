/** The address of a bank account's holder, which banks ask for in payments to other countries. */
import { Group, Text, TextInput } from '@mantine/core';
import type { BankAccount } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';

export const noAddress = { street: '', building_number: '', post_code: '', town: '', country: '' };
type AddressValues = typeof noAddress;

/** For the form. */
export const addressValuesOf = ({ address }: BankAccount): AddressValues =>
  address === null
    ? noAddress
    : {
        ...address,
        street: address.street ?? '',
        building_number: address.building_number ?? '',
        post_code: address.post_code ?? '',
      };

/** For the request: empty fields are left out. */
export const addressOf = (values: AddressValues): Partial<AddressValues> =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text.trim() !== ''));

/** By their codes in IBANs: the European Union, Iceland, Liechtenstein and Norway. */
const near = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');

/** @param account an IBAN as it is typed, or the code of a country. */
export const seemsAbroad = (account: string): boolean => {
  const country = account.trim().slice(0, 2).toUpperCase();
  return country.length === 2 && !near.includes(country);
};

const lengthsMax = { street: 70, building_number: 16, post_code: 16, town: 35, country: 2 } as const;

type Name = keyof AddressValues;
type Props = { propsOf: (name: Name) => object };

export function AddressFields({ propsOf }: Props) {
  const t = useStrings();
  const field = (name: Name) => (
    <TextInput
      key={name}
      label={t(`bank.address.${name}`)}
      maxLength={lengthsMax[name]}
      autoComplete="off"
      flex={1}
      {...propsOf(name)}
    />
  );
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('bank.address.text')}
      </Text>
      <Group gap="sm" align="flex-start" grow>
        {field('street')}
        {field('building_number')}
      </Group>
      <Group gap="sm" align="flex-start" grow>
        {field('post_code')}
        {field('town')}
      </Group>
      {field('country')}
    </>
  );
}
