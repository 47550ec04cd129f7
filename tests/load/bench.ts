import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#server/paths.ts';
import { describeMachine, describeMoment } from './machine.ts';
import { measureAdmin } from './parts/admin.ts';
import { measureAi } from './parts/ai.ts';
import { measureCached } from './parts/cached.ts';
import { measureColdStart } from './parts/cold-start.ts';
import { measureCopy } from './parts/copy.ts';
import { measureDesktopStart } from './parts/desktop-start.ts';
import { measureDrafts } from './parts/drafts.ts';
import { measureEventLoop } from './parts/event-loop.ts';
import { measureFirstPress } from './parts/first-press.ts';
import { measureFresh } from './parts/fresh.ts';
import { measureLighthouse } from './parts/lighthouse.ts';
import { measureMemory } from './parts/memory.ts';
import { measurePublication } from './parts/publication.ts';
import { measureSearch } from './parts/search.ts';
import { measureStatistics } from './parts/statistics.ts';
import { measureWorkspace } from './parts/workspace.ts';
import { type PartResult, replaceSection, section } from './report.ts';

// npm run bench: measures the budgets of docs/rules.md, "Budgets", one part for each row. `npm run bench -- cached
// search` runs some of them, `--write` puts the tables into docs/benchmarks.md. Exits with 1 when a budget is missed.

const parts: Record<string, () => Promise<PartResult>> = {
  cached: measureCached,
  fresh: measureFresh,
  search: measureSearch,
  'cold-start': measureColdStart,
  memory: measureMemory,
  lighthouse: measureLighthouse,
  'first-press': measureFirstPress,
  admin: measureAdmin,
  drafts: measureDrafts,
  ai: measureAi,
  workspace: measureWorkspace,
  copy: measureCopy,
  'desktop-start': measureDesktopStart,
  'event-loop': measureEventLoop,
  statistics: measureStatistics,
  publication: measurePublication,
};

const given = process.argv.slice(2);
const isWriting = given.includes('--write');
const wanted = given.filter((word) => word !== '--write');
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part called ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}

const file = path.join(projectRoot(), 'docs', 'benchmarks.md');
const write = (name: string, text: string) => {
  if (isWriting) writeFileSync(file, replaceSection(readFileSync(file, 'utf8'), name, text));
};

write('machine', describeMachine());
let missed = 0;
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name}`);
  const moment = describeMoment(new Date());
  try {
    const result = await measure();
    missed += result.checks.filter((check) => !check.isMet).length;
    const text = section(result, moment);
    console.log(text);
    write(name, text);
  } catch (error) {
    // The other parts can still be measured.
    console.error(error);
    missed += 1;
  }
}
console.log(missed === 0 ? '\nEvery budget is met.' : `\n${missed} missed.`);
// Kept connections would keep the process running for a while.
process.exit(missed === 0 ? 0 : 1);
