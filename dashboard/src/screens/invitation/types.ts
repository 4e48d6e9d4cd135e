/** What the screens of an invitation read, as the API answers it. */
import type { paths } from '../../api/api.generated.ts';

export type Opened =
  paths['/api/v1/opened-invitations']['post']['responses'][200]['content']['application/json']['data'];
export type Received =
  paths['/api/v1/received-invitations']['get']['responses'][200]['content']['application/json']['data'][number];
