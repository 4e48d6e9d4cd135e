// Writes src/api/operations/reference/renderer from the renderer's standalone build: `npm ci --prefix tools/reference --ignore-scripts
// && node tools/reference/write.js`. Only this one file is needed, compressed, so the service depends on none of the
// packages that it was built from.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';

const from = new URL('node_modules/@scalar/api-reference/', import.meta.url);
const to = new URL('../../src/api/operations/reference/renderer/', import.meta.url);

const text = await readFile(new URL('dist/browser/standalone.js', from));
const { version } = JSON.parse(await readFile(new URL('package.json', from), 'utf8'));
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: text.length };
await writeFile(new URL('standalone.js.br', to), brotliCompressSync(text, { params }));
const facts = { package: '@scalar/api-reference', version, sha256: createHash('sha256').update(text).digest('hex') };
await writeFile(new URL('standalone.json', to), `${JSON.stringify(facts, null, 2)}\n`);
