/** What a company or a shop says about itself, in requests and answers. */
import { type Static, Type } from 'typebox';
import { nullable, Text } from '../../base/schemas/parts.ts';
import { type BusinessProfile, fieldNames, lengthMax, missingFields, monthlyVolumes } from './business.ts';
import { holderNameMax } from './holder-name.ts';

const field = (maxLength: number, example: string, description?: string) =>
  Type.String({
    maxLength,
    format: 'text',
    examples: [example],
    ...(description === undefined ? {} : { description }),
  });

const Volume = nullable(
  Type.Enum([...monthlyVolumes], { description: 'Expected, per month, in EUR or what is worth as much' }),
);

export const BusinessBody = Type.Object({
  // In UTF-16 units; the rule counts characters.
  name: field(holderNameMax * 2, 'Taverna', 'What customers and colleagues see'),
  legal_name: field(lengthMax.legalName, 'Taverna GmbH'),
  registration_number: field(lengthMax.registrationNumber, 'HRB 12345', 'If there is one'),
  activity: field(lengthMax.activity, 'We cook and deliver Greek food in Berlin.'),
  address: field(lengthMax.address, 'Marktstr. 1, 10115 Berlin'),
  country: Type.String({ pattern: '^([A-Z]{2})?$', description: 'ISO 3166-1, two letters', examples: ['DE'] }),
  website: field(lengthMax.website, 'https://taverna.example'),
  monthly_volume: Volume,
});

const facts = {
  legal_name: Text('Taverna GmbH'),
  registration_number: Text('HRB 12345'),
  activity: Text('We cook and deliver Greek food in Berlin.'),
  address: Text('Marktstr. 1, 10115 Berlin'),
  country: Text('DE'),
  website: Text('https://taverna.example/'),
  monthly_volume: Volume,
};

/** For the operator, who decides by it. */
export const BusinessFacts = Type.Object(facts, { title: 'BusinessFacts', description: 'Empty where not filled in' });

export const BusinessAnswer = Type.Object(
  {
    name: Text('Taverna'),
    ...facts,
    missing: Type.Array(Type.String(), {
      description: 'What a request to go live still needs',
      examples: [['website']],
    }),
  },
  { title: 'Business' },
);

export const presentFacts = (profile: BusinessProfile): Static<typeof BusinessFacts> => ({
  legal_name: profile.legalName,
  registration_number: profile.registrationNumber,
  activity: profile.activity,
  address: profile.address,
  country: profile.country,
  website: profile.website,
  monthly_volume: profile.monthlyVolume,
});

export const presentBusiness = ({
  name,
  ...profile
}: BusinessProfile & { name: string }): Static<typeof BusinessAnswer> => ({
  name,
  ...presentFacts(profile),
  missing: missingFields(profile).map((one) => fieldNames[one]),
});
