/** Who set a value in force, when and why, in the operator's answers. */
import { type Static, Type } from 'typebox';
import { Instant, NullableText, nullable } from '../../base/schemas/parts.ts';
import type { LastChange } from '../../core/access/audit-log.repository.ts';

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
