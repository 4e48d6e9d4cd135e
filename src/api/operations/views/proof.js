/** Keeps the page as it would be if it were loaded again: often while a verification runs. It works without this, too. */
(() => {
  const whileRunningMs = 3_000;
  const otherwiseMs = 60_000;
  const main = document.querySelector('main');

  async function look() {
    const answer = await fetch(location.pathname, { cache: 'no-store' }).catch(() => undefined);
    if (answer?.ok && !document.hidden) {
      const read = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const now = read.querySelector('main');
      if (now !== null && now.innerHTML !== main.innerHTML && !main.contains(document.activeElement)) {
        main.innerHTML = now.innerHTML;
        main.dataset.running = now.dataset.running;
        document.title = read.title;
      }
    }
    plan();
  }

  const plan = () => setTimeout(look, main.dataset.running === 'true' ? whileRunningMs : otherwiseMs);
  plan();
})();
