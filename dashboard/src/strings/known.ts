/** The strings of the modules that are loaded: the build adds those that a module names. See `named-strings.ts`. */
import type { MessageFormatElement } from 'react-intl';

/** Plain text if there are no placeholders. */
export type Compiled = string | MessageFormatElement[];

export const known: Record<string, Compiled> = {};

export const add = (strings: Record<string, Compiled>): void => void Object.assign(known, strings);
