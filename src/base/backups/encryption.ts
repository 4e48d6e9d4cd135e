/**
 * Encryption of a backup in the age format, to a public key: who makes backups can't read them. Loaded on use. Must never
 * show an identity, which is the private key.
 */
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';

/** @throws Error when the recipient is none. */
export function encryptTo(recipient: string): (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return async function* encrypted(source) {
    yield* await encrypter.encrypt(ReadableStream.from(source));
  };
}

type Decrypt = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** @param text a file of age's, with comments and one or more identities. @throws Error when there is none in it. */
export async function decryptWith(text: string): Promise<{ recipients: string[]; decrypt: Decrypt }> {
  const identities = text.split(/\s+/).filter((word) => /^AGE-SECRET-KEY-1[A-Z0-9]{58}$/.test(word));
  if (identities.length === 0) throw new Error('it holds no identity, which begins with AGE-SECRET-KEY-1');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return {
    recipients: await Promise.all(identities.map((identity) => identityToRecipient(identity))),
    async *decrypt(source) {
      yield* await decrypter.decrypt(ReadableStream.from(source));
    },
  };
}
