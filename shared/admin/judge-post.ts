import { OfflineError } from '#shared/api-client/call-errors.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import { type JudgeFinding, judgePost } from '#shared/contract/judge.ts';
import { getPendingChange } from '#shared/contract/pending.ts';
import { judgedFields } from '#shared/kernel/post-field-table.ts';
import { pick } from '#shared/kernel/record-of.ts';
import type { JudgedValues } from './judge-offline.ts';
import type { AdminPorts } from './ports.ts';

export interface Judgement extends AnswerOf<typeof judgePost> {
  /** It was looked at without the server, which alone knows links and other posts. */
  isOffline?: boolean;
}

/** What of a post the judge is told. */
export const judgedNames = [...judgedFields, 'categoryId'] as const;

/** Who is asked; without a network, what this computer has. */
export type JudgePorts = Pick<AdminPorts, 'api' | 'store'>;

/** Characters of a text that is looked at here: reading one takes the thread that draws. */
const LONGEST_HERE = 60_000;

/** Milliseconds a publication waits for the judge: with its owner before it, and with nobody there. */
const PATIENCE = 4000;
const PATIENCE_ALONE = 20_000;

/**
 * What to look at in a post as it is written; `id` null for one the server does not know, `document` the workspace document it
 * is written in. Without a network what can be known
 * here. Throws what the call throws.
 */
export async function judgeValues(
  { api, store }: JudgePorts,
  { id, document }: { id: number | null; document?: string },
  values: JudgedValues,
  signal?: AbortSignal,
): Promise<Judgement> {
  const body = pick(values, judgedNames);
  // Before it is needed: without a network it cannot be fetched any more.
  const here = import('./judge-offline.ts');
  here.catch(() => undefined);
  try {
    return await api.call(judgePost, {
      params: { id: id ?? 0 },
      body: { ...body, document },
      ...(signal && { signal }),
    });
  } catch (error) {
    if (!(error instanceof OfflineError) || body.content.length > LONGEST_HERE) throw error;
    const { judgeOffline } = await here;
    return { findings: await judgeOffline(store, body), related: [], isOffline: true };
  }
}

/**
 * What stands against publishing a post by itself, where nobody is there to see what follows. Throws what the call
 * throws, and OfflineError without a network: what was not looked at by the server does not go live.
 */
export async function redByServer(ports: JudgePorts, id: number | null, values: JudgedValues): Promise<JudgeFinding[]> {
  const { findings, isOffline } = await judgeValues(ports, { id }, values, AbortSignal.timeout(PATIENCE_ALONE));
  if (isOffline) throw new OfflineError('judged here');
  return redOf(findings);
}

/** Why it is not published by itself where `redByServer` has thrown. */
export const NOT_LOOKED_AT =
  'The server could not look at it before publishing. It stays a draft: publish it yourself.';

/**
 * What stands against publishing a post at its owner's press without a question. Without a network it is what the text says of itself, without
 * an answer for another reason nothing: whether the server can be reached is what the save itself finds.
 */
export async function redFindings(ports: JudgePorts, id: number | null, values: JudgedValues): Promise<JudgeFinding[]> {
  return redOf((await judgeAtPress(ports, id, values))?.findings ?? []);
}

/** The same with all that there is to look at; null where nobody has looked at it in time. */
export async function judgeAtPress(
  ports: JudgePorts,
  id: number | null,
  values: JudgedValues,
): Promise<Judgement | null> {
  try {
    return await judgeValues(ports, { id }, values, AbortSignal.timeout(PATIENCE));
  } catch {
    return null;
  }
}

/** Those that ask before a post is published. */
export function redOf<Each extends Pick<JudgeFinding, 'level'>>(findings: readonly Each[]): Each[] {
  return findings.filter(({ level }) => level === 'red');
}

/** Posts that are looked at before several are published, as many as an owner may be kept waiting for. */
const MOST_JUDGED = 20;

/** What was found in several posts before they are published. */
export interface JudgedPosts {
  red: { says: string }[];
  /** How many of them were not looked at: they are too many, or the server did not answer in time. */
  notLookedAt: number;
}

/** Looks at posts as they are stored: at the first twenty, as far as the server answers in time. */
export async function judgeStored(
  api: ApiClient,
  posts: readonly { id: number; title: string }[],
): Promise<JudgedPosts> {
  const signal = AbortSignal.timeout(PATIENCE);
  const red: { says: string }[] = [];
  let lookedAt = 0;
  try {
    for (const { id, title } of posts.slice(0, MOST_JUDGED)) {
      const { findings } = await api.call(judgePost, { params: { id }, body: {}, signal });
      red.push(...redOf(findings).map(({ says }) => ({ says: posts.length === 1 ? says : `“${title}”: ${says}` })));
      lookedAt += 1;
    }
  } catch {
    // Whether the server can be reached is what the change itself finds.
  }
  return { red, notLookedAt: posts.length - lookedAt };
}

/** What stands against publishing one post as it is stored. */
export async function redOfStored(api: ApiClient, post: { id: number; title: string }): Promise<{ says: string }[]> {
  return (await judgeStored(api, [post])).red;
}

/** What stands against putting the change that waits beside a post in its place. */
export async function redOfPending(api: ApiClient, id: number): Promise<JudgeFinding[]> {
  const params = { id };
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const { fields } = await api.call(getPendingChange, { params, signal });
    const changed = Object.entries(pick(fields, judgedNames));
    const body = Object.fromEntries(changed.filter(([, value]) => value !== undefined && value !== null));
    const { findings } = await api.call(judgePost, { params, body, signal });
    return redOf(findings);
  } catch {
    return [];
  }
}
