/** A holder named beside something of theirs, in the operator's answers. */
import { Type } from 'typebox';
import { NumericId, Text } from './parts.ts';

export const holderKindNames = ['company', 'merchant', 'courier', 'customer', 'service'] as const;
export const holderStatusNames = ['pending', 'active', 'suspended', 'closed'] as const;

export const NamedHolder = Type.Object({
  holder_id: NumericId,
  name: Text('Taverna'),
  kind: Type.Enum([...holderKindNames]),
});
