/** What the screen of a payee's companies reads, as the API answers it. */
import type { paths } from '../../api/api.generated.ts';
import type { Company } from '../earnings/types.ts';

export type CompanyLink =
  paths['/api/v1/company-links']['get']['responses'][200]['content']['application/json']['data'][number];
/** What a company holds for the payee, by currency. */
export type Balance = Company['balances'][number];
