/**
 * Which colours a shop may choose, and how they look in light and dark. Pure. A colour must be readable as text on white
 * and carry white text (WCAG 2.2, 1.4.3); the dark scheme uses a lighter shade of it that is readable there.
 */

export const contrastMin = 4.5;

type Rgb = readonly [red: number, green: number, blue: number];

const white: Rgb = [255, 255, 255];
/** The paper and the ink of the dark scheme. */
const darkPaper: Rgb = [16, 29, 36];
const darkInk: Rgb = [6, 25, 28];
const shadeStep = 0.05;

export function parseColour(text: string): Rgb | undefined {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

const toText = (colour: Rgb): string =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const mixed = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((value, at) => value + ((to[at] as number) - value) * share) as unknown as Rgb;

/** The first shade on the way from one colour to another that contrasts enough with each of `against`. */
function shadeTowards(colour: Rgb, to: Rgb, against: readonly Rgb[]): Rgb {
  for (let share = 0; share < 1; share += shadeStep) {
    const shade = mixed(colour, to, share).map(Math.round) as unknown as Rgb;
    if (against.every((other) => contrast(shade, other) >= contrastMin)) return shade;
  }
  return to;
}

type ColourVerdict = { ok: true } | { ok: false; contrast: number; nearest: string };

/** Whether a colour is readable on white, and otherwise the nearest darker shade that is. */
export function judgeColour(text: string): ColourVerdict | undefined {
  const colour = parseColour(text);
  if (colour === undefined) return undefined;
  const found = contrast(colour, white);
  if (found >= contrastMin) return { ok: true };
  return { ok: false, contrast: found, nearest: toText(shadeTowards(colour, [0, 0, 0], [white])) };
}

/** How strongly a button darkens, or lightens in the dark, under the pointer. */
const hoverShare = 0.2;

/**
 * The shades of a readable colour: for the light scheme and the dark one, each with that of a button under the pointer.
 * @param text a colour that `judgeColour` accepts.
 */
export function shadesOf(text: string): { light: string; lightHover: string; dark: string; darkHover: string } {
  const colour = parseColour(text) ?? white;
  const dark = shadeTowards(colour, white, [darkPaper, darkInk]);
  return {
    light: text,
    lightHover: toText(mixed(colour, [0, 0, 0], hoverShare)),
    dark: toText(dark),
    darkHover: toText(mixed(dark, white, hoverShare)),
  };
}
