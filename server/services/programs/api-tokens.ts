import { createHash, randomBytes } from 'node:crypto';
import { atomically, type Executor } from '#server/db/transaction.ts';
import {
  deleteApiToken,
  findTokenHolder,
  insertApiToken,
  listApiTokens,
  noteTokenUse,
  type TokenHolder,
} from '#server/repositories/api-tokens.ts';
import { hasTokenNetwork, noteInAudit } from '#server/repositories/history/audit.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import { type ApiToken, type createToken, MOST_TOKENS, type TokenFields } from '#shared/contract/tokens.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { TOKEN_PREFIX } from '#shared/kernel/token-scope.ts';
import { createMinuteCounts } from '../minute-counts.ts';

/** 256 bits, so that nobody can guess a token. */
const TOKEN_BYTES = 32;
const TOKEN = new RegExp(`^${TOKEN_PREFIX}[\\w-]{43}$`);
/** The number of calls per minute with one token. */
export const CALLS_A_MINUTE = 300;
/**
 * The number of wrong tokens per minute from one network that are answered as wrong; a valid token is accepted in any
 * case.
 */
export const WRONG_A_MINUTE = 30;

/** The tokens that give other programs access (docs/rules.md, "Tokens"). */
export interface ApiTokenService {
  /** Newest first. */
  list(): Promise<ApiToken[]>;
  /** The token's text is returned only here. Throws AppError `invalid_input`, `too_many_tokens`. */
  create(fields: TokenFields, adminId: number): Promise<AnswerOf<typeof createToken>>;
  /** Throws AppError `not_found`. */
  remove(id: number): Promise<void>;
  /**
   * The holder of the token with this text, called from this network. Throws AppError `unauthorized`, the same for a
   * token that is wrong, expired or deleted, and `rate_limited`.
   */
  enter(text: string, network: string): Promise<TokenHolder>;
}

export function createApiTokenService({ db, clock }: { db: Executor; clock: Clock }): ApiTokenService {
  const calls = createMinuteCounts(clock);
  const wrong = createMinuteCounts(clock);
  const noteNetwork = createNetworkNotes(db, clock);
  return {
    list: () => listApiTokens(db),
    async create(fields, adminId) {
      if (fields.endsAt !== undefined && Date.parse(fields.endsAt) <= clock.now()) {
        const message = 'Choose a day to come.';
        throw new AppError('invalid_input', { message, issues: [{ path: 'endsAt', message }] });
      }
      if ((await listApiTokens(db)).length >= MOST_TOKENS) throw new AppError('too_many_tokens');
      const token = `${TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
      const now = clock.now();
      const made = await atomically(db, async (trx) => {
        const stored = await insertApiToken(trx, fields, { adminId, hash: hashOf(token), now });
        const details = { kind: stored.kind, scope: stored.scope };
        await noteInAudit(trx, { event: 'token_made', subject: stored.id, name: stored.name, details }, now);
        return stored;
      });
      return { ...made, token };
    },
    async remove(id) {
      await atomically(db, async (trx) => {
        const name = await deleteApiToken(trx, id);
        if (name === null) throw new AppError('not_found');
        await noteInAudit(trx, { event: 'token_ended', subject: id, name }, clock.now());
      });
    },
    async enter(text, network) {
      const holder = TOKEN.test(text) ? await findTokenHolder(db, hashOf(text), clock.now()) : null;
      if (!holder) {
        if (wrong.add(network) > WRONG_A_MINUTE) throw new AppError('rate_limited');
        throw new AppError('unauthorized', { message: 'This token is not valid.' });
      }
      if (calls.add(String(holder.id)) > CALLS_A_MINUTE) throw new AppError('rate_limited');
      await noteTokenUse(db, holder.id, clock.now());
      await noteNetwork(holder, network);
      return holder;
    },
  };
}

/** Only the hash is stored, so that someone who reads the database or a backup of it cannot make calls with it. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** The number of pairs of token and network that are remembered, so that the log is not queried for each call. */
const MOST_KNOWN = 10_000;
/**
 * The number of networks of one token that are logged while the server runs: a token that is used from everywhere does
 * not fill the log.
 */
const MOST_OF_ONE = 50;

/** Logs the first use of a token from each network. */
function createNetworkNotes(db: Executor, clock: Clock) {
  const known = new Set<string>();
  const noted = new Map<number, number>();
  return async ({ id, name, kind }: TokenHolder, network: string): Promise<void> => {
    const key = `${id} ${network}`;
    if (known.has(key)) return;
    if (known.size >= MOST_KNOWN) known.clear();
    known.add(key);
    const count = noted.get(id) ?? 0;
    if (count >= MOST_OF_ONE || (await hasTokenNetwork(db, id, network))) return;
    noted.set(id, count + 1);
    const by = { kind, device: name, network };
    await noteInAudit(db, { event: 'token_new_network', subject: id, name, by }, clock.now());
  };
}
