/**
 * Which files of the built application a screen will need: the page that opens it names them. Scripts come after styles
 * and fonts, which the first paint waits for. Pure.
 */

type RouteFiles = { path: string; files: string[] };

/**
 * @param routes as the build writes them: the addresses with their files, the more exact ones first.
 * @returns for the address of a page, the elements that load its files and the strings of its language; '' for one that
 * no screen has.
 */
export function earlyFiles(routes: string): (url: string, translation?: string) => string {
  const known = (JSON.parse(routes) as RouteFiles[]).map(({ path, files }) => ({
    pattern: new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}/?$`),
    elements: files.map(elementOf).join(''),
  }));
  return (url, translation) => {
    const [path = ''] = url.split('?', 1);
    const elements = known.find(({ pattern }) => pattern.test(path))?.elements;
    if (elements === undefined) return '';
    return translation === undefined ? elements : `${elementOf(translation)}${elements}`;
  };
}

const elementOf = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" href="/${file}" crossorigin />`
    : `<link rel="modulepreload" fetchpriority="low" href="/${file}" crossorigin />`;
