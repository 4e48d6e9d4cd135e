/** Schemas of sessions in the console API. */
import { Type } from 'typebox';
import { holderStatusNames } from '../../base/schemas/holder-parts.ts';
import { Instant, ModeName, NullableInstant, NumericId, nullable, Text } from '../../base/schemas/parts.ts';
import { accountActions } from '../../core/access/permissions.ts';
import { holderKinds, memberRoles, operatorRoles } from '../../core/access/roles.ts';
import { LanguageName } from './account-schemas.ts';
import { secondFactorPolicies } from './second-factor-policy.ts';

const Permission = Type.Enum([...accountActions], {
  title: 'Permission',
  description: 'What a member of an account may do. More may be added',
});

const Permissions = (description: string) => Type.Array(Permission, { description, examples: [['orders.read']] });

const RoleName = Type.Enum([...new Set([...memberRoles, ...operatorRoles])]);

export const SessionAnswer = Type.Object(
  {
    person: Type.Object({
      name: Text('Ada Lovelace'),
      email: Text('ada@example.org'),
      language: nullable(LanguageName),
      second_factor: Type.Boolean({ description: 'Whether it is on' }),
      passkey: Type.Boolean({ description: 'Whether they have one' }),
      second_factor_policy: Type.Enum([...secondFactorPolicies], {
        description: 'Operators must use two-step sign-in; it is recommended to everyone else',
        examples: ['recommended'],
      }),
      fresh_at: NullableInstant,
      fresh_codes_from: nullable(
        Type.String({
          format: 'date-time',
          description:
            'From when on codes count as fresh: of the second factor that is on or, if it is off, of one that is turned on now; null if at once',
          examples: ['2026-11-24T09:00:00.000Z'],
        }),
      ),
    }),
    single_sign_on: nullable(
      Type.Object(
        {
          holder_id: NumericId,
          account: Text('Taverna'),
          issuer: Text('https://login.example.com'),
          second_factor: Type.Boolean({
            description: 'Whether the provider asks for a second factor, so that it confirms what needs a fresh code',
          }),
        },
        {
          description:
            'The account whose own provider opened the session, and to which it is bound; null for any other',
        },
      ),
    ),
    mode: ModeName,
    holder_id: nullable(NumericId),
    role: nullable(RoleName),
    holders: Type.Array(
      Type.Object({
        holder_id: NumericId,
        kind: Type.Enum([...holderKinds, 'service']),
        name: Text('Taverna'),
        status: Type.Enum([...holderStatusNames]),
        role: RoleName,
        is_only_payee: Type.Boolean({
          description: 'A merchant that delivery platforms pay and that takes no payments itself',
        }),
        may: Type.Object(
          {
            test: Permissions('In test mode'),
            live: Permissions('In live mode; nothing before the account is approved'),
            shared: Permissions('In test mode, on what live mode uses too: a link or an invitation for both modes'),
          },
          { description: 'What the person may do in the account, where needed with a recent two-step sign-in code' },
        ),
      }),
    ),
  },
  { title: 'Session', description: 'Who is signed in, for whom they act, and for whom they may' },
);

export const SessionFactsAnswer = Type.Object(
  {
    id: Text('Yk3x0aQ9b7LrW2cV'),
    current: Type.Boolean({ description: 'Whether it is the session of this request' }),
    address: Text('192.0.2.7', 'IP address of the browser that signed in; empty if unknown'),
    user_agent: Text('Mozilla/5.0', 'User agent of the browser that signed in; empty if it sent none'),
    created_at: Instant,
    single_sign_on: nullable(
      Type.Object(
        { account: Text('Taverna'), issuer: Text('https://login.example.com') },
        { description: 'The account whose own provider opened it; null for any other' },
      ),
    ),
  },
  { title: 'SignedInBrowser', description: 'One of the sessions of a person' },
);
