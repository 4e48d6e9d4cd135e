/** Presents who is paid, as the shop has set it up. Pure. */
import type { ShownHolder } from '../holders/branding/branding.repository.ts';

type Contact = { href: string; text: string };

type ShopFacts = {
  name: string;
  initials: string;
  /** Shown in place of the initials. */
  logoId: string | null;
  colour: string | null;
  contacts: Contact[];
  termsUrl: string | null;
};

export function presentShop(shop: ShownHolder): ShopFacts {
  const { name, logoId, colour, supportEmail, supportPhone, supportUrl, termsUrl } = shop;
  const contacts: (Contact | false)[] = [
    supportEmail !== null && { href: `mailto:${supportEmail}`, text: supportEmail },
    supportPhone !== null && { href: `tel:${supportPhone.replaceAll(/[^0-9+]/g, '')}`, text: supportPhone },
    supportUrl !== null && { href: supportUrl, text: new URL(supportUrl).host },
  ];
  return {
    name,
    initials: initialsOf(name),
    logoId,
    colour,
    contacts: contacts.filter((contact) => contact !== false),
    termsUrl,
  };
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const firstLetter = (word: string): string => [...letters.segment(word)][0]?.segment ?? '';

/** The first letters of the first two words. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.slice(0, 2).map(firstLetter).join('').toLocaleUpperCase('en');
}
