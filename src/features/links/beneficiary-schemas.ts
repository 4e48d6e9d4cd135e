/** Schemas of a company's links in answers. */
import { Type } from 'typebox';
import { BeneficiaryRef, ServedModes, Text } from '../../base/schemas/parts.ts';

export const BeneficiaryAnswer = Type.Object(
  {
    id: BeneficiaryRef,
    type: Type.Enum(['merchant', 'courier']),
    name: Text('Taverna'),
    status: Type.Enum(['active', 'ended']),
    modes: ServedModes,
  },
  { title: 'Beneficiary', description: 'A merchant or courier linked to the company; splits name its id' },
);
