/**
 * Limits attempts: passwords, codes and mails. Each is counted before it is tried, in windows that all processes share, so
 * that parallel guesses cannot pass the limit; the database also counts wrong codes. Each kind of limit has a window of its
 * own, so that filling one does not empty another. No limit locks an account for good: windows slide, and a browser that
 * has signed in before, or has used the mailed link, has its own allowance. Must never depend on whether an account
 * exists.
 */
import { type AttemptDecision, type AttemptWindow, takeAttempt } from '../access/attempt-limits.ts';
import { clientNetwork } from '../access/client-network.ts';
import type { Visit } from './auth.ts';
import type { BrowserMarks } from './browser-marks.ts';

/** Makes a window of this length; processes share those of one name. Passed in by the caller. */
export type NewWindow = (windowMs: number, name: string) => AttemptWindow;

const triesWindowMs = 900_000;
const mailsWindowMs = 3_600_000;

/** Passwords in 15 minutes: per account and address, per account, per address, and per browser with its own allowance. */
const passwordTriesMax = { pair: 20, account: 60, address: 200, browser: 20 } as const;
/** Codes of one person in 15 minutes. */
const codeTriesMax = 20;
/** Mails in an hour: to one recipient, and requested from one address. */
const mailsMax = { recipient: 5, address: 40 } as const;
/**
 * Mails that lift the limit, to one recipient in 15 minutes: as long as such a link works, so that whoever is refused
 * another has one that does, however often strangers ask.
 */
const liftsMax = 3;

export type Attempts = ReturnType<typeof createAttempts>;

export function createAttempts({ newWindow, marks }: { newWindow: NewWindow; marks: BrowserMarks }) {
  const passwords = {
    pair: newWindow(triesWindowMs, 'passwords-pair'),
    account: newWindow(triesWindowMs, 'passwords-account'),
    address: newWindow(triesWindowMs, 'passwords-address'),
    knownBrowser: newWindow(triesWindowMs, 'passwords-known-browser'),
    liftedBrowser: newWindow(triesWindowMs, 'passwords-lifted-browser'),
  };
  const codes = newWindow(triesWindowMs, 'codes');
  const mails = {
    recipient: newWindow(mailsWindowMs, 'mails-recipient'),
    address: newWindow(mailsWindowMs, 'mails-address'),
  };
  const lifts = newWindow(triesWindowMs, 'lifts');

  const mailsFrom = ({ address }: Visit) => ({
    window: mails.address,
    key: clientNetwork(address),
    quota: mailsMax.address,
  });

  return {
    password(email: string, { address, cookie }: Visit): Promise<AttemptDecision> {
      const account = email.toLowerCase();
      const own = (window: AttemptWindow, nonce: string): Promise<AttemptDecision> =>
        takeAttempt([{ window, key: nonce, quota: passwordTriesMax.browser }]);
      const known = marks.known.find(account, cookie);
      if (known !== undefined) return own(passwords.knownBrowser, known);
      const lifted = marks.lifted.find(account, cookie);
      if (lifted !== undefined) return own(passwords.liftedBrowser, lifted);
      const network = clientNetwork(address);
      return takeAttempt([
        { window: passwords.address, key: network, quota: passwordTriesMax.address },
        { window: passwords.pair, key: `${network} ${account}`, quota: passwordTriesMax.pair },
        { window: passwords.account, key: account, quota: passwordTriesMax.account },
      ]);
    },
    code: (personId: string): Promise<AttemptDecision> =>
      takeAttempt([{ window: codes, key: personId, quota: codeTriesMax }]),
    mail: (recipient: string, visit: Visit): Promise<AttemptDecision> =>
      takeAttempt([mailsFrom(visit), { window: mails.recipient, key: recipient, quota: mailsMax.recipient }]),
    lift: (recipient: string, visit: Visit): Promise<AttemptDecision> =>
      takeAttempt([mailsFrom(visit), { window: lifts, key: recipient, quota: liftsMax }]),
  };
}
