/** Closing an account and deleting a person's, as answers say it. */
import { type Static, Type } from 'typebox';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { NamedHolder } from '../../base/schemas/holder-parts.ts';
import { Amount, Count, Currency } from '../../base/schemas/parts.ts';
import type { Membership } from '../holders/members.repository.ts';
import type { ErasurePlan } from './erase-person.ts';
import { type Obstacle, obstacleCodes } from './obstacles.ts';

const ObstacleAnswer = Type.Object(
  {
    code: Type.Enum([...obstacleCodes]),
    account: NamedHolder,
    count: Count,
    amounts: Type.Array(Type.Object({ amount: Amount, currency: Currency }), {
      description: 'Of a balance, of earnings or a debt',
    }),
  },
  { title: 'Obstacle', description: 'Real money that is not finished, or an account that would have no owner' },
);

export const ClosingAnswer = Type.Object(
  { obstacles: Type.Array(ObstacleAnswer, { description: 'Empty: the account can be closed now' }) },
  { title: 'Closing' },
);

export const ErasureAnswer = Type.Object(
  {
    obstacles: Type.Array(ObstacleAnswer, { description: 'Empty: the account can be deleted now' }),
    closes: Type.Array(NamedHolder, { description: 'Accounts that only they belong to, which are closed too' }),
    leaves: Type.Array(NamedHolder, { description: 'Accounts of which they will no longer be a member' }),
  },
  { title: 'Erasure', description: "What deleting a person's account would do" },
);

const presentObstacle = ({ code, account, count, amounts }: Obstacle): Static<typeof ObstacleAnswer> => ({
  code,
  account: { holder_id: Number(account.holderId), name: account.name, kind: account.kind },
  count,
  amounts: amounts.map(({ amount, currency }) => ({ amount: jsonDecimal(amount, exponentOf(currency)), currency })),
});

export const presentClosing = (obstacles: readonly Obstacle[]): Static<typeof ClosingAnswer> => ({
  obstacles: obstacles.map(presentObstacle),
});

const presentMembership = ({ holderId, name, kind }: Membership): Static<typeof NamedHolder> => ({
  holder_id: Number(holderId),
  name,
  kind,
});

export const presentErasure = ({ obstacles, closes, leaves }: ErasurePlan): Static<typeof ErasureAnswer> => ({
  obstacles: obstacles.map(presentObstacle),
  closes: closes.map(presentMembership),
  leaves: leaves.map(presentMembership),
});
