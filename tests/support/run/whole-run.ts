/** Whether all test files ran, none of them in part: only then can the end of a run ask what no test has met. */
import type { TestProject } from 'vitest/node';

export async function isWholeRun(project: TestProject): Promise<boolean> {
  if (project.config.testNamePattern !== undefined) return false;
  const { testFiles } = await project.globTestFiles();
  const ran = new Set(project.vitest.state.getFiles().map((file) => file.filepath));
  return testFiles.every((file) => ran.has(file));
}
