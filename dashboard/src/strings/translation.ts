/** The strings in another language than English, by the same keys; `dashboard/README.md`, "Languages". */
import type { StringId } from './strings.tsx';

export type Translation = Partial<Record<StringId, string>>;
