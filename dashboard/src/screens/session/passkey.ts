/**
 * Asks the browser for a passkey, and the service whether it is right. What talks to the browser is loaded when it is
 * needed: most visits don't.
 */
import { apiOf, dataOf } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import type { NewPasskeyCredential, PasskeyCreationOptions, UsedPasskeyCredential } from '../../api/types.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';

const library = () => import('@simplewebauthn/browser');

const askService = () => dataOf(apiOf().POST('/api/v1/session/passkey/options', { body: {} }));

/** Each throws a `Problem` that says in the reader's words what the browser could not do. */
export function usePasskeys() {
  const t = useStrings();
  const said = async <T>(canceled: StringId, ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      throw error instanceof Problem ? error : problemOfBrowser((error as Error).name, canceled);
    }
  };
  const problemOfBrowser = (name: string, canceled: StringId): Problem => {
    const [code, words] = reasons[name] ?? ['passkey_unsupported', 'passkey.unsupported'];
    return new Problem(400, { code, message: t(code === 'passkey_canceled' ? canceled : words) });
  };
  return {
    /** A passkey that the person chooses. */
    use: (): Promise<UsedPasskeyCredential> =>
      said('passkey.canceled', async () => {
        const optionsJSON = await askService();
        return usedOf(await (await library()).startAuthentication({ optionsJSON }));
      }),
    create: (optionsJSON: PasskeyCreationOptions): Promise<NewPasskeyCredential> =>
      said('passkeys.canceled', async () => {
        const { id, rawId, type, response } = await (await library()).startRegistration({
          optionsJSON: optionsJSON as Parameters<Library['startRegistration']>[0]['optionsJSON'],
        });
        const { clientDataJSON, attestationObject, transports = [] } = response;
        return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
      }),
  };
}

type Library = Awaited<ReturnType<typeof library>>;

/** What the browser's errors mean (Web Authentication Level 3). All others: it can't do it here. */
const reasons: Record<string, readonly [code: string, words: StringId]> = {
  AbortError: ['passkey_canceled', 'passkey.canceled'],
  NotAllowedError: ['passkey_canceled', 'passkey.canceled'],
  InvalidStateError: ['passkey_known', 'passkeys.known'],
};

/** In the list of accounts that the browser offers in a field. @returns undefined where it has no such list. */
export async function takeFromField(signal: AbortSignal): Promise<UsedPasskeyCredential | undefined> {
  if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.())) return undefined;
  const [optionsJSON, { startAuthentication, WebAuthnAbortService }] = await Promise.all([askService(), library()]);
  if (signal.aborted) return undefined;
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  return usedOf(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
}

type Used = Awaited<ReturnType<Library['startAuthentication']>>;

const usedOf = ({ id, rawId, type, response }: Used): UsedPasskeyCredential => {
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
};
