/** The access token of interface A: requested once for all calls, and again before it expires. */
import type { Http } from './http.ts';

type AccessTokens = {
  current(): Promise<string>;
  /** After the service has refused it. */
  drop(token: string): void;
};

const msPerSecond = 1_000;
/** A token that expires sooner could expire on its way. */
const marginMs = 30_000;

type Held = { token: string; until: number };
type TokenAnswer = { data: { access_token: string; expire_time: number } };

export function createAccessTokens(http: Http, keys: { clientId: string; clientSecret: string }): AccessTokens {
  let held: Held | undefined;
  let requested: Promise<Held> | undefined;

  async function request(): Promise<Held> {
    const at = Date.now();
    const body = { client_id: keys.clientId, secret_id: keys.clientSecret };
    const { json } = await http({ method: 'POST', path: '/authentication/token', body, idempotency: 'ref' });
    const { access_token: token, expire_time: seconds } = (json as TokenAnswer).data;
    return { token, until: at + seconds * msPerSecond - marginMs };
  }

  return {
    async current() {
      if (held !== undefined && Date.now() < held.until) return held.token;
      // Calls that begin at the same time share one request.
      requested ??= request().finally(() => {
        requested = undefined;
      });
      held = await requested;
      return held.token;
    },
    drop(token) {
      if (held?.token === token) held = undefined;
    },
  };
}
