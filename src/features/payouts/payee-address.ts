/** The address of a bank account's holder, as entered, and its validation. Pure. */
import type { ErrorDetail } from '../../base/errors/app-error.ts';
import { codeOf, hasLetters, lineOf } from '../bank-files/bank-codes.ts';
import { addressLengthsMax, type PostalAddress } from '../bank-files/postal-address.ts';

/** As entered; '' for an empty field. */
export type AddressForm = { street: string; buildingNumber: string; postCode: string; town: string; country: string };

type Read = { ok: true; address: PostalAddress | null } | { ok: false; details: ErrorDetail[] };

const unfit = /[\p{Cc}\u2028\u2029\u202D\u202E]/u;
const lines = ['street', 'buildingNumber', 'postCode', 'town'] as const;
const fieldOf = {
  ...{ street: 'address.street', buildingNumber: 'address.building_number' },
  ...{ postCode: 'address.post_code', town: 'address.town' },
};

/** An address of empty fields is none. One has a town and a country: banks take none without. */
export function readAddress(form: AddressForm | undefined): Read {
  if (form === undefined) return { ok: true, address: null };
  const details: ErrorDetail[] = [];
  const read = { street: '', buildingNumber: '', postCode: '', town: '', country: codeOf(form.country) };
  for (const name of lines) {
    const text = lineOf(form[name]);
    const lengthMax = addressLengthsMax[name];
    if (text.length > lengthMax)
      details.push({ field: fieldOf[name], message: `must have at most ${lengthMax} characters` });
    else if (unfit.test(text) || !text.isWellFormed())
      details.push({ field: fieldOf[name], message: 'must be plain text' });
    else if (text !== '' && !hasLetters(text))
      details.push({ field: fieldOf[name], message: 'must have letters or digits' });
    read[name] = text;
  }
  if (details.length === 0 && Object.values(read).every((text) => text === '')) return { ok: true, address: null };
  if (read.town === '') details.push({ field: fieldOf.town, message: 'is required with an address' });
  if (!/^[A-Z]{2}$/.test(read.country)) {
    const message = read.country === '' ? 'is required with an address' : 'must be a code of two letters';
    details.push({ field: 'address.country', message });
  }
  if (details.length > 0) return { ok: false, details };
  const { street, buildingNumber, postCode, town, country } = read;
  const address = { street: street || null, buildingNumber: buildingNumber || null, postCode: postCode || null };
  return { ok: true, address: { ...address, town, country } };
}

/** Of the columns of a bank account. */
type AddressColumns = {
  street: string | null;
  buildingNumber: string | null;
  postCode: string | null;
  town: string | null;
  addressCountry: string | null;
};

export function addressOf({ town, addressCountry, ...rest }: AddressColumns): PostalAddress | null {
  if (town === null || addressCountry === null) return null;
  const { street, buildingNumber, postCode } = rest;
  return { street, buildingNumber, postCode, town, country: addressCountry };
}

export const addressColumnsOf = (address: PostalAddress | null): AddressColumns => ({
  street: address?.street ?? null,
  buildingNumber: address?.buildingNumber ?? null,
  postCode: address?.postCode ?? null,
  town: address?.town ?? null,
  addressCountry: address?.country ?? null,
});
