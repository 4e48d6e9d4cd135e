/** Mails about a person's own account: sign-up, password, two-step sign-in, teams, and accounts that are closed. */
export const account = {
  /** Under a sign-up. The button. */
  'account.confirm.subject': 'Confirm your email address',
  'account.confirm.text': 'Someone, hopefully you, signed up with this address. Confirm it to open your account.',
  'account.confirm.link': 'Confirm this address',
  'account.confirm.after':
    'The link works for 24 hours and asks for the password you chose. If you did not sign up, you can ignore this email: no account is created without the link.',

  'account.exists.subject': 'You already have an account',
  'account.exists.text':
    'Someone, hopefully you, tried to sign up with this address. It already has an account, so nothing was changed. Sign in, or choose a new password if you forgot yours.',
  'account.exists.link': 'Sign in',
  'account.exists.after': 'If it was not you, you can ignore this email.',

  'account.reset.subject': 'Choose a new password',
  'account.reset.text': 'Someone, hopefully you, asked for a new password for this address.',
  'account.reset.link': 'Choose a new password',
  'account.reset.after':
    'The link works once, for one hour. If it was not you, you can ignore this email: your password stays as it is.',

  /** {host}: the address of the service, such as pay.example. */
  'account.opened.subject': 'Choose your password',
  'account.opened.text': 'The operator of {host} opened an account for this address.',
  'account.opened.link': 'Choose a password',
  'account.opened.after':
    'The link works once, for {hours, plural, one {# hour} other {# hours}}. Without a password nobody can sign in to the account.',

  'account.unlock.subject': 'Sign in again after too many attempts',
  'account.unlock.text':
    'Someone, hopefully you, asked to sign in with this address after too many failed attempts. The link unlocks sign-in in the browser that opens it.',
  'account.unlock.link': 'Unlock sign-in',
  'account.unlock.after':
    'The link works once, for 15 minutes. You still need your password, and your code if you use one. If it was not you, you can ignore this email.',

  /** The last paragraph of the notices below. */
  'account.notYou': 'If this was not you, someone else may know your password: choose a new one now.',

  'account.passwordChanged.subject': 'Your password was changed',
  'account.passwordChanged.text': 'Your password was changed, and your other sessions were ended.',

  'account.twoStepOn.subject': 'Two-step sign-in is on',
  'account.twoStepOn.text':
    'From now on, signing in takes a code from your authenticator app after the password. Your other sessions were ended.',
  'account.twoStepOn.wait':
    'For the next 24 hours it cannot be used for actions that need a code, such as requesting payouts or creating keys. Everything else works as before.',

  'account.twoStepOff.subject': 'Two-step sign-in is off',
  'account.twoStepOff.text': 'From now on, your password alone is enough to sign in.',

  'account.recoveryUsed.subject': 'A recovery code was used',
  'account.recoveryUsed.text':
    'One of your recovery codes was used in place of your authenticator. That code no longer works.',

  'account.codesGuessed.subject': 'Someone is trying to guess your sign-in codes',
  'account.codesGuessed.text':
    'Someone entered your password and then several wrong codes, from a browser that you have not used before. They could not sign in.',

  'account.passkeyAdded.subject': 'A passkey was added',
  'account.passkeyAdded.text':
    'A passkey was added to your account. It signs you in without your password and a code. You can remove it in your profile.',
  'account.passkeyAdded.wait':
    'For the next 24 hours it cannot be used for actions that need a code, such as requesting payouts or creating keys.',

  'account.passkeyRemoved.subject': 'A passkey was removed',
  'account.passkeyRemoved.text':
    'A passkey was removed from your account and can no longer be used to sign in. Your other sessions were ended.',

  'account.recoveryRenewed.subject': 'New recovery codes',
  'account.recoveryRenewed.text': 'New recovery codes were created. The earlier ones no longer work.',

  /** The operator resets it because the authenticator is lost. {day} and {clock}: when. */
  'account.twoStepResetSoon.subject': 'Your two-step sign-in will be reset',
  'account.twoStepResetSoon.text':
    'The operator of this service will reset your two-step sign-in at {day} {clock} UTC, because your authenticator was reported lost. From then on your password alone is enough, until you set it up again.',
  'account.twoStepResetSoon.stop':
    'If you did not ask for this, sign in with your authenticator or a recovery code before then: that stops the reset. Then change your password.',

  'account.twoStepReset.subject': 'Your two-step sign-in was reset',
  'account.twoStepReset.text':
    'Your authenticator and your recovery codes no longer work, and all your sessions were ended. Sign in with your password and set up two-step sign-in again.',
  'account.twoStepReset.notYou':
    'If you did not ask for this, change your password now and tell the operator of this service.',

  /** To a person whose account is deleted. */
  'account.deleted.subject': 'Your account is deleted',
  'account.deleted.byYou':
    'As you asked, your account was deleted, along with your name, your email address and everything you used to sign in.',
  'account.deleted.byOperator':
    'The operator of this service deleted your account, along with your name, your email address and everything you used to sign in.',
  'account.deleted.kept':
    'Records of payments and payouts are kept without your name, because the books must balance and the law requires them. Bank details used for payouts are kept for as long as the law requires.',
  'account.deleted.last':
    'This is the last email to this address. You can sign up with it again at any time, with a new account.',

  /** An account of a company, shop, courier or customer. {name}: its name. */
  'closing.closed.subject': 'The account {name} is closed',
  'closing.closed.text':
    'The account {name} was closed. Its API keys and links have ended, and it takes no more money.',
  'closing.closed.year': 'For a year, you can still sign in, view everything and download statements.',
  'closing.closed.mistake': 'If this was a mistake, the operator of this service can reopen it.',

  'closing.reopened.subject': 'The account {name} is open again',
  'closing.reopened.text': 'The operator of this service reopened the account {name}.',
  'closing.reopened.restore':
    'API keys, links, bank accounts and webhook endpoints were not restored. Set up the ones you need.',

  /** {team}: the name of the account; the operator's own team has none. Put it in your language's quotation marks. */
  'members.invitation.subject': 'You are invited to join a team',
  'members.invitation.text':
    'You are invited to join {kind, select, service {the operator of the service} other {“{team}”}} on {host} as {role, select, owner {an owner} finance {a finance member} developer {a developer} administrator {an administrator} support {a support member} other {a viewer}}.',
  'members.invitation.operators': 'Operators need two-step sign-in, so have an authenticator app ready.',
  'members.invitation.link': 'View invitation',
  'members.invitation.after':
    'The link works for {days, plural, one {# day} other {# days}}, once, and only for someone who signs in with this address. If you have no account yet, you can create one.',
  'members.invitation.ignore': 'If you did not expect this, you can ignore this email.',

  /** {member}: an email address. */
  'members.joined.subject': 'A new member has joined',
  'members.joined.text':
    '“{member}” joined {kind, select, service {the operator of the service} other {“{team}”}} as {role, select, owner {an owner} finance {a finance member} developer {a developer} administrator {an administrator} support {a support member} other {a viewer}}.',
  'members.joined.unexpected': 'If you did not expect this, remove them under Members and change your password.',

  'members.roleChanged.subject': 'Your role was changed',
  'members.roleChanged.text':
    'You are now {role, select, owner {an owner} finance {a finance member} developer {a developer} administrator {an administrator} support {a support member} other {a viewer}} of {kind, select, service {the operator of the service} other {“{team}”}}.',

  'singleSignOn.changed.subject': 'Single sign-on was changed',
  'singleSignOn.changed.text':
    'People of {team} can now sign in through {issuer}. Whoever runs it can sign in to this account as any of its members.',
  'singleSignOn.removed.text':
    'Single sign-on was removed from {team}. Everyone who had signed in through it was signed out.',
  'singleSignOn.unexpected':
    'If you did not expect this, open Single sign-on in the account’s settings and check the members.',
  'members.removed.subject': 'You were removed from a team',
  'members.removed.text':
    'You are no longer a member of {kind, select, service {the operator of the service} other {“{team}”}}. Your own account stays as it is.',
  'members.removed.mistake': 'If you think this is a mistake, ask an owner to invite you again.',

  'members.left.subject': 'A member has left',
  'members.left.text':
    '“{member}” left {kind, select, service {the operator of the service} other {“{team}”}} and no longer has access to it.',
  /** In place of the address above. */
  'members.left.deleted':
    'A member who deleted their account left {kind, select, service {the operator of the service} other {“{team}”}} and no longer has access to it.',
} as const;
