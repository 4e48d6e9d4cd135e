/** What the screens of earnings read, as the API answers it. */
import type { paths } from '../../api/api.generated.ts';

type Read<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': { data: infer Data } } } } };
}
  ? Data
  : never;

export type EarningsSummary = Read<'/api/v1/earnings'>;
export type Company = EarningsSummary['companies'][number];
export type Upcoming = Read<'/api/v1/earnings/upcoming'>[number];
export type Movement = Read<'/api/v1/earnings/movements'>[number];
