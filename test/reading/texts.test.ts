/** Texts that people paste: chats and headings (product Q7), as the app reads them on an English device. */
import { describe, expect, test } from 'vitest';
import { parseListText } from '#core/list-text/parse-list-text.ts';
import { showLine } from './show-line.ts';
import { createTextOptions } from './read-corpus.ts';

const readText = (text: string): readonly string[] => parseListText(text, createTextOptions('en')).lines.map(showLine);

test('[Q7] messages in a chat ask for items, and the rest of them is left out with a reason', () => {
  expect(
    readText(`[12:31, 4/5/2026] Anna: also 6 yogurts
[12:32, 4/5/2026] Anna: and toilet paper 9 pack pls
[12:33, 4/5/2026] Ben: <Media omitted>
[12:40, 4/5/2026] Ben: they don't have the yogurt
[12:41, 4/5/2026] Anna: then get 2 cottage cheese instead
[12:42, 4/5/2026] Ben: ok`),
  ).toEqual([
    '?chat also',
    '6 yogurts',
    '?chat and',
    'toilet paper (9 pack)',
    '?chat pls',
    '?chat <Media omitted>',
    "?chat they don't have the yogurt",
    '?chat then get',
    '2 cottage cheese',
    '?chat instead',
    '?chat ok',
  ]);
  expect(readText('We need: eggs, bacon').join(' ; ')).toBe('?chat We need ; eggs ; bacon');
  expect(readText('2 avocados please').join(' ; ')).toBe('2 avocados ; ?chat please');
  expect(readText("they don't have it").join(' ; ')).toBe("they don't have it");
});

describe('headings', () => {
  test('[Q7] an unknown category with its items is offered as a new one', () => {
    expect(readText('Gardening: tulip bulbs').join(' ; ')).toBe('tulip bulbs @Gardening+');
    expect(readText('Tools: hammer').join(' ; ')).toBe('hammer @Tools+');
  });

  test('[Q7] an amount before a colon makes no heading, and neither do times', () => {
    expect(readText('1 tsp each: cumin, oregano').join(' ; ')).toBe('1 tsp cumin (each) ; oregano');
    expect(readText('Serves 6 | Prep: 15 min | Cook: 1 hr').join(' ; ')).toBe(
      '?serving Serves 6 | Prep: 15 min | Cook: 1 hr',
    );
  });

  test('[Q7] below bullets, a heading without a mark is a heading too', () => {
    expect(readText('Dairy\n- milk\n- eggs\n\nCostco\npaper towels\nOther\nbirthday card')).toEqual([
      'milk @Dairy+',
      'eggs @Dairy+',
      '?heading Costco',
      'paper towels',
      'birthday card @Other+',
    ]);
  });

  test('[Q7] a group that people also pack is an item among items', () => {
    expect(readText('passport\ndocuments\nphone charger')).toEqual(['passport', 'documents', 'phone charger']);
    expect(readText('socks\nhat\n\nDocuments\npassport')).toEqual(['socks', 'hat', 'passport @Documents+']);
  });
});
