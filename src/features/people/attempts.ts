/**
 * Limits attempts: passwords, codes, passkeys, sign-ins at providers and mails. Each is counted before it is tried, in windows that all processes share, so
 * that parallel guesses cannot pass the limit. Each kind of limit has a window of its own, so that filling one does not
 * empty another. No limit locks an account for good: windows slide, and a browser that has signed in before, or has used
 * the mailed link, has its own allowance. Must never depend on whether an account exists.
 */

import { normalEmail } from '../../base/schemas/email.ts';
import { type AttemptDecision, type AttemptWindow, perNetwork, takeAttempt } from '../../core/access/attempt-limits.ts';
import { clientNetwork } from '../../core/access/client-network.ts';
import type { Visit } from './auth.ts';
import type { BrowserMarks } from './browser-marks.ts';
import type { Person } from './person.ts';

/** Makes a window of this length; processes share those of one name. Passed in by the caller. */
export type NewWindow = (windowMs: number, name: string) => AttemptWindow;

const triesWindowMs = 900_000;
const mailsWindowMs = 3_600_000;
const dayMs = 86_400_000;

/** Passwords in 15 minutes: per account and address, per account, per address, and per browser with its own allowance. */
const passwordTriesMax = { pair: 20, account: 60, address: 200, browser: 20 } as const;
/**
 * Codes of one person. Of an authenticator in 15 minutes: from a browser with its own allowance, and from all others
 * together; whoever knows the password can guess among a million codes, so that a day has a limit too. A recovery code
 * can't be guessed, so only its address is limited.
 */
const codeTriesMax = { browser: 20, others: 10, othersDaily: 50, liftedDaily: 50, recovery: 20 } as const;
/** In 15 minutes from one address: passkeys begun, as every visit to the sign-in page does, and used. None can be guessed. */
const passkeyTriesMax = { asked: 600, used: 200 } as const;
/** In 15 minutes from one address: sign-ins begun at a provider, each of which names an address or an account, and ended. */
const providerTriesMax = { asked: 60, used: 200 } as const;
/** Mails in an hour: of one kind to one recipient, and requested from one address. */
const mailsMax = { recipient: 5, address: 40 } as const;
/** Sign-ups with one address: a stranger who uses up their own leaves some to its owner. */
const signUpsMax = { pair: 5, recipient: 15 } as const;
/**
 * Mails that lift the limit, to one recipient in 15 minutes: as long as such a link works, so that whoever is refused
 * another has one that does, however often strangers ask. The same holds for a new password, whose link works as long
 * as its window.
 */
const liftsMax = 3;
/** Mails in a day that say that someone is guessing codes. */
const alertsMax = 1;

export type Attempts = ReturnType<typeof createAttempts>;

const windowsOf = (newWindow: NewWindow) => ({
  passwords: {
    pair: newWindow(triesWindowMs, 'passwords-pair'),
    account: newWindow(triesWindowMs, 'passwords-account'),
    address: newWindow(triesWindowMs, 'passwords-address'),
    knownBrowser: newWindow(triesWindowMs, 'passwords-known-browser'),
    liftedBrowser: newWindow(triesWindowMs, 'passwords-lifted-browser'),
  },
  codes: {
    knownBrowser: newWindow(triesWindowMs, 'codes-known-browser'),
    liftedBrowser: newWindow(triesWindowMs, 'codes-lifted-browser'),
    liftedDaily: newWindow(dayMs, 'codes-lifted-daily'),
    others: newWindow(triesWindowMs, 'codes-others'),
    othersDaily: newWindow(dayMs, 'codes-others-daily'),
    recovery: newWindow(triesWindowMs, 'recovery-codes'),
    alerts: newWindow(dayMs, 'code-alerts'),
  },
  passkeys: {
    asked: newWindow(triesWindowMs, 'passkeys-asked'),
    used: newWindow(triesWindowMs, 'passkeys-used'),
  },
  providers: {
    asked: newWindow(triesWindowMs, 'providers-asked'),
    used: newWindow(triesWindowMs, 'providers-used'),
  },
  mails: {
    signUpPair: newWindow(mailsWindowMs, 'mails-sign-up-pair'),
    signUp: newWindow(mailsWindowMs, 'mails-sign-up'),
    resend: newWindow(mailsWindowMs, 'mails-resend'),
    reset: newWindow(mailsWindowMs, 'mails-reset'),
    lift: newWindow(triesWindowMs, 'lifts'),
    address: newWindow(mailsWindowMs, 'mails-address'),
  },
});

