/** Schema of a session in the console API. */
import { type Static, Type } from 'typebox';
import { holderKinds, memberRoles, operatorRoles } from '../access/roles.ts';
import { ModeName, NullableInstant, NumericId, nullable, Text } from '../schemas/parts.ts';

const RoleName = Type.Enum([...new Set([...memberRoles, ...operatorRoles])]);

export const SessionAnswer = Type.Object(
  {
    person: Type.Object({
      name: Text('Ada Lovelace'),
      email: Text('ada@example.org'),
      second_factor: Type.Boolean(),
      fresh_at: NullableInstant,
    }),
    mode: ModeName,
    holder_id: nullable(NumericId),
    role: nullable(RoleName),
    holders: Type.Array(
      Type.Object({
        holder_id: NumericId,
        kind: Type.Enum([...holderKinds, 'service']),
        name: Text('Taverna'),
        status: Type.Enum(['pending', 'active', 'suspended']),
        role: RoleName,
      }),
    ),
  },
  { title: 'Session', description: 'Who is signed in, for whom they act, and for whom they may' },
);
export type PresentedSession = Static<typeof SessionAnswer>;
