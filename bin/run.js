// Starts the command line in this process. Plain JavaScript, so that an old Node.js can read it, and so that the cache
// of compiled modules is on before the first module that it can hold.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const nodeMajorMin = 24;
const { node } = process.versions;
if (Number(node.split('.', 1)[0]) < nodeMajorMin) {
  process.stderr.write(
    `Sluice needs Node.js ${nodeMajorMin} or later; this is ${node}. Run it through npm: npm start\n`,
  );
  process.exit(1);
}

// Inside the installation: whoever could write to a shared directory for temporary files could run code here.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
await import('../src/app/main.ts');
