/**
 * A card processor of live mode: its name, its settings, its provider and its notices. All of it is there before its
 * library is loaded, which it is only where it is configured. `processors.ts` lists them.
 */
import type { Provider, ProviderName, ProviderNotice } from './provider.ts';

type ProcessorNames = {
  /** Its webhook's address is made of it. */
  name: ProviderName;
  /** As the company itself writes it. */
  title: string;
};

export type Processor = ProcessorNames & {
  /** The setting that has to be there for cards to be taken. */
  mainSetting: string;
  /**
   * Reads its settings.
   * @param problems what is wrong with them is added; never the value of a secret.
   * @returns undefined when none is set.
   */
  configure(env: Readonly<Record<string, string | undefined>>, problems: string[]): ConfiguredProcessor | undefined;
};

/** A processor with its settings, which nothing else knows. Both functions load its library. */
export type ConfiguredProcessor = ProcessorNames & {
  createProvider(): Promise<Provider>;
  readNotice(received: ReceivedNotice): Promise<ReadNotice>;
};

/** A notice as it came in. Nothing about it is verified yet. */
type ReceivedNotice = { body: Buffer; header(name: string): string | undefined };

/** `ok: false`: it isn't from the processor, or it is too old. `notice` is undefined for one that needs no action here. */
export type ReadNotice = { ok: true; notice: ProviderNotice | undefined } | { ok: false };
