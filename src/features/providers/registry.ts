/**
 * The provider packages: those that come with Sluice, and those that a setting names. Reads their settings; opens the
 * ones that are set. Must never print the value of a secret.
 */
import { guardProvider, type OnProviderCall } from './guard-provider.ts';
import { type LoadedPackage, loadPackage } from './load-package.ts';
import { mollie } from './mollie/index.ts';
import type { OpenContext, OpenedProvider, Provider, ProviderPackage, ProviderSettings } from './provider.ts';
import { problemOfOpened, problemOfPackage } from './provider-package.ts';
import { stripe } from './stripe/index.ts';

export const builtIn: readonly ProviderPackage[] = [stripe, mollie];

/** A package whose settings are all there. `from`: where it was loaded from; undefined: it comes with Sluice. */
export type ConfiguredProvider = { package: ProviderPackage; settings: ProviderSettings; from?: string };

type Environment = Readonly<Record<string, string | undefined>>;
type Load = (name: string) => LoadedPackage;

/** Names the packages beside those that come with Sluice, and the order of preference. */
const orderSetting = 'SLUICE_PROVIDERS';

/**
 * The live providers, in order of preference: those that `SLUICE_PROVIDERS` names, or else every built-in one that is set.
 * @param problems what is wrong with the settings is added.
 */
export function configureProviders(
  env: Environment,
  problems: string[],
  { among = builtIn, load = (name) => loadPackage(name) }: { among?: readonly ProviderPackage[]; load?: Load } = {},
): ConfiguredProvider[] {
  const named = namesIn(env[orderSetting]);
  if (named.length === 0) {
    return among.flatMap((one) => settingsOf({ package: one }, env, problems, false) ?? []);
  }
  const found = named.flatMap((name) => {
    const own = among.find((one) => one.name === name);
    return own === undefined ? (loaded(name, load, problems) ?? []) : { package: own };
  });
  const names = found.map((one) => one.package.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) problems.push(`${orderSetting} names ${twice} twice.`);
  const left = among.filter(({ name, settings }) => !names.includes(name) && settings.some((one) => env[one.name]));
  for (const one of left) {
    problems.push(`${orderSetting} does not name ${one.name}, whose settings are there. Name it, or remove them.`);
  }
  return found.flatMap((one) => settingsOf(one, env, problems, true) ?? []);
}

const namesIn = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

type FoundPackage = Omit<ConfiguredProvider, 'settings'>;

function loaded(name: string, load: Load, problems: string[]): FoundPackage | undefined {
  const found = load(name);
  if (!found.ok) {
    problems.push(`${orderSetting} names ${name}, which ${found.why}.`);
    return undefined;
  }
  const { exported, from } = found;
  const value = (exported as { default?: unknown } | null)?.default ?? exported;
  const problem = problemOfPackage(value);
  if (problem === undefined) return { package: value as ProviderPackage, from };
  problems.push(`${orderSetting} names ${name}, which is no provider package: ${problem}.`);
  return undefined;
}

/** @param isNamed in `SLUICE_PROVIDERS`: it must be set then. @returns undefined when it is not, or not wholly. */
function settingsOf(
  found: FoundPackage,
  env: Environment,
  problems: string[],
  isNamed: boolean,
): ConfiguredProvider | undefined {
  const one = found.package;
  const names = one.settings.map(({ name }) => name);
  const missing = one.settings.filter(({ name }) => !env[name]);
  if (missing.length > 0 && isNamed) {
    for (const { name, mustBe } of missing)
      problems.push(`${one.title}, named in ${orderSetting}, needs ${name}: ${mustBe}.`);
    return undefined;
  }
  if (missing.length > 0) {
    const lacking = missing.map(({ name }) => name).join(' and ');
    const each = names.length === 2 ? 'Set both or neither' : 'Set all of them or none';
    if (missing.length < names.length)
      problems.push(`${names.join(' and ')} are needed together. Missing: ${lacking}. ${each}.`);
    return undefined;
  }
  for (const { name, pattern, mustBe } of one.settings) {
    if (!pattern.test(env[name] as string)) problems.push(`${name} must be ${mustBe}.`);
  }
  return { ...found, settings: Object.fromEntries(names.map((name) => [name, env[name] as string])) };
}

/** @throws Error that says why it can't be opened, without the package's own message, which may hold a secret. */
export async function openProvider(
  one: ConfiguredProvider,
  context: OpenContext,
  onCall?: OnProviderCall,
): Promise<Provider> {
  const { title } = one.package;
  const opened = await open(one, context);
  const problem = problemOfOpened(opened);
  if (problem !== undefined) throw new Error(`${title} can’t be opened: ${problem}`);
  return guardProvider(opened, one.package, { onCall });
}

async function open({ package: one, settings }: ConfiguredProvider, context: OpenContext): Promise<OpenedProvider> {
  try {
    return await one.open(settings, context);
  } catch (error) {
    const what = error instanceof Error ? error.name : typeof error;
    throw new Error(`${one.title} can’t be opened: it failed with ${what}`);
  }
}
