import type { Services } from '#server/services/index.ts';
import { judgePost } from '#shared/contract/judge.ts';
import type { Register } from './register.ts';

/** The judge's findings, for the owner before a post is published. */
export function addJudgeRoutes(register: Register, { judge }: Services): void {
  register(judgePost, ({ params, body }) => judge.judge(params.id, body));
}
