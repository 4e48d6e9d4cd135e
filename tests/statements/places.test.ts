/** Statements are found in the code, so that the end of a run can say which no test has met. */
import { expect, it } from 'vitest';
import { findParts, findPlaces } from './places.ts';

it('every declared statement is found, whatever stands in it', () => {
  const code = `query({ a: int8, b: oneOf(')') })\`x \${y ? sql\`z \${')'}\` : {}} \`.execute(db); command\`w\`; pool.query(\`v\`)`;
  expect(findPlaces(code).map(({ place }) => place)).toEqual(['x … ', 'w']);
  expect(findParts(code).map(({ place }) => place)).toEqual(['z …']);
});
