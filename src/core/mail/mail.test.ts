import { describe, expect, it } from 'vitest';
import { writeMail } from './mail.ts';
import { wordsIn } from './words.ts';

const words = wordsIn('en');
const hostile = `<script>alert(1)</script> & "quotes" 'too'`;

describe('writeMail', () => {
  it('says the same in text and in HTML', () => {
    const mail = writeMail(words, {
      subject: 'Hello',
      before: ['First.', 'Second.'],
      link: { label: 'Go on', address: 'https://pay.example/x/abc' },
      after: ['Last.'],
    });
    expect(mail.text).toBe(
      'First.\n\nSecond.\n\nGo on:\nhttps://pay.example/x/abc\n\nLast.\n\n--\nPayments by Sluice\n',
    );
    for (const words of ['First.', 'Second.', 'Last.', 'href="https://pay.example/x/abc"', '>Go on</a>']) {
      expect(mail.html).toContain(words);
    }
    expect(mail.html.match(/https?:/g)).toHaveLength(1);
    // Every part that has a colour has one on a dark screen too.
    expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
    for (const [tag] of mail.html.matchAll(/<[^>]*style="[^"]*color[^>]*>/g)) expect(tag).toContain('class="');
  });

  it('escapes what people wrote', () => {
    const link = { label: hostile, address: 'https://pay.example/?a="><b>' };
    const facts: [string, string][] = [[hostile, hostile]];
    const { html } = writeMail(words, { subject: hostile, before: [hostile], facts, link });
    expect(html).not.toMatch(/<script|"><b>/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot; &#39;too&#39;');
  });
});
