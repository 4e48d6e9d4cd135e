/** How a company or shop appears, as the people's API answers it. */
import { type Static, Type } from 'typebox';
import { nullable } from '../../../base/schemas/parts.ts';
import type { ShownHolder } from './branding.repository.ts';

const shownText = (example: string, description: string) => nullable(Type.String({ examples: [example], description }));

export const BrandingAnswer = Type.Object(
  {
    name: Type.String({ description: 'Of the company or shop', examples: ['Corner Bookshop'] }),
    colour: shownText('#0e7c86', "Color of the payment page's button; null: the service's own"),
    support_email: shownText('help@bookshop.example', 'Shown to payers'),
    support_phone: shownText('+30 210 123 4567', 'Shown to payers'),
    support_url: shownText('https://bookshop.example/help', 'Shown to payers'),
    terms_url: shownText('https://bookshop.example/terms', 'Shown to payers'),
    logo_path: nullable(
      Type.String({ examples: ['/pay/api/v1/user/assets/logos/lgo_1…'], description: 'Changes with every upload' }),
    ),
  },
  { title: 'Branding', description: 'The same in both modes' },
);

export const presentBranding = (
  shown: ShownHolder,
  logoPath: (id: string) => string,
): Static<typeof BrandingAnswer> => ({
  name: shown.name,
  colour: shown.colour,
  support_email: shown.supportEmail,
  support_phone: shown.supportPhone,
  support_url: shown.supportUrl,
  terms_url: shown.termsUrl,
  logo_path: shown.logoId === null ? null : logoPath(shown.logoId),
});
