/**
 * Names that people typed, for use in a sentence of a mail. Pure. Anyone can open an account, so the name of one that the
 * operator has not approved must carry no message to the strangers it invites: no link, no address, no phone number.
 */

const lengthMax = 100;
const unapprovedLengthMax = 40;
/** Control characters, line and paragraph separators, and characters that change the direction of text. */
const unfit = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;
/** What mail programs turn into links: anything but words, and a dot inside one. */
const linking = /[^\p{L}\p{M}\p{Nd} .,&'’-]+|\.(?=\S)/gu;
/** Enough digits, in groups or not, to be a phone number. */
const phoneNumber = /\p{Nd}(?:[ .,-]?\p{Nd}){4,}/gu;

/** A name on one line and shortened. */
export const fitName = (name: string): string => fitTo(lengthMax, name);

/** As `fitName`, with links and phone numbers removed. */
export const fitUnapprovedName = (name: string): string =>
  fitTo(unapprovedLengthMax, name.normalize('NFKC').replaceAll(linking, ' ').replaceAll(phoneNumber, ' '));

function fitTo(max: number, name: string): string {
  const letters = [...name.replaceAll(unfit, ' ').replaceAll(/ {2,}/g, ' ').trim()];
  const kept = letters
    .slice(0, max - 1)
    .join('')
    .trimEnd();
  return letters.length > max ? `${kept}…` : letters.join('');
}
