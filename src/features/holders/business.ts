/**
 * What a company or a shop says about itself, so that the operator can decide whether it may take real money. Pure. It
 * may be filled in bit by bit; a request to go live needs all of it but the registration number.
 */
import { invalidField } from '../../base/errors/app-error.ts';

export const monthlyVolumes = ['below_10k', '10k_to_100k', '100k_to_1m', 'above_1m'] as const;
type MonthlyVolume = (typeof monthlyVolumes)[number];

export type BusinessProfile = {
  legalName: string;
  registrationNumber: string;
  /** What it sells or does, in a sentence or two. */
  activity: string;
  address: string;
  /** ISO 3166-1, two letters; empty when not filled in. */
  country: string;
  website: string;
  monthlyVolume: MonthlyVolume | null;
};

export const emptyProfile: BusinessProfile = Object.freeze({
  legalName: '',
  registrationNumber: '',
  activity: '',
  address: '',
  country: '',
  website: '',
  monthlyVolume: null,
});

/** Characters. */
export const lengthMax = {
  legalName: 200,
  registrationNumber: 100,
  activity: 500,
  address: 300,
  website: 200,
} as const;

/** How the API names the fields. */
export const fieldNames: Readonly<Record<keyof BusinessProfile, string>> = Object.freeze({
  legalName: 'legal_name',
  registrationNumber: 'registration_number',
  activity: 'activity',
  address: 'address',
  country: 'country',
  website: 'website',
  monthlyVolume: 'monthly_volume',
});

const optional: readonly string[] = ['registrationNumber'];

/** The fields that a request to go live still needs. */
export const missingFields = (profile: BusinessProfile): (keyof BusinessProfile)[] =>
  (Object.keys(fieldNames) as (keyof BusinessProfile)[]).filter(
    (field) => !optional.includes(field) && (profile[field] === '' || profile[field] === null),
  );

/** `taverna.example` is taken as an address of the web too. @returns '' for none. @throws AppError `validation_failed`. */
export function readWebsite(given: string): string {
  const text = given.trim();
  if (text === '') return '';
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.');
  const hasSecret = url !== null && (url.username !== '' || url.password !== '');
  if (isWeb && !hasSecret && url.href.length <= lengthMax.website) return url.href;
  const message = 'must be the address of a website, such as https://example.com';
  throw invalidField('website', message);
}

/** Whether it is a country's two letters, as `Intl` knows them. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false;
  const named = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code);
  return named !== undefined && code !== 'ZZ';
}
