/**
 * The application whose database this is: the only words about it that this folder knows. Names of files, roles and
 * databases derive from `name`, so it must never change once a data directory exists.
 */

export type Application = {
  /** In paths, and as the name of the owner's role and of the database. Lower-case letters. */
  name: string;
  /** In messages to people. */
  title: string;
  /** The setting that names the data directory. */
  dataDirSetting: string;
  /** How to do without the built-in server, to end a sentence that begins "…, or". */
  useYourOwn: string;
};

/** A role of the server and the password it signs in with. */
export type Role = 'owner' | 'service';

export const roles: readonly Role[] = ['owner', 'service'];

/** The owner makes the server's files and is its superuser; the service role has the rights it is granted. */
export const roleName = ({ name }: Application, role: Role): string => (role === 'owner' ? name : `${name}_service`);
