// Conveniences of the payment page, which works without this file. It never submits anything by itself and never stores
// what is typed. The card brands and every text come from the page, so that browser and server judge and speak alike.
(() => {
  const form = document.querySelector('form[data-card]');
  const rules = form ? JSON.parse(form.dataset.card) : { brands: [], texts: {}, codeHints: {} };
  const digitsOf = (text) => text.replace(/\D/g, '');

  const brandOf = (digits) =>
    rules.brands.find(({ ranges }) =>
      ranges.some(([from, to]) => {
        const { length } = String(from);
        const start = Number(digits.slice(0, length));
        return digits.length >= length && start >= from && start <= to;
      }),
    );

  const spaced = (text) => {
    const digits = digitsOf(text).slice(0, 19);
    const parts = [];
    let rest = digits;
    for (const size of brandOf(digits)?.groups ?? [4, 4, 4, 4, 3]) {
      parts.push(rest.slice(0, size));
      rest = rest.slice(size);
    }
    return [...parts, rest].filter(Boolean).join(' ');
  };

  const passesLuhn = (digits) =>
    [...digits].reverse().reduce((sum, digit, place) => {
      const value = Number(digit) * (place % 2 ? 2 : 1);
      return sum + (value > 9 ? value - 9 : value);
    }, 0) %
      10 ===
    0;

  /** Keeps the caret after the same number of digits when a field is reformatted. */
  const rewrite = (field, format) => {
    const digitsBefore = digitsOf(field.value.slice(0, field.selectionStart)).length;
    const text = format(field.value);
    if (text === field.value) return;
    const atEnd = field.selectionStart === field.value.length;
    field.value = text;
    if (atEnd) return;
    let position = 0;
    for (let seen = 0; position < text.length && seen < digitsBefore; position += 1) {
      if (/\d/.test(text[position])) seen += 1;
    }
    field.setSelectionRange(position, position);
  };

  const expiry = (text) => {
    const digits = digitsOf(text).slice(0, 4);
    return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
  };

  const field = (name) => document.getElementById(name);
  const number = field('card_number');

  /** Names of problems, as on the server. */
  const problems = {
    card_number(text) {
      const digits = text.replace(/[ -]/g, '');
      if (!digits) return 'number_missing';
      const lengths = brandOf(digits)?.lengths;
      if (/\D/.test(digits)) return 'number_wrong';
      if (digits.length < (lengths?.[0] ?? 12)) return 'number_incomplete';
      const fits = lengths ? lengths.includes(digits.length) : digits.length < 20;
      return fits && passesLuhn(digits) ? '' : 'number_wrong';
    },
    card_expiry(text) {
      if (!text.trim()) return 'expiry_missing';
      const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*[/-]?\s*(20\d{2}|\d{2})\s*$/.exec(text) ?? [];
      if (!month) return 'expiry_wrong';
      return new Date(2000 + Number(year.slice(-2)), Number(month), 2) < new Date() ? 'expired' : '';
    },
    card_cvc(text) {
      const code = text.trim();
      const length = brandOf(digitsOf(number.value))?.codeLength;
      if (!code) return 'code_missing';
      if (!/^\d{3,4}$/.test(code)) return 'code_wrong';
      if (!length || code.length === length) return '';
      return length === 4 ? 'code_not_four' : 'code_not_three';
    },
    card_email: (text) => (!text.trim() || /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim()) ? '' : 'email_wrong'),
  };

  /** Shows a problem beside the field, in the words of the server. */
  const check = (input) => {
    const problem = problems[input.name](input.value);
    const id = `${input.name}_error`;
    const others = (input.getAttribute('aria-describedby') ?? '').split(' ').filter((one) => one && one !== id);
    let note = field(id);
    if (!problem) {
      note?.remove();
      input.removeAttribute('aria-invalid');
    } else {
      if (!note) {
        note = document.createElement('p');
        note.id = id;
        note.className = 'error';
        note.setAttribute('role', 'alert');
        input.closest('.field').append(note);
      }
      note.textContent = rules.texts[problem];
      input.setAttribute('aria-invalid', 'true');
      others.push(id);
    }
    if (others.length) input.setAttribute('aria-describedby', others.join(' '));
    else input.removeAttribute('aria-describedby');
    return !problem;
  };

  // A note that appears while a button is pressed would move the button away from under the pointer.
  let isPressed = false;
  const press = (now) => {
    isPressed = now;
  };
  addEventListener('pointerdown', () => press(true), true);
  addEventListener('pointerup', () => press(false), true);
  addEventListener('pointercancel', () => press(false), true);
  const afterPress = (act) => {
    if (isPressed) addEventListener('pointerup', () => setTimeout(act), { once: true });
    else act();
  };

  /** The mark of the brand, and what its security code looks like. */
  const showBrand = () => {
    const brand = brandOf(digitsOf(number.value));
    for (const mark of form.querySelectorAll('[data-mark]'))
      mark.toggleAttribute('hidden', mark.dataset.mark !== brand?.name);
    const code = field('card_cvc');
    code.placeholder = brand?.codeLength === 4 ? '1234' : '123';
    code.title = rules.codeHints[brand?.codeLength ?? 3];
  };

  if (form) {
    // The browser's own messages would be in another language and place.
    form.noValidate = true;
    number.addEventListener('input', () => {
      rewrite(number, spaced);
      showBrand();
    });
    showBrand();
    const date = field('card_expiry');
    date.addEventListener('input', (event) => {
      if (!event.inputType?.startsWith('delete')) rewrite(date, expiry);
    });
    for (const name of Object.keys(problems)) {
      const input = field(name);
      input.addEventListener('change', () => afterPress(() => input.value && check(input)));
      // A marked field is judged again while it is corrected.
      input.addEventListener('input', () => input.getAttribute('aria-invalid') && check(input));
    }
  }

  /** Sends a card that is complete, once. A page restored by the back button is reloaded. */
  const sent = new WeakSet();
  document.addEventListener('submit', (event) => {
    const { target } = event;
    if (target === form) {
      const wrong = Object.keys(problems).filter((name) => !check(field(name)));
      if (wrong.length) {
        field(wrong[0]).focus();
        return event.preventDefault();
      }
    }
    if (sent.has(target)) return event.preventDefault();
    sent.add(target);
    for (const button of target.querySelectorAll('button[type=submit]')) button.setAttribute('aria-disabled', 'true');
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });

  const printing = document.querySelector('[data-print]');
  if (printing) {
    printing.hidden = false;
    printing.addEventListener('click', () => print());
  }

  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = !navigator.clipboard;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.firstChild.textContent = button.dataset.copied;
    });
  }

  /**
   * In a frame: tells the shop's page how high this page is, and how it ended. Only sites that may frame it are told, each by its
   * name, so that a page which is none of them hears nothing.
   */
  const embedded = document.body.dataset.embed;
  if (embedded && parent !== window) {
    const { origins, result } = JSON.parse(embedded);
    const around = location.ancestorOrigins?.[0];
    const told = origins.includes(around) ? [around] : origins;
    const tell = (message) => {
      for (const origin of told) parent.postMessage(message, origin);
    };
    const root = document.documentElement;
    root.classList.add('framed');
    new ResizeObserver(() =>
      tell({ type: 'sluice.resize', height: Math.ceil(root.getBoundingClientRect().height) }),
    ).observe(root);
    if (result) tell({ ...result, type: 'sluice.result' });
  }

  /**
   * Counts down the last hour before a link expires, then opens the page anew so that it says so. The seconds come from
   * the service, because the reader's clock may be wrong.
   */
  const clock = document.querySelector('time[data-seconds-left]');
  const tick = () => {
    const left = Math.ceil(Number(clock.dataset.secondsLeft) - performance.now() / 1000);
    if (left <= 0) return location.replace(location.pathname);
    clock.parentElement.hidden = left > 3600;
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    setTimeout(tick, 1000);
  };
  if (clock) tick();
})();
