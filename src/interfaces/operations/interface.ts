/**
 * The interface for the operator's machines: health, metrics, the OpenAPI document. It also owns every address of no
 * other interface.
 */
import type { Interface } from '../../http/interface.ts';
import { partnerInterface } from '../partner/interface.ts';

export const operationsInterface: Interface = { basePaths: [''], answerError: partnerInterface.answerError };
