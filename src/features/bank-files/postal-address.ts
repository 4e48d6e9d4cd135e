/**
 * Where a party to a payment lives, in the parts that banks ask for, and as pain.001 has it. Pure. Both versions take the same
 * parts in the same order, of the same lengths.
 */
import { bankText } from './bank-text.ts';

export type PostalAddress = {
  street: string | null;
  buildingNumber: string | null;
  postCode: string | null;
  town: string;
  /** ISO 3166. */
  country: string;
};

/** In characters, by ISO's schemas. */
export const addressLengthsMax = Object.freeze({ street: 70, buildingNumber: 16, postCode: 16, town: 35 });

const townOf = ({ town }: PostalAddress): string => bankText(town, addressLengthsMax.town);

/** Whether a bank can use it: without a town in Latin letters it can't. */
export const isUsable = (address: PostalAddress | null): boolean => address !== null && townOf(address) !== '';

/** @returns the content of `PstlAdr`; parts of which no letter is left are left out. */
export function addressXml(address: PostalAddress): string {
  const { street, buildingNumber, postCode, country } = address;
  const parts: [string, string][] = [
    ['StrtNm', bankText(street ?? '', addressLengthsMax.street)],
    ['BldgNb', bankText(buildingNumber ?? '', addressLengthsMax.buildingNumber)],
    ['PstCd', bankText(postCode ?? '', addressLengthsMax.postCode)],
    ['TwnNm', townOf(address)],
    ['Ctry', country],
  ];
  return parts.map(([name, text]) => (text === '' ? '' : `<${name}>${text}</${name}>`)).join('');
}
