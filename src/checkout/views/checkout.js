// Conveniences of the payment page, which works without this file. It never submits anything by itself and never stores
// what is typed.
(() => {
  const groupDigits = (text) =>
    text
      .replace(/\D/g, '')
      .slice(0, 19)
      .replace(/(.{4})(?=.)/g, '$1 ');

  /** Keeps the caret after the same number of digits when a field is reformatted. */
  const rewrite = (field, format) => {
    const digitsBefore = field.value.slice(0, field.selectionStart).replace(/\D/g, '').length;
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
    const digits = text.replace(/\D/g, '').slice(0, 4);
    return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
  };

  const expiryProblem = (text) => {
    const [, month, year] = /^(\d{1,2})\s*[/-]?\s*(\d{2}|20\d{2})$/.exec(text.trim()) ?? [];
    if (!month || Number(month) < 1 || Number(month) > 12)
      return 'Enter the expiry date as month and year, such as 08/30.';
    const ends = new Date(2000 + Number(year.slice(-2)), Number(month), 2);
    return ends < new Date() ? 'This card has expired. Use another one.' : '';
  };

  const problems = {
    card_number: (text) => (/^\d{12,19}$/.test(text.replace(/[ -]/g, '')) ? '' : 'A card number has 12 to 19 digits.'),
    card_expiry: expiryProblem,
    card_cvc: (text) => (/^\d{3,4}$/.test(text.trim()) ? '' : 'Enter the 3 or 4 digits of the security code.'),
  };

  /** Shows a problem beside the field, in the same words as the server. */
  const check = (field) => {
    const problem = field.value === '' ? '' : problems[field.name](field.value);
    const id = `${field.name}_error`;
    let note = document.getElementById(id);
    if (problem === '') {
      note?.remove();
      field.removeAttribute('aria-invalid');
      field.removeAttribute('aria-describedby');
      return;
    }
    if (!note) {
      note = document.createElement('p');
      note.id = id;
      note.className = 'error';
      note.setAttribute('role', 'alert');
      field.after(note);
    }
    note.textContent = problem;
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', id);
  };

  const number = document.getElementById('card_number');
  number?.addEventListener('input', () => rewrite(number, groupDigits));
  const date = document.getElementById('card_expiry');
  date?.addEventListener('input', (event) => {
    if (!event.inputType?.startsWith('delete')) rewrite(date, expiry);
  });
  for (const name of Object.keys(problems)) {
    const field = document.getElementById(name);
    field?.addEventListener('change', () => check(field));
  }

  /** Blocks a second submit of the same form. A page restored by the back button is reloaded. */
  const sent = new WeakSet();
  document.addEventListener('submit', (event) => {
    if (sent.has(event.target)) return event.preventDefault();
    sent.add(event.target);
    for (const button of event.target.querySelectorAll('button[type=submit]'))
      button.setAttribute('aria-disabled', 'true');
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });

  /** Counts down the last hour before a link expires, then reloads so that the page says so. */
  const clock = document.querySelector('time[data-expires]');
  const tick = () => {
    const left = Math.ceil((Date.parse(clock.dateTime) - Date.now()) / 1000);
    if (left <= 0) return location.reload();
    clock.parentElement.hidden = left > 3600;
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    setTimeout(tick, 1000);
  };
  if (clock) tick();
})();
