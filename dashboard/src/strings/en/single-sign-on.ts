/** An account's own sign-in provider. */
export const singleSignOn = {
  'sso.title': 'Single sign-on',
  'sso.text': 'Members sign in with their work account, through OpenID Connect. Invite them under Members first.',
  'sso.on': 'On',
  'sso.off': 'Off',
  'sso.redirect': 'Redirect URI',
  'sso.redirect.text': 'Create a web application at your provider and paste this redirect URI there.',
  'sso.provider': 'Your provider',
  'sso.provider.text':
    'Your provider’s administrators can sign in here as any member. They can’t reach members’ other accounts.',
  'sso.issuer': 'Issuer',
  'sso.issuer.note': 'As your provider names it, such as https://login.example.com',
  'sso.issuer.required': 'Enter the issuer, beginning with https://.',
  'sso.client': 'Client ID',
  'sso.client.required': 'Enter the client ID that your provider shows.',
  'sso.secret': 'Client secret',
  'sso.secret.kept': 'Leave it empty to keep the one you have.',
  'sso.secret.required': 'Enter the client secret that your provider shows.',
  'sso.factor': 'Our provider enforces two-step sign-in',
  'sso.factor.note': 'If this is on, members who sign in there aren’t asked for a code here.',
  'sso.save': 'Save',
  'sso.saved': 'Single sign-on was saved',
  'sso.start': 'Address to start from',
  'sso.start.text':
    'For your provider’s list of applications. Members can also start on the sign-in page, with their email.',
  'sso.remove': 'Remove single sign-on',
  'sso.remove.title': 'Remove single sign-on?',
  'sso.remove.text':
    'Everyone who signed in through it is signed out. They can then sign in with their own password or passkey.',
  'sso.removed': 'Single sign-on was removed',
  'sso.owners': 'Owners and administrators can change this.',
} as const;
