/** Prints each product rule with the files that prove it, or the test titles of one rule: `npm run rules [L13]`. */
import process from 'node:process';
import { findTestsByRule, readProductRules, readTestFiles } from './product-rules.ts';

const testsByRule = findTestsByRule(readTestFiles());
const [wanted] = process.argv.slice(2);
const rules = readProductRules().filter(({ id }) => wanted === undefined || id === wanted);
if (rules.length === 0) {
  console.error(`${wanted} is not in docs/product-rules.md.`);
  process.exitCode = 1;
}

for (const { id, rule } of rules) {
  const titlesByFile = Map.groupBy(testsByRule.get(id) ?? [], ({ file }) => file);
  console.log(`\n${id}  ${rule}`);
  for (const [file, tests] of titlesByFile) {
    console.log(`  ${file} (${tests.length})`);
    for (const { title } of wanted === undefined ? [] : tests) console.log(`    ${title}`);
  }
}
