/**
 * The provider packages: those that come with Sluice, and those that a setting names. Reads their settings; opens the
 * ones that are set. Must never print the value of a secret.
 */
import { createRequire } from 'node:module';
import { guardProvider, type OnProviderCall } from './guard-provider.ts';
import { mollie } from './mollie/index.ts';
import type { OpenContext, Provider, ProviderPackage, ProviderSettings } from './provider.ts';
import { problemOfPackage } from './provider-package.ts';
import { stripe } from './stripe/index.ts';

export const builtIn: readonly ProviderPackage[] = [stripe, mollie];

/** A package whose settings are all there. */
export type ConfiguredProvider = { package: ProviderPackage; settings: ProviderSettings };

type Environment = Readonly<Record<string, string | undefined>>;
type Load = (name: string) => unknown;

/** Names the packages beside those that come with Sluice, and the order of preference. */
const orderSetting = 'SLUICE_PROVIDERS';

/** From where Sluice itself is installed. An ES module is loaded likewise. */
const loadInstalled: Load = (name) => createRequire(import.meta.url)(name);

/**
 * The live providers, in order of preference: those that `SLUICE_PROVIDERS` names, or else every built-in one that is set.
 * @param problems what is wrong with the settings is added.
 */
export function configureProviders(
  env: Environment,
  problems: string[],
  { among = builtIn, load = loadInstalled }: { among?: readonly ProviderPackage[]; load?: Load } = {},
): ConfiguredProvider[] {
  const named = namesIn(env[orderSetting]);
  if (named.length === 0) return among.flatMap((one) => settingsOf(one, env, problems, false) ?? []);
  const packages = named.flatMap(
    (name) => among.find((one) => one.name === name) ?? loaded(name, load, problems) ?? [],
  );
  const names = packages.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) problems.push(`${orderSetting} names ${twice} twice.`);
  const left = among.filter((one) => !packages.includes(one) && one.settings.some(({ name }) => env[name]));
  for (const one of left) {
    problems.push(`${orderSetting} does not name ${one.name}, whose settings are there. Name it, or remove them.`);
  }
  return packages.flatMap((one) => settingsOf(one, env, problems, true) ?? []);
}

const namesIn = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function loaded(name: string, load: Load, problems: string[]): ProviderPackage | undefined {
  let found: unknown;
  try {
    found = load(name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'MODULE_NOT_FOUND' ? 'is not installed' : `can’t be loaded: ${(error as Error).message}`;
    problems.push(`${orderSetting} names ${name}, which ${why}.`);
    return undefined;
  }
  const exported = (found as { default?: unknown } | null)?.default ?? found;
  const problem = problemOfPackage(exported);
  if (problem === undefined) return exported as ProviderPackage;
  problems.push(`${orderSetting} names ${name}, which is no provider package: ${problem}.`);
  return undefined;
}

/** @param isNamed it must be set then. @returns undefined when it is not, or not wholly. */
function settingsOf(
  one: ProviderPackage,
  env: Environment,
  problems: string[],
  isNamed: boolean,
): ConfiguredProvider | undefined {
  const names = one.settings.map(({ name }) => name);
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length && !isNamed && names.length > 0) return undefined;
  if (missing.length > 0) {
    const each = names.length === 2 ? 'Set both or neither' : 'Set all of them or none';
    const all = names.join(' and ');
    problems.push(names.length === 1 ? `${one.title} needs ${all}.` : `${all} are needed together. ${each}.`);
    return undefined;
  }
  for (const { name, pattern, mustBe } of one.settings) {
    if (!pattern.test(env[name] as string)) problems.push(`${name} must be ${mustBe}.`);
  }
  return { package: one, settings: Object.fromEntries(names.map((name) => [name, env[name] as string])) };
}

export const openProvider = async (
  one: ConfiguredProvider,
  context: OpenContext,
  onCall?: OnProviderCall,
): Promise<Provider> => guardProvider(await one.package.open(one.settings, context), one.package, { onCall });
