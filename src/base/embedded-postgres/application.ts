/**
 * The application that embeds the server: everything this folder knows about it. Names of files, roles and databases
 * are derived from `name`, so it must never change once a data directory exists.
 */

export type Application = {
  /** Used in paths and as the name of the owner role and the database. Lower-case letters. */
  name: string;
  /** Used in messages. */
  title: string;
  /** The name of the setting for the data directory. */
  dataDirSetting: string;
  /** How to use another server; completes a sentence after "…, or". */
  useYourOwn: string;
};

/** A database role of the server. */
export type Role = 'owner' | 'service';

export const roles: readonly Role[] = ['owner', 'service'];

/** The owner is the server's superuser; the service role has only the privileges it is granted. */
export const roleName = ({ name }: Application, role: Role): string => (role === 'owner' ? name : `${name}_service`);
