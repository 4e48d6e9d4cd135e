/** What the API answers about settlements. */
import type { paths } from '../../api/api.generated.ts';

type Json<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never;
type Data<Answer> = Json<Answer> extends { data: infer Inside } ? Inside : never;

export type Run = Json<paths['/api/v1/settlements']['get']['responses'][200]>['data'][number];
export type Settlement = Data<paths['/api/v1/settlements/{id}']['get']['responses'][200]>;
type Unbegun = 'settlement_id' | 'started_at' | 'finished_at';
export type Preview = Omit<Data<paths['/api/v1/settlements']['post']['responses'][200]>, Unbegun>;
export type Blocked = Preview['blocked'][number];
export type Total = Settlement['totals'][number];
export type Schedule = Data<paths['/api/v1/settlement-schedule']['get']['responses'][200]>;
