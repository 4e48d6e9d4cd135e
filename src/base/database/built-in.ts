/** The application settings of the built-in PostgreSQL server. Existing data directories depend on `name`. */
import type { Application } from '../embedded-postgres/index.ts';

export const sluice: Application = {
  name: 'sluice',
  title: 'Sluice',
  dataDirSetting: 'SLUICE_DATA_DIR',
  useYourOwn: 'set DATABASE_URL to a PostgreSQL 15 or later of your own',
};
