/** What modules export and who imports it, read from their text; no compiler is involved. */
import { dirname, join } from 'node:path';

/** Path → text, of every module of the repository: imports are looked for in all of them. */
export type Modules = ReadonlyMap<string, string>;

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

export const isTestModule = (path: string): boolean =>
  path.startsWith('tests/') || /\.test\.tsx?$|(^|\/)(testing|test-process)\.ts$/.test(path);

const declared =
  /^export\s+(?:async\s+|abstract\s+|declare\s+)*(?:const|let|function\*?|class|type|interface|enum)\s+(\w+)/gm;
const listed = /^export\s+(?:type\s+)?\{([^}]*)\}(?:\s*from\s*'([^']+)')?/gm;
const everything = /^export\s+\*\s*from\s*'([^']+)'/gm;
const imported = /^import\s+(?:type\s+)?([^'";]*?)\s*from\s*'([^']+)'/gm;
const loaded = /\bimport\(\s*'([^']+)'\s*\)/g;
const augmented = /^declare module '(\.[^']+)' \{([\s\S]*?)^\}/gm;

/** The names within braces: as the module calls them, and as they are called here. */
const namesIn = (list: string): [own: string, local: string][] =>
  list
    .split(',')
    .map((one) => one.trim().replace(/^type\s+/, ''))
    .filter((one) => one !== '')
    .map((one) => {
      const [own = '', local = own] = one.split(/\s+as\s+/);
      return [own, local];
    });

const mentions = (code: string, name: string): number => code.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;

/** Path → the names that other modules take from there, each with those modules. */
type Uses = Map<string, Map<string, Set<string>>>;

/** @param wholes every export of a module that another passes on with `export *`. */
function usesIn(codes: Modules): { uses: Uses; wholes: Map<string, Set<string>> } {
  const uses: Uses = new Map();
  const wholes = new Map<string, Set<string>>();
  for (const [path, code] of codes) {
    const use = (from: string, names: Iterable<string>): void => {
      const target = join(dirname(path), from);
      const own = uses.get(target) ?? new Map<string, Set<string>>();
      for (const name of names) own.set(name, (own.get(name) ?? new Set()).add(path));
      uses.set(target, own);
    };
    for (const [, clause = '', from = ''] of code.matchAll(imported)) {
      const [, list = ''] = /\{([^}]*)\}/.exec(clause) ?? [];
      const [, namespace] = /\*\s+as\s+(\w+)/.exec(clause) ?? [];
      if (/^\w/.test(clause)) use(from, ['default']);
      use(
        from,
        namesIn(list).map(([own]) => own),
      );
      if (namespace !== undefined) use(from, membersOf(code, namespace));
    }
    for (const [, list = '', from] of code.matchAll(listed))
      if (from)
        use(
          from,
          namesIn(list).map(([own]) => own),
        );
    for (const [, from = ''] of code.matchAll(everything)) {
      const target = join(dirname(path), from);
      wholes.set(target, (wholes.get(target) ?? new Set()).add(path));
    }
    // A module that is loaded later counts with every word in it.
    for (const [, from = ''] of code.matchAll(loaded)) use(from, code.match(/\b\w+\b/g) ?? []);
    // An interface that another module adds to is read through it.
    for (const [, from = '', body = ''] of code.matchAll(augmented)) {
      use(
        from,
        [...body.matchAll(/\binterface (\w+)/g)].map(([, name = '']) => name),
      );
    }
  }
  return { uses, wholes };
}

const membersOf = (code: string, namespace: string): string[] =>
  [...code.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, 'g'))].map(([, name = '']) => name);

/** @returns `path: name` of each export that no module imports, or that tests alone run. */
export function findDeadExports(modules: Modules, isProduct: (path: string) => boolean): string[] {
  const codes = new Map([...modules].map(([path, text]) => [path, withoutComments(text)]));
  const { uses, wholes } = usesIn(codes);
  const dead: string[] = [];
  for (const [path, code] of codes) {
    if (!isProduct(path)) continue;
    for (const [name, passedOn] of exportsIn(code)) {
      const users = [...(uses.get(path)?.get(name) ?? []), ...(wholes.get(path) ?? [])];
      if (users.some((user) => !isTestModule(user))) continue;
      const runs = passedOn || mentions(code, name) > 1;
      if (users.length === 0 || !runs) dead.push(`${path}: ${name}`);
    }
  }
  return dead.sort();
}

/** Name → whether the module passes it on from another. */
function exportsIn(code: string): Map<string, boolean> {
  const names = new Map<string, boolean>();
  for (const [, name = ''] of code.matchAll(declared)) names.set(name, false);
  for (const [, list = '', from] of code.matchAll(listed)) {
    for (const [, local] of namesIn(list)) names.set(local, from !== undefined);
  }
  if (/^export default\b/m.test(code)) names.set('default', true);
  return names;
}
