/** The one `--mode` of all commands: required where a command acts in one mode, and a filter where it lists both. */
import { Option } from 'commander';
import { modes } from '../../base/money/mode.ts';

const option = (description: string): Option => new Option('--mode <mode>', description).choices([...modes]);

/** Money and keys of one mode: never by default, so that none of the other one is touched unnoticed. */
export const requiredMode = (description = 'test or live money'): Option => option(description).makeOptionMandatory();

/** Where another option decides whether it is needed. */
export const optionalMode = (description: string): Option => option(description);

export const modeFilter = (): Option => option('one mode only (default: both)');
