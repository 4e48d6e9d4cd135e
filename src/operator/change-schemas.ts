/** Who set a value in force, when and why, in the operator's answers. */
import { type Static, Type } from 'typebox';
import type { LastChange } from '../access/audit-log.repository.ts';
import { Instant, NullableText, nullable } from '../schemas/parts.ts';

export const ChangeAnswer = nullable(
  Type.Object(
    {
      at: Instant,
      by: Type.Object({ kind: Type.Enum(['person', 'command', 'other']), name: NullableText }),
      reason: NullableText,
    },
    { title: 'LastChange', description: 'The last change of the value' },
  ),
);

export const presentChange = (change: LastChange | undefined): Static<typeof ChangeAnswer> =>
  change === undefined
    ? null
    : {
        at: change.at.toISOString(),
        by: {
          kind: change.actorKind === 'person' || change.actorKind === 'command' ? change.actorKind : 'other',
          name: change.actorKind === 'person' ? change.personName : change.actorId,
        },
        reason: change.reason,
      };
