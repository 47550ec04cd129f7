import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtProgram, runToEnd } from '#tests/faults/built-program.ts';
import { dataFolderWith } from '#tests/load/data-folder.ts';
import { type Proof, withFaults } from './proof.ts';

const SIZES = [500, 10_000];
/** The milliseconds that a publication and its check may take. */
const WITHIN = 60 * 60_000;

interface Measured {
  text: string;
  fault: string | null;
}

/**
 * Sites of many posts are published by the built command, which compares each page with the server's; then published
 * again.
 */
export const staticPublication: Proof = {
  async run() {
    const measured: Measured[] = [];
    for (const posts of SIZES) measured.push(await publishAll(posts));
    const faults = measured.flatMap(({ fault }) => fault ?? []);
    const text = measured.map((each) => `- ${each.text}`).join('\n');
    return { passed: measured.length - faults.length, failed: faults.length, details: withFaults(text, faults) };
  },
};

async function publishAll(posts: number): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-static-'));
  const [data, target] = [path.join(folder, 'data'), path.join(folder, 'public')];
  try {
    cpSync(await dataFolderWith(posts), data, { recursive: true });
    const environment = { DATA_DIR: data, SITE_URL: 'https://blog.example', WRITER_URL: 'https://write.example' };
    const publish = () =>
      runToEnd(process.execPath, [builtProgram('cli/publish'), target], { environment, cwd: folder, within: WITHIN });
    const started = performance.now();
    const first = await publish();
    const minutes = (performance.now() - started) / 60_000;
    const second = first.code === 0 ? await publish() : first;
    const isSame = second.said.includes('0 were written, 0 deleted');
    const fault =
      first.code === 0 && second.code === 0 && isSame ? null : `- ${posts} posts: ${second.said.trim().slice(-1500)}`;
    return { fault, text: `${posts.toLocaleString('en-US')} posts: ${described(target, minutes)}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function described(target: string, minutes: number): string {
  const index = path.join(target, 'search-index');
  const head = packed(path.join(index, 'posts.json'));
  const [words, shown] = ['words', 'shown'].map((name) => filesIn(path.join(index, name)).map(packed));
  const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const largest = (sizes: number[] = []) => kb(Math.max(0, ...sizes));
  const middle = (sizes: number[] = []) => kb(sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0);
  const files = filesIn(target).length;
  return `published, read back and compared page by page in ${minutes.toFixed(1)} minutes, ${files.toLocaleString('en-US')} files; a second run wrote nothing. A search loads, packed by gzip: ${kb(head)} for the list of posts, ${middle(words)} for a word (the most: ${largest(words)}), ${middle(shown)} for a file of posts shown (the most: ${largest(shown)}).`;
}

const packed = (file: string) => gzipSync(readFileSync(file)).length;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
}
