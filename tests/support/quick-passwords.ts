/**
 * Passwords hash a thousand times faster inside the test workers: the cost that keeps guessers away is most of the time
 * of every test that signs somebody in. Services started as processes keep the real cost.
 */
import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const quick = { N: 16 };

type Scrypt = typeof crypto.scrypt & { quick?: true };

/** Files of one worker share its modules. */
if ((crypto.scrypt as Scrypt).quick === undefined) {
  const { scrypt } = crypto;
  const quickly = (
    password: crypto.BinaryLike,
    salt: crypto.BinaryLike,
    length: number,
    options: ScryptOptions,
    callback: (error: Error | null, key: Buffer) => void,
  ): void => scrypt(password, salt, length, { ...options, ...quick }, callback);
  crypto.scrypt = Object.assign(quickly, { quick: true }) as Scrypt;
  syncBuiltinESMExports();
}
