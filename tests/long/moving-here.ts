import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { makeGhostExport } from '#tests/exports/ghost-export-file.ts';
import { makeZip } from '#tests/exports/make-zip.ts';
import { makeWordpressExport } from '#tests/exports/wordpress-export-file.ts';
import { builtProgram, runToEnd } from '#tests/faults/built-program.ts';
import { type Proof, type ProofResult, withFaults } from './proof.ts';

const POSTS = 1000;
const WITHIN = 60 * 60_000;

/** An export as its owner has it, and the number of things in it. */
interface Export {
  name: string;
  zip: Buffer;
  things: number;
}

/**
 * A thousand posts of Ghost and of WordPress are imported by the command, each with its pictures: everything is
 * accounted for, every old address is redirected, every word and picture is here, and a second run changes nothing.
 */
export const movingHere: Proof = {
  async run() {
    const results: ProofResult[] = [];
    for (const made of [await ghost(), await wordpress()]) results.push(await move(made));
    return {
      passed: results.reduce((sum, { passed }) => sum + passed, 0),
      failed: results.reduce((sum, { failed }) => sum + failed, 0),
      details: results.map(({ details }) => details).join('\n\n'),
    };
  },
};

async function ghost(): Promise<Export> {
  const { json, pictures, posts, items } = makeGhostExport(POSTS, true);
  const faces = ['ada-lovelace', 'grace-hopper', 'annie-easley'].map((slug) => `2014/01/${slug}.jpg`);
  const files = await picturesBelow('content/images', [...pictures, ...faces]);
  // Ghost lists no pictures, so each file of its folder is an item, while WordPress has an entry for each.
  const things = posts + items + Object.keys(files).length;
  return { name: 'Ghost 6', zip: await makeZip({ 'old-blog.ghost.json': json, ...files }), things };
}

async function wordpress(): Promise<Export> {
  const { xml, pictures, posts, items } = makeWordpressExport(POSTS, { isReal: true });
  const files = await picturesBelow('wp-content/uploads', pictures);
  return {
    name: 'WordPress',
    zip: await makeZip({ 'export.xml': [...xml()].join(''), ...files }),
    things: posts + items,
  };
}

/** Makes a picture for each path, all different. */
async function picturesBelow(folder: string, paths: readonly string[]): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (const [number, name] of paths.entries()) {
    const background = { r: number % 256, g: (number * 7) % 256, b: (number * 31) % 256 };
    const picture = sharp({ create: { width: 640 + number, height: 480, channels: 3, background } });
    files[`${folder}/${name}`] = await picture.jpeg().toBuffer();
  }
  return files;
}

async function move({ name, zip, things }: Export): Promise<ProofResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-moving-'));
  const file = path.join(folder, 'export.zip');
  writeFileSync(file, zip);
  const program = [builtProgram('cli/import'), file, '--category', 'technology'];
  const environment = { DATA_DIR: path.join(folder, 'data'), SITE_URL: 'http://127.0.0.1:3999' };
  try {
    process.stderr.write(`  ${name}\n`);
    const started = performance.now();
    const first = await runToEnd(process.execPath, program, { environment, cwd: folder, within: WITHIN });
    const seconds = (performance.now() - started) / 1000;
    const again = await runToEnd(process.execPath, program, { environment, cwd: folder, within: WITHIN });
    const faults = [
      ...(first.code === 0 ? [] : [`- The command ended with ${first.code}.`]),
      ...expected(first.said, / 0 refused/, 'Nothing is refused'),
      ...expected(
        first.said,
        new RegExp(`^\\s*(?:${things.toLocaleString('en-US')}|${things}) items`, 'm'),
        `There are ${things} items`,
      ),
      ...expected(first.said, / 0 missing/, 'No picture is missing'),
      ...expected(first.said, /; 100 % of the words are here/, 'All words are here'),
      ...(/leads? nowhere/.test(first.said) ? ['- An old address leads nowhere.'] : []),
      ...expected(again.said, / 0 created, 0 updated, /, 'A second run changes nothing'),
    ];
    const text = `${name}, ${POSTS.toLocaleString('en-US')} posts of the corpus with their pictures, ${(zip.length / 1e6).toFixed(1)} MB, in ${Math.round(seconds)} s:\n\n\`\`\`\n${outcomeOf(first.said)}\n\`\`\``;
    return { passed: faults.length === 0 ? 1 : 0, failed: faults.length, details: withFaults(text, faults) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the command's report of the import, without the login of the site it made and without its progress. */
function outcomeOf(said: string): string {
  return said.slice(Math.max(0, said.search(/^Done:/m))).trim();
}

function expected(said: string, words: RegExp, rule: string): string[] {
  return words.test(said) ? [] : [`- ${rule}: not so.`];
}
