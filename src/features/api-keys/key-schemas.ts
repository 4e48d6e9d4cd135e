/** Schemas of key pairs in the people's API. A secret is in the answer that made its pair, and in no other. */
import { type Static, Type } from 'typebox';
import { Instant, ModeName, NullableInstant, nullable, Text } from '../../base/schemas/parts.ts';
import { webhookFormats } from '../../core/events/webhook-format.ts';
import type { KeyFacts } from './api-keys.repository.ts';

const exampleClientId = 'pk_test_4fGk2Qm7ZxW1Jc9TbVh3Rd';

const ClientId = Text(exampleClientId);

const keyFields = {
  client_id: ClientId,
  mode: ModeName,
  label: Text('Production server', 'Empty if none was given'),
};

export const KeyAnswer = Type.Object(
  {
    ...keyFields,
    webhook_format: nullable(
      Type.Enum([...webhookFormats], {
        description: 'Of the `webhook_url`s of payments that it creates; null: that of the endpoint `addresses`',
        examples: ['mypay'],
      }),
    ),
    embed_origins: Type.Array(Type.String({ examples: ['https://shop.example.org'] }), {
      description: 'The sites that may show the payment pages of its payments in a frame',
    }),
    status: Type.Enum(['active', 'ending', 'ended', 'revoked'], {
      description: '`ending`: it was rotated and works until `expires_at`; `ended`: that time has passed',
    }),
    created_at: Instant,
    last_used_at: NullableInstant,
    expires_at: NullableInstant,
    revoked_at: NullableInstant,
  },
  { title: 'Key', description: 'A key pair, without its secret' },
);
type PresentedKey = Static<typeof KeyAnswer>;

export const NewKeyAnswer = Type.Object(
  { ...keyFields, client_secret: Text('sk_test_…', 'Shown only once') },
  { title: 'NewKey', description: 'A new key pair with its secret' },
);

/** @param now the real time, by which keys end. */
export const presentKey = (key: KeyFacts, now: Date): PresentedKey => ({
  client_id: key.clientId,
  mode: key.mode,
  label: key.label,
  webhook_format: key.webhookFormat,
  embed_origins: key.embedOrigins,
  status: statusOf(key, now),
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

function statusOf({ expiresAt, revokedAt }: KeyFacts, now: Date): PresentedKey['status'] {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'active';
  return expiresAt.getTime() > now.getTime() ? 'ending' : 'ended';
}
