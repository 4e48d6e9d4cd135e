/** Schemas of passkeys: what browsers are given and return, spelled as Web Authentication has it in JSON. */
import { Type } from 'typebox';
import { Instant, NullableInstant, Text } from '../../base/schemas/parts.ts';

const encodedLengthMax = 8_192;
const credentialIdLengthMax = 1_400;

const encoded = (description: string, lengthMax = encodedLengthMax) =>
  Type.String({
    pattern: `^[A-Za-z0-9_-]{1,${lengthMax}}$`,
    description: `${description}, in base64url`,
    examples: ['mZ3vGk0aQ9b7LrW2cVx1Tw'],
  });

const CredentialId = encoded('The ID of the credential', credentialIdLengthMax);
const KeyType = Type.Enum(['public-key']);

export const PasskeyAnswer = Type.Object(
  {
    id: Text('7Gk2Qm7ZxW1Jc9Tb'),
    name: Text('Work laptop'),
    created_at: Instant,
    last_used_at: NullableInstant,
  },
  { title: 'Passkey', description: 'One of the passkeys of a person' },
);

const Descriptor = Type.Object({
  id: CredentialId,
  type: KeyType,
  transports: Type.Optional(Type.Array(Text('internal'))),
});

const Verification = Type.Enum(['required']);

export const CreationOptions = Type.Object(
  {
    rp: Type.Object({ id: Text('pay.example.com'), name: Text('Sluice') }),
    user: Type.Object({
      id: Text('WWszeDBhUTliN0xyVzJjVg'),
      name: Text('ada@example.org'),
      displayName: Text('Ada Lovelace'),
    }),
    challenge: Text('mZ3vGk0aQ9b7LrW2cVx1Tw'),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer({ examples: [-7] }), type: KeyType })),
    timeout: Type.Integer({ description: 'Milliseconds', examples: [600000] }),
    excludeCredentials: Type.Array(Descriptor),
    authenticatorSelection: Type.Object({
      residentKey: Verification,
      requireResidentKey: Type.Boolean(),
      userVerification: Verification,
    }),
    attestation: Type.Enum(['none']),
    hints: Type.Array(Text('client-device')),
    extensions: Type.Object({ credProps: Type.Boolean() }),
  },
  {
    title: 'PasskeyCreationOptions',
    description: 'For `navigator.credentials.create()`, by `PublicKeyCredential.parseCreationOptionsFromJSON()`',
  },
);

export const RequestOptions = Type.Object(
  {
    rpId: Text('pay.example.com'),
    challenge: Text('mZ3vGk0aQ9b7LrW2cVx1Tw'),
    timeout: Type.Integer({ description: 'Milliseconds', examples: [600000] }),
    userVerification: Verification,
  },
  {
    title: 'PasskeyRequestOptions',
    description: 'For `navigator.credentials.get()`, by `PublicKeyCredential.parseRequestOptionsFromJSON()`',
  },
);

const transportsMax = 10;
const transportLengthMax = 32;

/** What `toJSON()` of a new credential says. Fields that are not here are not read. */
export const NewCredential = Type.Object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: KeyType,
    response: Type.Object({
      clientDataJSON: encoded('What the browser signed for'),
      attestationObject: encoded('The new public key'),
      transports: Type.Optional(
        Type.Array(Type.String({ pattern: `^[a-z-]{1,${transportLengthMax}}$`, examples: ['internal'] }), {
          maxItems: transportsMax,
        }),
      ),
    }),
  },
  { title: 'NewPasskeyCredential', description: '`toJSON()` of what `navigator.credentials.create()` returned' },
);

/** What `toJSON()` of a used credential says. */
export const UsedCredential = Type.Object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: KeyType,
    response: Type.Object({
      clientDataJSON: encoded('What the browser signed for'),
      authenticatorData: encoded('What the authenticator says of itself'),
      signature: encoded('Of both'),
      userHandle: encoded('Whose passkey it is'),
    }),
  },
  { title: 'UsedPasskeyCredential', description: '`toJSON()` of what `navigator.credentials.get()` returned' },
);
