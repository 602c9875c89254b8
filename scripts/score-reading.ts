/** Prints how well pasted lines are read, by file of the corpus: `npm run score:reading`; with `-- --all`, each line that is not right. */
import { judgeCorpus, judgeLists, listCorpora, type Verdict } from '#test/reading/read-corpus.ts';

const VERDICTS: readonly Verdict[] = ['right', 'other', 'harmful', 'hidden', 'lost'];
const isFull = process.argv.includes('--all');

console.log(['file'.padEnd(12), 'lines', ...VERDICTS].join('\t'));
for (const name of listCorpora()) {
  const judged = judgeCorpus(name);
  const shares = VERDICTS.map((verdict) => judged.filter((one) => one.verdict === verdict).length / judged.length);
  console.log([name.padEnd(12), judged.length, ...shares.map((share) => `${(share * 100).toFixed(1)}%`)].join('\t'));
  if (!isFull) continue;
  for (const { line, read, verdict } of judged) if (verdict !== 'right') console.log(`  ${verdict}: ${line} > ${read}`);
}

console.log(['\nlist'.padEnd(13), 'items', 'right', 'wrong', 'hidden', 'lost', 'extra'].join('\t'));
for (const [at, { items, right, wrong, hidden, lost, extra }] of judgeLists('fresh-2').entries()) {
  const counts = [wrong, hidden, lost, extra].map((names) => names.length);
  console.log([String(at + 1).padEnd(12), items, right, ...counts].join('\t'));
  if (isFull) for (const name of [...wrong, ...hidden, ...lost, ...extra]) console.log(`  ${name}`);
}
