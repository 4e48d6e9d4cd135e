import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBranding } from './branding.ts';
import { contrast, contrastMin, judgeColour, parseColour, shadesOf } from './colour.ts';

const hex = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 }))).map((rgb) => {
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
});
const of = (text: string) => parseColour(text) as NonNullable<ReturnType<typeof parseColour>>;

describe('a colour', () => {
  it('has the contrast that WCAG computes', () => {
    expect(contrast(of('#000000'), of('#ffffff'))).toBeCloseTo(21, 5);
    expect(contrast(of('#767676'), of('#ffffff'))).toBeCloseTo(4.54, 2);
    expect(contrast(of('#0e7c86'), of('#ffffff'))).toBeCloseTo(4.95, 2);
  });

  it.each(['#0e7c86', '#000000', '#767676', '#7a1fa2'])('%s may be chosen', (colour) => {
    expect(judgeColour(colour)).toEqual({ ok: true });
  });

  it('is readable in the light and in the dark, or a darker shade is named that is', () => {
    fc.assert(
      fc.property(hex, (colour) => {
        const verdict = judgeColour(colour);
        const chosen = verdict?.ok === false ? verdict.nearest : colour;
        expect(judgeColour(chosen)).toEqual({ ok: true });
        const shades = shadesOf(chosen);
        expect(contrast(of(shades.light), of('#ffffff'))).toBeGreaterThanOrEqual(contrastMin);
        expect(contrast(of(shades.lightHover), of('#ffffff'))).toBeGreaterThanOrEqual(contrastMin);
        for (const shade of [shades.dark, shades.darkHover]) {
          expect(contrast(of(shade), of('#101d24'))).toBeGreaterThanOrEqual(contrastMin);
          expect(contrast(of(shade), of('#06191c'))).toBeGreaterThanOrEqual(contrastMin);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('readBranding', () => {
  it('keeps what is given and clears the rest', () => {
    expect(readBranding({ colour: ' #0E7C86 ', support_email: 'help@shop.example', support_phone: '' })).toEqual({
      ok: true,
      branding: {
        colour: '#0e7c86',
        supportEmail: 'help@shop.example',
        supportPhone: null,
        supportUrl: null,
        termsUrl: null,
      },
    });
  });

  it.each([
    ['colour', 'teal'],
    ['colour', '#fff'],
    ['colour', '#ffff99'],
    ['support_email', 'help@shop'],
    ['support_phone', 'call us'],
    ['support_phone', '<b>123</b>'],
    ['support_url', 'http://shop.example'],
    ['support_url', 'javascript:alert(1)'],
    ['support_url', 'https://user:secret@shop.example'],
    ['terms_url', 'https://localhost/terms'],
    ['terms_url', `https://shop.example/${'x'.repeat(500)}`],
  ] as const)('refuses %s %s', (field, text) => {
    const read = readBranding({ [field]: text });
    expect(read.ok ? [] : read.problems.map((problem) => problem.field)).toEqual([field]);
  });

  it('says how far off a colour is, and what would do', () => {
    const read = readBranding({ colour: '#ffff99' });
    expect(read.ok ? '' : read.problems[0]?.message).toMatch(/contrast is 1\.0, and at least 4\.5.*#[0-9a-f]{6}$/);
  });
});
