/** Schemas of an account's own sign-in provider, and how it is presented. */
import { type Static, Type } from 'typebox';
import { nullable, Text } from '../../base/schemas/parts.ts';
import { clientIdLengthMax, issuerLengthMax, redirectUriOf, secretLengthMax, startAddressOf } from './provider.ts';
import type { SignInProvider } from './sign-in-providers.repository.ts';

export const SingleSignOnAnswer = Type.Object(
  {
    redirect_uri: Text(
      'https://pay.example.com/api/v1/session/provider/12/callback',
      'Where the provider sends people back to: enter exactly this at the provider',
    ),
    provider: nullable(
      Type.Object({
        issuer: Text('https://login.example.com'),
        client_id: Text('sluice'),
        second_factor: Type.Boolean({
          description: 'Whether it asks for a second factor itself, so that a sign-in through it is enough',
        }),
        start_address: Text(
          'https://pay.example.com/sign-in/with/7Gk2Qm7ZxW1Jc9TbVh3Rd8Yp',
          'Where the account’s people may start, as from the provider’s list of applications',
        ),
      }),
    ),
  },
  { title: 'SingleSignOn', description: 'The account’s own OpenID Connect provider; its secret is never shown' },
);

export const ProviderBody = Type.Object({
  issuer: Type.String({
    minLength: 1,
    maxLength: issuerLengthMax,
    format: 'text',
    examples: ['https://login.example.com'],
  }),
  client_id: Type.String({ minLength: 1, maxLength: clientIdLengthMax, format: 'text', examples: ['sluice'] }),
  client_secret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: secretLengthMax,
      format: 'text',
      description: 'Left out: it stays, where issuer and client stay too',
      examples: ['2vQm7ZxW1Jc9TbVh3Rd8Yp'],
    }),
  ),
  second_factor: Type.Boolean({
    description: 'Whether the provider asks everyone for a second factor',
    examples: [true],
  }),
});

export function presentSingleSignOn(
  publicUrl: string,
  holderId: bigint,
  provider: SignInProvider | undefined,
): Static<typeof SingleSignOnAnswer> {
  return {
    redirect_uri: redirectUriOf(publicUrl, holderId),
    provider:
      provider === undefined
        ? null
        : {
            issuer: provider.issuer,
            client_id: provider.clientId,
            second_factor: provider.isSecondFactor,
            start_address: startAddressOf(publicUrl, provider.id),
          },
  };
}
