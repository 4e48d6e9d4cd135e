/** Which payment providers may charge: set by the operator. */
export const providers = {
  'providers.title': 'Payment providers',
  'providers.text.all':
    'Live payments are charged by the first provider that can charge the amount. If it does not answer, the next one is asked.',
  'providers.text.one':
    'Which providers charge this account’s live payments. Its own order overrides the one for all accounts.',
  'providers.none.all': 'No order is set: they are asked as listed here.',
  'providers.none.one': 'No order is set for this account.',
  'providers.first': 'If several apply, the first in the list counts.',
  'providers.then': ', then ',
  'providers.away': 'Not answering',
  'providers.set': 'Set order',
  'providers.change': 'Change',
  'providers.change.of': 'Change the order for {payments}',
  'providers.end': 'End',
  'providers.end.of': 'End the order for {payments}',
  'providers.dialog.new': 'Set the order of providers',
  'providers.dialog.text':
    'It applies to every payment attempt from now on. Attempts under way stay with their provider.',
  'providers.dialog.end': 'End the order: {payments}',
  'providers.dialog.end.text':
    'The next more general order then applies. Without one, all providers in use may charge, in the order of the setting.',
  'providers.dialog.which': 'Providers',
  'providers.dialog.which.text': 'In order of preference. Those left out don’t charge these payments.',
  'providers.dialog.which.none': 'Choose at least one provider.',
} as const;
