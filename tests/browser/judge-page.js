/* Evaluated in the page after axe: what tests/browser/axe.ts asks of both. */
globalThis.judge = (() => {
  const { axe, document, getComputedStyle } = globalThis;
  const controls = 'input, select, textarea';
  const disabled = ':disabled, [disabled], [aria-disabled=true]';

  // Neither the source nor a selector of each element that passes: they take as long as half of the rules.
  axe.configure({ noHtml: true });
  const shown = { elementRef: true, selectors: false };
  const targetLengthMax = 200;

  const told = ({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ element }) => ({ id, target: element.outerHTML.slice(0, targetLengthMax) })),
    );

  /** Everything but colours. */
  const structure = async (within) =>
    told(
      await axe.run(within, { ...shown, resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } }),
    );

  const hasText = (element) =>
    element.matches(controls) ||
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');

  /** What its contrast depends on: elements of one look pass, or fail, together. */
  function lookOf(element) {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const look = [color, fontSize, fontWeight, textShadow];
    for (let layer = element; layer !== null; layer = layer.parentElement) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(layer);
      const background = `${backgroundColor} ${backgroundImage} ${opacity}`;
      if (background !== 'rgba(0, 0, 0, 0) none 1') look.push(background);
    }
    return look.join(', ');
  }

  /** Contrast of what does not look like something that is known to pass, whether there is any, and the looks that passed now. */
  async function contrast(within, known) {
    const looks = new Map();
    for (const element of document.querySelector(within).querySelectorAll('*')) {
      if (!hasText(element) || element.closest(disabled) !== null) continue;
      const look = lookOf(element);
      if (!known.includes(look)) looks.set(element, look);
    }
    if (looks.size === 0) return { violations: [], passed: [], isNew: false };
    const options = { ...shown, runOnly: ['color-contrast'] };
    const result = await axe.run({ include: [...looks.keys()] }, options);
    const passed = result.passes.flatMap(({ nodes }) => nodes.map(({ element }) => looks.get(element)));
    return { violations: told(result), passed: [...new Set(passed)], isNew: true };
  }

  return { structure, contrast };
})();
