export const builtProgram: Readonly<{ directory: string; main: string; digest: string }>;
export function listSources(top?: string): string[];
export function digestOfFiles(top: string, names: readonly string[]): string;
export function digestOfSources(top?: string): string;
export function isProgramBuilt(): boolean;
