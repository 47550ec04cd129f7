import { createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { item, wxr } from '#tests/exports/wxr.ts';
import { builtProgram, runToEnd } from '#tests/faults/built-program.ts';
import { residentMemory } from '#tests/load/process-figures.ts';
import { type Proof, type ProofResult, withFaults } from './proof.ts';

const POSTS = 50_000;
const WITHIN = 3 * 60 * 60_000;
/** The milliseconds between two readings of a process's memory, whose maximum the system records. */
const LOOK_EVERY = 500;

/**
 * An export of WordPress with fifty thousand posts, half of which have the same name, is imported completely, and a
 * second run changes nothing.
 */
export const manyPosts: Proof = { run: () => importMany(POSTS) };

/** The same with so many posts. */
export async function importMany(posts: number): Promise<ProofResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-many-posts-'));
  const file = path.join(folder, 'old.xml');
  const environment = { DATA_DIR: path.join(folder, 'data'), SITE_URL: 'http://127.0.0.1:3999' };
  const run = async (...more: string[]) => {
    const program = [builtProgram('cli/import'), file, '--category', 'technology', ...more];
    const started = performance.now();
    let peak = 0;
    let looking: NodeJS.Timeout | undefined;
    const look = (pid: number) => {
      // Between the end of the process and the report of it there is no value to read.
      const soFar = existsSync(`/proc/${pid}/status`) ? residentMemory(pid).peak : 0;
      if (soFar > peak) peak = soFar;
    };
    const onStart = (pid: number) => {
      looking = setInterval(look, LOOK_EVERY, pid);
    };
    const surroundings = { environment, cwd: folder, within: WITHIN, onStart };
    const { code, said } = await runToEnd(process.execPath, program, surroundings);
    clearInterval(looking);
    const seconds = Math.round((performance.now() - started) / 1000);
    return { code, said, took: `${seconds} s (${Math.round(peak)} MB of memory at the most)` };
  };
  try {
    await pipeline(Readable.from(pieces(posts)), createWriteStream(file));
    const dry = await run('--dry-run');
    const first = await run();
    const again = await run();
    const count = `(?:${posts}|${posts.toLocaleString('en-US')})`;
    const faults = [
      ...(dry.code === 0 && first.code === 0 ? [] : [`- The commands ended with ${dry.code} and ${first.code}.`]),
      ...(new RegExp(`^\\s*${count} items`, 'm').test(first.said)
        ? []
        : [`- Not all ${posts} posts are accounted for.`]),
      ...(/ 0 refused/.test(first.said) ? [] : ['- Posts were refused.']),
      ...(/leads? nowhere/.test(first.said) ? ['- An old address leads nowhere.'] : []),
      ...(/ 0 created, 0 updated, /.test(again.said) ? [] : ['- A second run has changed something.']),
    ];
    const text = `An export of WordPress with ${posts.toLocaleString('en-US')} posts, half of which have one name. The dry run took ${dry.took}, the import ${first.took}, a second run ${again.took}.

\`\`\`
${first.said.trim()}
\`\`\``;
    return { passed: faults.length === 0 ? 1 : 0, failed: faults.length, details: withFaults(text, faults) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function* pieces(posts: number): Generator<string> {
  const [head = '', end = ''] = wxr('<here/>').split('<here/>');
  yield head;
  for (let id = 1; id <= posts; id += 1) {
    const post = item({ id, title: `Tea ${id}`, content: `<p>Words of post ${id}, which are its own.</p>` });
    // Drafts of WordPress have no name, and their titles are often the same.
    yield id % 2 === 0 ? post : post.replace(`tea-${id}</wp:post_name>`, 'tea</wp:post_name>');
  }
  yield end;
}
