// Starts the command line in this process: the built program, which loads in half the time, if it was built from the
// sources as they are, and otherwise the sources. Plain JavaScript, so that an old Node.js can read it, and so that the
// cache of compiled modules is on before the first module that it can hold.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { isProgramBuilt } from './program.js';

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
await import(isProgramBuilt() ? '../dist/main.mjs' : '../src/app/main.ts');
