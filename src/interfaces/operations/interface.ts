/**
 * What the operator's machines ask: health, metrics, the description of the interfaces. It also owns every address that
 * is nobody else's.
 */
import type { Interface } from '../../http/interface.ts';
import { partnerInterface } from '../partner/interface.ts';

export const operationsInterface: Interface = { basePaths: [''], answerError: partnerInterface.answerError };
