/** The packages of the live providers that are set, for commands that call none of them. */
import type { ProviderPackage } from '../../features/providers/provider.ts';
import { readConfig } from '../config.ts';

export const liveProviders = (): ProviderPackage[] => readConfig(process.env).providers.map((one) => one.package);