export function createAttempts({ newWindow, marks }: { newWindow: NewWindow; marks: BrowserMarks }) {
  const { passwords, codes, mails, ...windows } = windowsOf(newWindow);
  const mailsFrom = ({ address }: Visit) => perNetwork(mails.address, address, mailsMax.address);

  /** A window of mails to one recipient. */
  const mailTo =
    (window: AttemptWindow, quota: number) =>
    (email: string, visit: Visit): Promise<AttemptDecision> =>
      takeAttempt([...mailsFrom(visit), { window, key: normalEmail(email), quota }]);

  return {
    ...passkeyAttempts(windows.passkeys),
    ...providerAttempts(windows.providers),
    /** This browser has an allowance of its own for the account. */
    isKnown: (email: string, { cookie }: Visit): boolean =>
      marks.known.find(email, cookie) !== undefined || marks.lifted.find(email, cookie) !== undefined,
    password(email: string, { address, cookie }: Visit): Promise<AttemptDecision> {
      const account = normalEmail(email);
      const own = (window: AttemptWindow, nonce: string): Promise<AttemptDecision> =>
        takeAttempt([{ window, key: nonce, quota: passwordTriesMax.browser }]);
      const known = marks.known.find(account, cookie);
      if (known !== undefined) return own(passwords.knownBrowser, known);
      const lifted = marks.lifted.find(account, cookie);
      if (lifted !== undefined) return own(passwords.liftedBrowser, lifted);
      return takeAttempt([
        ...perNetwork(passwords.address, address, passwordTriesMax.address),
        { window: passwords.pair, key: `${clientNetwork(address)} ${account}`, quota: passwordTriesMax.pair },
        { window: passwords.account, key: account, quota: passwordTriesMax.account },
      ]);
    },
    /** A code of the person's authenticator. `isOwn`: it is not among the guesses of strange browsers. */
    async code({ personId, email }: Pick<Person, 'personId' | 'email'>, { cookie }: Visit) {
      const known = marks.known.find(email, cookie);
      if (known !== undefined) {
        const own = { window: codes.knownBrowser, key: known, quota: codeTriesMax.browser };
        return { ...(await takeAttempt([own])), isOwn: true };
      }
      const lifted = marks.lifted.find(email, cookie);
      if (lifted !== undefined) {
        const own = { window: codes.liftedBrowser, key: lifted, quota: codeTriesMax.browser };
        const daily = { window: codes.liftedDaily, key: personId, quota: codeTriesMax.liftedDaily };
        return { ...(await takeAttempt([own, daily])), isOwn: true };
      }
      const others = { window: codes.others, key: personId, quota: codeTriesMax.others };
      const daily = { window: codes.othersDaily, key: personId, quota: codeTriesMax.othersDaily };
      return { ...(await takeAttempt([others, daily])), isOwn: false };
    },
    recoveryCode: (personId: string, { address }: Visit): Promise<AttemptDecision> =>
      takeAttempt([
        { window: codes.recovery, key: `${clientNetwork(address)} ${personId}`, quota: codeTriesMax.recovery },
      ]),
    /** Whether to mail the person that someone is guessing their codes. */
    codeAlert: async (personId: string): Promise<boolean> =>
      (await takeAttempt([{ window: codes.alerts, key: personId, quota: alertsMax }])).ok,
    signUp: (email: string, visit: Visit): Promise<AttemptDecision> =>
      takeAttempt([
        ...mailsFrom(visit),
        {
          window: mails.signUpPair,
          key: `${clientNetwork(visit.address)} ${normalEmail(email)}`,
          quota: signUpsMax.pair,
        },
        { window: mails.signUp, key: normalEmail(email), quota: signUpsMax.recipient },
      ]),
    resend: mailTo(mails.resend, mailsMax.recipient),
    reset: mailTo(mails.reset, mailsMax.recipient),
    lift: mailTo(mails.lift, liftsMax),
  };
}

const passkeyAttempts = ({ asked, used }: ReturnType<typeof windowsOf>['passkeys']) => ({
  passkeyAsked: ({ address }: Visit): Promise<AttemptDecision> =>
    takeAttempt(perNetwork(asked, address, passkeyTriesMax.asked)),
  passkeyUsed: ({ address }: Visit): Promise<AttemptDecision> =>
    takeAttempt(perNetwork(used, address, passkeyTriesMax.used)),
});

const providerAttempts = ({ asked, used }: Record<'asked' | 'used', AttemptWindow>) => ({
  providerAsked: ({ address }: Visit): Promise<AttemptDecision> =>
    takeAttempt(perNetwork(asked, address, providerTriesMax.asked)),
  providerUsed: ({ address }: Visit): Promise<AttemptDecision> =>
    takeAttempt(perNetwork(used, address, providerTriesMax.used)),
});
