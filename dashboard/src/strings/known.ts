/** The strings of the modules that are loaded: the build adds those that a module names. See `named-strings.ts`. */
import type { Compiled } from '../../named-strings.ts';

export const known: Record<string, Compiled> = {};

export const add = (strings: Record<string, Compiled>): void => void Object.assign(known, strings);
