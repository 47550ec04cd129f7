import { OfflineError } from '#shared/api-client/call-errors.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import { type JudgeFinding, judgePost } from '#shared/contract/judge.ts';
import { getPendingChange } from '#shared/contract/posts/pending.ts';
import { judgedFields } from '#shared/kernel/post-field-table.ts';
import { pick } from '#shared/kernel/record-of.ts';
import type { JudgedValues } from './judge-offline.ts';
import type { AdminPorts } from './ports.ts';

export interface Judgement extends AnswerOf<typeof judgePost> {
  /** Whether the post was judged without the server, which alone knows links and other posts. */
  isOffline?: boolean;
}

/** The parts of a post that the judge receives. */
export const judgedNames = [...judgedFields, 'categoryId'] as const;

/** The judge to ask: the server's, or this computer's own when there is no network. */
export type JudgePorts = Pick<AdminPorts, 'api' | 'store'>;

/** The most characters of a text that is judged on this computer: reading a text blocks the main thread. */
const LONGEST_HERE = 60_000;

/**
 * The time, in milliseconds, that a publication waits for the judge: if the owner waits (`PATIENCE`), and if nobody
 * does (`PATIENCE_ALONE`).
 */
const PATIENCE = 4000;
const PATIENCE_ALONE = 20_000;

/**
 * Judges a post as it is being written. `id` is null for a post that the server does not know; `document` is the
 * workspace document in which the post is written. Without a network, only what can be known on this computer is
 * judged. Throws what the call throws.
 */
export async function judgeValues(
  { api, store }: JudgePorts,
  { id, document }: { id: number | null; document?: string },
  values: JudgedValues,
  signal?: AbortSignal,
): Promise<Judgement> {
  const body = pick(values, judgedNames);
  // Loaded before it is needed: without a network it could not be fetched any more.
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
 * Returns the findings that prevent an automatic publication, where nobody sees the result. Throws what the call
 * throws, and OfflineError without a network: a post that the server has not judged does not go live.
 */
export async function redByServer(ports: JudgePorts, id: number | null, values: JudgedValues): Promise<JudgeFinding[]> {
  const { findings, isOffline } = await judgeValues(ports, { id }, values, AbortSignal.timeout(PATIENCE_ALONE));
  if (isOffline) throw new OfflineError('judged here');
  return redOf(findings);
}

/** Why a post is not published automatically after `redByServer` has thrown. */
export const NOT_LOOKED_AT =
  'The server could not look at it before publishing. It stays a draft: publish it yourself.';

/**
 * Returns the findings that the owner is asked about before a press publishes a post. Without a network these are the
 * findings in the text itself; if there is no answer for another reason, there are none: the save itself finds out
 * whether the server can be reached.
 */
export async function redFindings(ports: JudgePorts, id: number | null, values: JudgedValues): Promise<JudgeFinding[]> {
  return redOf((await judgeAtPress(ports, id, values))?.findings ?? []);
}

/** Like `redFindings`, but returns the whole judgement; null if there was none in time. */
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

/** Returns the findings that the owner is asked about before a post is published. */
export function redOf<Each extends Pick<JudgeFinding, 'level'>>(findings: readonly Each[]): Each[] {
  return findings.filter(({ level }) => level === 'red');
}

/** The most posts that are judged before several are published, so that the owner does not wait too long. */
const MOST_JUDGED = 20;

/** The findings in several posts before they are published. */
export interface JudgedPosts {
  red: { says: string }[];
  /** The number of posts that were not judged: there were too many, or the server did not answer in time. */
  notLookedAt: number;
}

/** Judges posts as they are stored: the first twenty, as far as the server answers in time. */
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
    // The change itself finds out whether the server can be reached.
  }
  return { red, notLookedAt: posts.length - lookedAt };
}

/** Returns the findings that the owner is asked about before a post is published as it is stored. */
export async function redOfStored(api: ApiClient, post: { id: number; title: string }): Promise<{ says: string }[]> {
  return (await judgeStored(api, [post])).red;
}

/** Returns the findings that the owner is asked about before a post's pending change replaces the post. */
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
