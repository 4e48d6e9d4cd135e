/** Schemas of saved views (docs/contract/people.md, "Saved views"). */
import { type Static, Type } from 'typebox';
import { Instant, nullable, Text } from '../../base/schemas/parts.ts';
import { mailedEvery } from './mailed-period.ts';

const nameLengthMax = 60;
const queryLengthMax = 2_000;

export const Screen = Type.String({
  pattern: '^[a-z][a-z-]{0,39}$',
  description: 'The screen or list that the view is of',
  examples: ['explore'],
});

export const ViewName = Type.String({
  minLength: 1,
  maxLength: nameLengthMax,
  format: 'text',
  description: 'Unique among the views that the person saved of the screen',
  examples: ['Refunds by payee'],
});

export const ViewQuery = Type.String({
  maxLength: queryLengthMax,
  format: 'text',
  description: 'The query of the address, without its question mark',
  examples: ['metric=refunds&by=payee'],
});

export const MailEvery = Type.Enum([...mailedEvery], {
  description: 'Mailed at 07:00 in `time_zone`, after each of these, about it',
});

export const SavedViewAnswer = Type.Object(
  {
    id: Text('9f0c2f9e-0d0e-4c55-9a53-0a4a6d1c7c55'),
    screen: Screen,
    name: ViewName,
    query: ViewQuery,
    created_at: Instant,
    mail: nullable(
      Type.Object({ every: MailEvery, time_zone: Text('Europe/Athens'), next_at: Instant }, { title: 'ViewMail' }),
    ),
  },
  { title: 'SavedView', description: 'A view that the person saved, in one account and mode' },
);
export type PresentedSavedView = Static<typeof SavedViewAnswer>;
