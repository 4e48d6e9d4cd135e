/**
 * The names that a file and its report have once the file was taken up. Pure. The same file has the same names each time,
 * so that putting it away twice comes to the same; another file of that name has others.
 */

const hashLength = 8;
/** File systems allow 255 bytes, and a character has up to 4. */
const baseLengthMax = 50;
const extensionLengthMax = 8;

/** @param hash of the contents, in hexadecimal. */
export function storedNames(name: string, hash: string): { file: string; report: string } {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && name.length - dot - 1 <= extensionLengthMax;
  const [base, extension] = isExtension ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const stem = `${[...base].slice(0, baseLengthMax).join('')}.${hash.slice(0, hashLength)}`;
  return { file: `${stem}${extension}`, report: `${stem}.report.txt` };
}
