/** A shop's colour on the payment page, as a stylesheet of its own: the pages allow no inline style. Pure. */
import { shadesOf } from '../../features/holders/branding/colour.ts';

/** @param colour one that `judgeColour` accepts. */
export function accentStylesheet(colour: string): string {
  const { light, lightHover, dark, darkHover } = shadesOf(colour);
  return [
    `:root { --accent: ${light}; --accent-strong: ${lightHover}; --on-accent: #ffffff; }`,
    `@media (prefers-color-scheme: dark) {`,
    `  :root { --accent: ${dark}; --accent-strong: ${darkHover}; --on-accent: #06191c; }`,
    `}`,
    '',
  ].join('\n');
}
