import { createHash } from 'node:crypto';
import type { StoredError } from '#server/repositories/idempotency-keys.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** A call that must not happen twice. `Handle` is what can be done with it while it is under way. */
interface Once<Answer, Stored extends { readonly bodyHash: string }, Handle> {
  /** The key's name among all keys that have to do with each other. */
  id: string;
  /** What was asked, as JSON can say it, so that a key is not taken for another request's. */
  asked: unknown;
  handle: Handle;
  /** What is kept under the key; null for a new one. */
  find(bodyHash: string): Promise<Stored | null>;
  /** Gives again what is kept. Throws the refusal that is kept. */
  replay(stored: Stored): Answer;
  /** What a caller with another body is told of what is kept, as `current`; nothing without it. */
  known?(stored: Stored): unknown;
  /** Makes the call. */
  run(bodyHash: string): Promise<Answer>;
  /** Resolves when it is over and kept, for a call that is answered before. Never rejects. */
  over?(answer: Answer): Promise<unknown>;
}

interface AtMostOnce<Handle> {
  /**
   * An unknown key makes the call, one in flight joins, one that was used gets the same answer or the same refusal. Throws
   * AppError `idempotency_mismatch` when the key was used for something else, and what `find`, `replay` and `run` throw.
   */
  once<Answer, Stored extends { readonly bodyHash: string }>(call: Once<Answer, Stored, Handle>): Promise<Answer>;
  /** The call under way that has this key. */
  inFlight(id: string): { readonly handle: Handle; readonly answer: Promise<unknown> } | undefined;
}

/** Makes each call at most once: what is under way it knows itself, what is over it asks the call's own table for. */
export function createAtMostOnce<Handle = null>(): AtMostOnce<Handle> {
  const inFlight = new Map<string, { bodyHash: string; handle: Handle; answer: Promise<unknown> }>();

  async function answerOnce<Answer, Stored extends { readonly bodyHash: string }>(
    { find, replay, known, run }: Once<Answer, Stored, Handle>,
    bodyHash: string,
  ): Promise<Answer> {
    const earlier = await find(bodyHash);
    if (!earlier) return run(bodyHash);
    refuseOther(earlier.bodyHash, bodyHash, known?.(earlier));
    return replay(earlier);
  }

  return {
    async once<Answer, Stored extends { readonly bodyHash: string }>(call: Once<Answer, Stored, Handle>) {
      const bodyHash = hashOf(call.asked);
      const running = inFlight.get(call.id);
      if (running) {
        refuseOther(running.bodyHash, bodyHash);
        // It was asked the same, so the answer is of the same kind.
        return running.answer as Promise<Answer>;
      }
      const answer = answerOnce(call, bodyHash);
      inFlight.set(call.id, { bodyHash, handle: call.handle, answer });
      const forget = () => inFlight.delete(call.id);
      answer.then(call.over).then(forget, forget);
      return answer;
    },
    inFlight: (id) => inFlight.get(id),
  };
}

/** What tells one request from another: the SHA-256 of what was asked. */
export function hashOf(asked: unknown): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}

function refuseOther(known: string, asked: string, current?: unknown): void {
  if (known !== asked) throw new AppError('idempotency_mismatch', { current });
}

/** A refusal as it is kept, and given again by {@link refusalOf}. */
export function toStoredError({ code, message, issues, current, reason }: AppError): StoredError {
  return { code, message, issues, current, reason };
}

/** The refusal that was kept as JSON. */
export function refusalOf(stored: string): AppError {
  const { code, message, issues, current, reason } = JSON.parse(stored) as StoredError;
  return new AppError(code, { message, current, ...(issues ? { issues } : {}), ...(reason ? { reason } : {}) });
}
