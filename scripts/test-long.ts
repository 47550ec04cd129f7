import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMoment } from '../tests/load/machine.ts';
import { replaceSection } from '../tests/load/report.ts';
import { aiHistories } from '../tests/long/ai-histories.ts';
import { batchKills } from '../tests/long/batch-kills.ts';
import { blobs } from '../tests/long/blobs.ts';
import { browser } from '../tests/long/browser.ts';
import { corpus } from '../tests/long/corpus.ts';
import { desktopKills } from '../tests/long/desktop-kills.ts';
import { edges } from '../tests/long/edges.ts';
import { exportProof } from '../tests/long/export.ts';
import { fleet } from '../tests/long/fleet.ts';
import { fuzz } from '../tests/long/fuzz.ts';
import { importKills } from '../tests/long/import-kills.ts';
import { killWrites } from '../tests/long/kill-writes.ts';
import { kills } from '../tests/long/kills.ts';
import { labKills } from '../tests/long/lab-kills.ts';
import { largeExport } from '../tests/long/large-export.ts';
import { letterKills } from '../tests/long/letter-kills.ts';
import { manyPosts } from '../tests/long/many-posts.ts';
import { movingHere } from '../tests/long/moving-here.ts';
import { postEvents } from '../tests/long/post-events.ts';
import type { Proof } from '../tests/long/proof.ts';
import { queueKills } from '../tests/long/queue-kills.ts';
import { staticPublication } from '../tests/long/static.ts';
import { suggestKills } from '../tests/long/suggest-kills.ts';
import { tabHistories } from '../tests/long/tab-histories.ts';
import { unit } from '../tests/long/unit.ts';
import { webhookKills } from '../tests/long/webhook-kills.ts';
import { workspaceHistories } from '../tests/long/workspace-histories.ts';

// npm run test:long: runs proofs that take minutes. `npm run test:long -- kills` runs some of them, `--write` puts
// their results into docs/benchmarks.md. Ends with "N passed, N failed", and with 1 when something failed.

const proofs: Record<string, Proof> = {
  kills,
  'desktop-kills': desktopKills,
  'kill-writes': killWrites,
  'import-kills': importKills,
  'post-events': postEvents,
  'letter-kills': letterKills,
  'webhook-kills': webhookKills,
  'ai-histories': aiHistories,
  'batch-kills': batchKills,
  'queue-kills': queueKills,
  blobs,
  'tab-histories': tabHistories,
  'suggest-kills': suggestKills,
  'lab-kills': labKills,
  browser,
  unit,
  corpus,
  export: exportProof,
  'large-export': largeExport,
  'many-posts': manyPosts,
  'moving-here': movingHere,
  'workspace-histories': workspaceHistories,
  edges,
  fleet,
  static: staticPublication,
  fuzz,
};

const given = process.argv.slice(2);
const isWriting = given.includes('--write');
const wanted = given.filter((word) => word !== '--write');
const unknown = wanted.filter((name) => !Object.hasOwn(proofs, name));
if (unknown.length > 0) {
  console.error(`There is no proof called ${unknown.join(', ')}. The proofs are ${Object.keys(proofs).join(', ')}.`);
  process.exit(2);
}

const file = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'benchmarks.md');
const total = { passed: 0, failed: 0 };
for (const [name, proof] of Object.entries(proofs)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name}`);
  const moment = describeMoment(new Date());
  try {
    const { passed, failed, details } = await proof.run();
    total.passed += passed;
    total.failed += failed;
    console.log(details);
    if (isWriting) {
      writeFileSync(file, replaceSection(readFileSync(file, 'utf8'), name, `Run ${moment}.\n\n${details}`));
    }
  } catch (error) {
    // The other proofs can still run.
    console.error(error);
    total.failed += 1;
  }
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
