/** The names of months in the languages of banks, whole and as they are cut short. Pure. */
import { foldText } from './fold-text.ts';

/** A line for each language: twelve names. Cut short they have three letters or more, but for those behind a star, whose
 * beginnings are other months elsewhere. */
const names = `
january february march april may june july august september october november december
januar februar marz april mai juni juli august september oktober november dezember
janner feber maerz april mai juni juli august september oktober november dezember
januari februari maart april mei juni juli augustus september oktober november december
janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
januari februari mars april maj juni juli augusti september oktober november december
januar februar marts april maj juni juli august september oktober november december
januar februar mars april mai juni juli august september oktober november desember
*tammikuu helmikuu maaliskuu huhtikuu toukokuu kesakuu heinakuu elokuu syyskuu lokakuu marraskuu joulukuu
styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien
stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia
leden unor brezen duben kveten cerven cervenec srpen zari rijen listopad prosinec
ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince
januar februar marec april maj jun jul august september oktober november december
januar februar marcius aprilis majus junius julius augusztus szeptember oktober november december
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik
ιανουαριος φεβρουαριος μαρτιος απριλιος μαιος ιουνιος ιουλιος αυγουστος σεπτεμβριος οκτωβριος νοεμβριος δεκεμβριος
ιανουαριου φεβρουαριου μαρτιου απριλιου μαιου ιουνιου ιουλιου αυγουστου σεπτεμβριου οκτωβριου νοεμβριου δεκεμβριου
januar februar mart april maj juni juli avgust septembar oktobar novembar decembar
январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
января февраля марта апреля мая июня июля августа сентября октября ноября декабря`;

const months: ReadonlyMap<string, number> = countedOnce();

/** A beginning that two months share stands for neither, unless one of them is that name in full. */
function countedOnce(): Map<string, number> {
  const found = new Map<string, Set<number>>();
  const whole = new Map<string, Set<number>>();
  const add = (to: Map<string, Set<number>>, name: string, month: number) =>
    to.set(name, (to.get(name) ?? new Set()).add(month));
  for (const line of names.trim().split('\n')) {
    const lengthMin = line.startsWith('*') ? Number.POSITIVE_INFINITY : 3;
    for (const [at, word] of line.split(' ').entries()) {
      const name = foldText(word);
      add(whole, name, at + 1);
      for (let length = lengthMin; length < name.length; length += 1) add(found, name.slice(0, length), at + 1);
    }
  }
  for (const [name, of] of whole) found.set(name, of);
  return new Map(
    [...found].flatMap(([name, of]): [string, number][] => (of.size === 1 ? [[name, [...of][0] ?? 0]] : [])),
  );
}

/** 1 for January; undefined for what is no month, or could be two. */
export const monthOf = (name: string): number | undefined => months.get(foldText(name));
