import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanName, NAME_LIMIT, NAME_UNITS_LIMIT, toShownName } from './clean-name.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const anyString = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);

describe('cleanName', () => {
  test.each([
    ['  Milk  ', 'Milk'],
    ['Oat \t\r\n  milk', 'Oat milk'],
    ['Oat\u00a0\u3000\u2028milk\u2029', 'Oat milk'],
    ['Mi\u0000lk\u009f', 'Mi lk'],
    ['Cre\u0300me', 'Crème'],
    ['a\ud800b\udc00c', 'abc'],
    ['\u202eKlim\u202c \u2067x\u2069', 'Klim x'],
    [`Mi${'\u0335\u0321'.repeat(40)}lk${'\u0e47'.repeat(40)}`, `Mi${'\u0335'.repeat(4)}lk${'\u0e47'.repeat(8)}`],
    ['Milk\u{e0068}\u{e0069}', 'Milk'],
    ['\u{1f3f4}\u{e0067}\u{e0062}', '\u{1f3f4}'],
  ])('[L10] cleans %j to %j', (text, name) => {
    expect(cleanName(text)).toEqual({ ok: true, value: name });
  });

  test.each([FAMILY, '👩🏽‍🍳', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '☕️', 'חלב 3%', 'حليب', '\u200f3% חלב', 'दूध', 'ไข่', '牛奶', 'می‌خواهم', "N'wi ɓ̀"])(
    '[L10] leaves %j unchanged',
    (name) => {
      expect(cleanName(name)).toEqual({ ok: true, value: name });
    },
  );

  test.each(['', ' ', '\n\t', '\u0000', '\u3000\u00a0', '\u200b\u200d', '\u202e', '\u3164', '\ufe0f', '\ud800'])(
    '[L10] refuses %j as blank',
    (text) => {
      expect(cleanName(text)).toEqual({ ok: false, failure: { type: 'blank-name' } });
    },
  );

  test.each([
    ['letters', 'x'],
    ['families', FAMILY.slice(0, 8)],
    ['letters with two accents', 'q\u0301\u0323'],
  ])('[L10] counts %s as a shopper would: 200 pass, 201 do not', (_, character) => {
    expect(cleanName(character.repeat(NAME_LIMIT)).ok).toBe(true);
    expect(cleanName(character.repeat(NAME_LIMIT + 1))).toEqual({
      ok: false,
      failure: { type: 'long-name', limit: 200 },
    });
  });

  test('[L10] spaces at the ends do not count', () => {
    expect(cleanName(`${' '.repeat(500)}${'x'.repeat(NAME_LIMIT)}\n`).ok).toBe(true);
  });

  test.each([
    ['Vietnamese, decomposed', 'phở đặc biệt'.normalize('NFD')],
    ['vocalized Arabic', 'ٱللَّٰهُ خُبْزٌ'],
    ['pointed and cantillated Hebrew', 'בְּרֵאשִׁ֖ית שׁ\u05b8\u05bc\u0596\u05bd'],
    ['Thai', 'น้ำปลา ก๋วยเตี๋ยว'],
    ['Burmese', 'မြွှေး ကြွှုံ့'],
    ['Tibetan', 'ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ ཧྐྵྨླྺྼྻྂ'],
    ['Devanagari', 'क्षत्रिय दूध'],
    ['the flags of England, Scotland and Wales', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['emoji with joiners', '🧑🏽‍❤️‍💋‍🧑🏿 👁️‍🗨️ 1️⃣'],
  ])('[L10] leaves every mark of %s', (_, name) => {
    expect(cleanName(name)).toEqual({ ok: true, value: name.normalize('NFC') });
  });

  test('[L10] a name with more than two thousand units is too long, also if it has few characters', () => {
    const name = `${FAMILY} `.repeat(NAME_UNITS_LIMIT / FAMILY.length);
    expect(cleanName(name)).toEqual({ ok: false, failure: { type: 'long-name', limit: 200 } });
  });

  test('[L10] accepts any string and returns a well-formed name without control characters, which stays the same when cleaned again', () => {
    fc.assert(
      fc.property(anyString, (text) => {
        const result = cleanName(text);
        if (!result.ok) return;
        expect(result.value).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]|^\s|\s$|\s\s/u);
        expect(result.value.normalize('NFC')).toBe(result.value);
        expect(cleanName(result.value)).toEqual(result);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a name that another account has given', () => {
  test.each([
    ['Ann', 'Ann'],
    ['Free\u202emoc\n', 'Freemoc'],
    [`A${'\u0301'.repeat(90)}nn\u{e0041}`, `\u00c1${'\u0301'.repeat(4)}nn`],
    [' \u200b', ''],
    ['x'.repeat(3000), 'xxxxxxxxx…'],
    [FAMILY.repeat(9), FAMILY.repeat(9)],
    ['👍'.repeat(60), `${'👍'.repeat(9)}…`],
  ])('[H12] %j shows as %j', (given, shown) => {
    expect(toShownName(given, 10)).toBe(shown);
  });

  test('[H12] is never longer than asked for, and clean', () => {
    fc.assert(
      fc.property(anyString, (given) => {
        const shown = toShownName(given, 10);
        const cleaned = cleanName(shown);
        expect(cleaned.ok ? cleaned.value : '').toBe(shown);
        expect(
          [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(shown)].length,
        ).toBeLessThanOrEqual(10);
      }),
    );
  });
});
