// Writes src/core/pages/fonts from the dashboard's Inter: `npm ci --prefix tools/fonts && node tools/fonts/write.js`. The
// payment page stays under its size with these; Inter has no Arabic, for which the reader's own font is used.
import { readFile, writeFile } from 'node:fs/promises';
import subset from 'subset-font';

const from = new URL('../../node_modules/@fontsource-variable/inter/files/', import.meta.url);
const to = new URL('../../src/core/pages/fonts/', import.meta.url);

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));

const files = {
  // Latin-1, and the punctuation and currency signs of the ten languages.
  latin: [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...'ıŒœ–—‘’“”„•…‹›€−\u2009\u202f'],
  // The letters that Turkish adds.
  'latin-ext': [...'ĞğİŞş₺'],
  greek: [...'ΆΈΉΊΌΎΏΐ', ...range(0x391, 0x3a1), ...range(0x3a3, 0x3ce), ...'΄΅'],
};

for (const [script, characters] of Object.entries(files)) {
  const font = await readFile(new URL(`inter-${script}-wght-normal.woff2`, from));
  const options = { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } };
  await writeFile(new URL(`inter-${script}.woff2`, to), await subset(font, characters.join(''), options));
}
