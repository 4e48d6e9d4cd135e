/** What a company or shop may set about its appearance, and whether it may be so. Pure. */
import { isEmail } from '../../../core/mail/address.ts';
import { judgeColour } from './colour.ts';

export type Branding = {
  /** `#rrggbb` in lower case; null: the service's own. */
  colour: string | null;
  supportEmail: string | null;
  supportPhone: string | null;
  supportUrl: string | null;
  termsUrl: string | null;
};

export const noBranding: Branding = Object.freeze({
  colour: null,
  supportEmail: null,
  supportPhone: null,
  supportUrl: null,
  termsUrl: null,
});

export type BrandingField = 'colour' | 'support_email' | 'support_phone' | 'support_url' | 'terms_url';
type BrandingProblem = { field: BrandingField; message: string };

const urlLengthMax = 500;

/** @param input texts as they were typed; '' and undefined clear a field. */
export function readBranding(
  input: Partial<Record<BrandingField, string>>,
): { ok: true; branding: Branding } | { ok: false; problems: BrandingProblem[] } {
  const text = (field: BrandingField): string | null => input[field]?.trim() || null;
  const branding: Branding = {
    colour: text('colour')?.toLowerCase() ?? null,
    supportEmail: text('support_email'),
    supportPhone: text('support_phone'),
    supportUrl: text('support_url'),
    termsUrl: text('terms_url'),
  };
  const found: Record<BrandingField, string | undefined> = {
    colour: branding.colour === null ? undefined : colourProblem(branding.colour),
    support_email:
      branding.supportEmail === null || isEmail(branding.supportEmail) ? undefined : 'must be an email address',
    support_phone:
      branding.supportPhone === null || /^\+?[0-9][0-9 ()./-]{1,30}$/.test(branding.supportPhone)
        ? undefined
        : 'must be a phone number, such as +30 210 123 4567',
    support_url: branding.supportUrl === null ? undefined : urlProblem(branding.supportUrl),
    terms_url: branding.termsUrl === null ? undefined : urlProblem(branding.termsUrl),
  };
  const problems = Object.entries(found).flatMap(([field, message]) =>
    message === undefined ? [] : [{ field: field as BrandingField, message }],
  );
  return problems.length === 0 ? { ok: true, branding } : { ok: false, problems };
}

function colourProblem(text: string): string | undefined {
  const verdict = judgeColour(text);
  if (verdict === undefined) return 'must be a colour, such as #0e7c86';
  if (verdict.ok) return undefined;
  const found = (Math.floor(verdict.contrast * 10) / 10).toFixed(1);
  return `is too light to be read on white: its contrast is ${found}, and at least 4.5 is needed. The nearest that works is ${verdict.nearest}`;
}

function urlProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isGood = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname.includes('.');
  return isGood && text.length <= urlLengthMax ? undefined : 'must be an address that begins with https://';
}
