import { createHash } from 'node:crypto';
import type { StoredError } from '#server/repositories/idempotency-keys.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** A call that must not happen twice. `Handle` is the means of controlling the call while it is running. */
interface Once<Answer, Stored extends { readonly bodyHash: string }, Handle> {
  /** The key's name, unique among all keys that belong together. */
  id: string;
  /** The request as a JSON value, so that a key is not mistaken for the key of another request. */
  asked: unknown;
  handle: Handle;
  /** Finds the outcome that is stored under the key; null for a new key. */
  find(bodyHash: string): Promise<Stored | null>;
  /** Returns the stored answer again, or throws the stored refusal. */
  replay(stored: Stored): Answer;
  /** The part of the stored outcome that a caller with another body receives as `current`; nothing when absent. */
  known?(stored: Stored): unknown;
  /** Makes the call. */
  run(bodyHash: string): Promise<Answer>;
  /**
   * For a call that is answered before it ends: resolves when the call has ended and its outcome is stored. Never
   * rejects.
   */
  over?(answer: Answer): Promise<unknown>;
}

interface AtMostOnce<Handle> {
  /**
   * A new key makes the call; a key in flight joins the running call; a used key returns the same answer or the same
   * refusal. Throws AppError `idempotency_mismatch` when the key was used for another request, and whatever `find`,
   * `replay` and `run` throw.
   */
  once<Answer, Stored extends { readonly bodyHash: string }>(call: Once<Answer, Stored, Handle>): Promise<Answer>;
  /** The running call that has this key. */
  inFlight(id: string): { readonly handle: Handle; readonly answer: Promise<unknown> } | undefined;
}

/**
 * Makes each call at most once: running calls are held in memory, and ended calls are looked up in the call's own
 * table.
 */
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
        // The running call has the same request, so its answer has the same type.
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

/** The SHA-256 of a request, which tells one request from another. */
export function hashOf(asked: unknown): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}

function refuseOther(known: string, asked: string, current?: unknown): void {
  if (known !== asked) throw new AppError('idempotency_mismatch', { current });
}

/** A refusal in the form in which it is stored; {@link refusalOf} reads it again. */
export function toStoredError({ code, message, issues, current, reason }: AppError): StoredError {
  return { code, message, issues, current, reason };
}

/** Reads a refusal that was stored as JSON. */
export function refusalOf(stored: string): AppError {
  const { code, message, issues, current, reason } = JSON.parse(stored) as StoredError;
  return new AppError(code, { message, current, ...(issues ? { issues } : {}), ...(reason ? { reason } : {}) });
}
