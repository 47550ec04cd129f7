import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'dotenv';
import { z } from 'zod';
import { isStoreAddress, readS3Address } from './blob-address.ts';
import { withSecretFiles } from './secret-files.ts';
import { readTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';

const blankIsAbsent = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema);

const text = () => blankIsAbsent(z.string().optional());
const integer = (fallback: number, min: number, max: number) =>
  blankIsAbsent(z.coerce.number().int().min(min).max(max).default(fallback));
const price = () => blankIsAbsent(z.coerce.number().min(0).optional());
const webAddress = () =>
  blankIsAbsent(
    z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .transform((value) => value.replace(/\/+$/, ''))
      .optional(),
  );
/**
 * An address to which the server sends messages by itself: https, or http on this machine; redirects are not followed.
 */
const outsideAddress = () =>
  z
    .string()
    .refine(isSafeOutside, 'must be an https address without a password (http on this machine alone)')
    .transform((value) => new URL(value).href);
/** Web addresses, separated by commas; none when the setting is absent. */
const webAddresses = () =>
  blankIsAbsent(
    z
      .string()
      .default('')
      .transform((value) => value.split(',').flatMap((each) => each.trim().replace(/\/+$/, '') || []))
      .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must be http or https addresses with commas between' }))),
  );
/**
 * A secret that is sent in a header. With a line break in it, the secret would appear in the error of the code that
 * sets the header.
 */
const headerText = () =>
  blankIsAbsent(
    z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces')
      .optional(),
  );
const email = (fallback: string) => blankIsAbsent(z.email().default(fallback));

/** A folder, or a place in an object store. */
const folderOrStore = () =>
  blankIsAbsent(
    z
      .string()
      .trim()
      .refine(
        (value) => !isStoreAddress(value) || readS3Address(value) !== null,
        'must be a folder, or s3://bucket/prefix with a bucket in lower case',
      )
      .transform((value) => value.replace(/(?<=[^/])\/+$/, ''))
      .optional(),
  );

function isSafeOutside(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  // Everybody can read the address of a hub.
  return (protocol === 'https:' || (protocol === 'http:' && isHere)) && username === '' && password === '';
}

/** The contact for reports of security holes (RFC 9116, 2.5.3): a mail address, or an https page. */
const securityContact = () =>
  z
    .string()
    .trim()
    .transform((value) => (z.email().safeParse(value).success ? `mailto:${value}` : value))
    .pipe(z.url({ protocol: /^(https|mailto)$/, error: 'must be a mail address or an https address' }));

/** Every setting. The names are those of the environment, so that a fault names the variable to change. */
const environmentSchema = z.object({
  HOST: blankIsAbsent(z.string().default('127.0.0.1')),
  PORT: integer(3000, 0, 65535),
  SITE_URL: webAddress(),
  WRITER_URL: webAddress(),
  SITE_NAME: blankIsAbsent(z.string().trim().max(80).default('Ninefold')),
  DATA_DIR: blankIsAbsent(z.string().default('./data')),
  ADMIN_EMAIL: blankIsAbsent(z.email().optional()),
  ADMIN_PASSWORD: blankIsAbsent(z.string().min(6, 'must be at least 6 characters').optional()),
  ADMIN_NAME: blankIsAbsent(z.string().max(120).default('Admin')),
  SESSION_SECRET: blankIsAbsent(z.string().min(32, 'must be at least 32 characters').optional()),
  OPENAI_API_KEY: headerText(),
  OPENAI_BASE_URL: webAddress(),
  OPENAI_TEXT_MODEL: blankIsAbsent(z.string().default('gpt-4o')),
  OPENAI_IMAGE_MODEL: blankIsAbsent(z.string().default('gpt-image-1')),
  AI_CONTEXT_LIMIT: integer(128_000, 1, 100_000_000),
  AI_MAX_OUTPUT_TOKENS: integer(16_384, 1, 10_000_000),
  AI_PRICE_INPUT: price(),
  AI_PRICE_OUTPUT: price(),
  AI_PRICE_IMAGE: price(),
  AI_MONTHLY_LIMIT_USD: price(),
  // The platform's own client gives up after five minutes of silence.
  AI_TIMEOUT_SECONDS: integer(180, 5, 290),
  AI_ALLOW_LOCAL: blankIsAbsent(z.enum(['true', 'false']).optional()),
  WEBHOOK_ALLOW_LOCAL: blankIsAbsent(z.enum(['true', 'false']).optional()),
  AI_KEY_SECRET: blankIsAbsent(z.string().min(32, 'must be at least 32 characters').optional()),
  SMTP_URL: blankIsAbsent(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional()),
  MAIL_FROM: blankIsAbsent(z.email().optional()),
  CONTACT_TO: blankIsAbsent(z.email().optional()),
  CONTACT_SUPPORT_EMAIL: email('support@example.com'),
  CONTACT_PARTNERSHIPS_EMAIL: email('partnerships@example.com'),
  CONTACT_SUBMISSIONS_EMAIL: email('submissions@example.com'),
  ANALYTICS_ID: blankIsAbsent(
    z
      .string()
      .regex(/^[A-Z]+-[A-Z0-9-]+$/i, 'must look like G-XXXXXXX')
      .optional(),
  ),
  HSTS_SUBDOMAINS: blankIsAbsent(z.enum(['true', 'false']).optional()),
  SECURITY_CONTACT: blankIsAbsent(securityContact().optional()),
  INDEXNOW_KEY: blankIsAbsent(
    z
      .string()
      .regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits and hyphens')
      .optional(),
  ),
  INDEXNOW_ENDPOINT: blankIsAbsent(outsideAddress().default('https://api.indexnow.org/indexnow')),
  WEBSUB_HUB: blankIsAbsent(outsideAddress().optional()),
  TRUST_PROXY: text(),
  METRICS_TOKEN: text(),
  READER_SECRET: blankIsAbsent(z.string().min(32, 'must be at least 32 characters').optional()),
  BLOBS: folderOrStore(),
  BLOBS_CACHE_MB: integer(1024, 16, 10_000_000),
  S3_ENDPOINT: webAddress(),
  S3_REGION: blankIsAbsent(
    z
      .string()
      .trim()
      .regex(/^[\w-]{1,60}$/, 'must be the name of a region: eu-central-1, auto')
      .default('us-east-1'),
  ),
  S3_PATH_STYLE: blankIsAbsent(z.enum(['true', 'false']).optional()),
  AWS_ACCESS_KEY_ID: headerText(),
  AWS_SECRET_ACCESS_KEY: headerText(),
  AWS_SESSION_TOKEN: headerText(),
  BACKUP_DIR: folderOrStore(),
  BACKUP_EVERY_HOURS: integer(0, 0, 24 * 365),
  BACKUP_KEEP: integer(7, 1, 1000),
  IMPORT_MAX_GB: blankIsAbsent(z.coerce.number().min(0.001).max(100).default(2)),
  EDGE_PURGE_URL: webAddresses(),
  EDGE_PURGE_METHOD: blankIsAbsent(
    z
      .string()
      .trim()
      .regex(/^[A-Z]{3,20}$/, 'must be a method in capitals: PURGE, BAN, POST')
      .default('PURGE'),
  ),
  EDGE_PURGE_TOKEN: headerText(),
  EDGE_PURGE_TOKEN_HEADER: blankIsAbsent(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z][a-z0-9-]*$/, 'must be the name of a header')
      .default('authorization'),
  ),
  ROLE: blankIsAbsent(z.enum(['writer', 'reader']).default('writer')),
  LOG_LEVEL: blankIsAbsent(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
});

const checkedEnvironment = environmentSchema.superRefine((env, context) => {
  const fault = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  if (env.AI_MAX_OUTPUT_TOKENS >= env.AI_CONTEXT_LIMIT)
    fault('AI_MAX_OUTPUT_TOKENS', 'must be smaller than AI_CONTEXT_LIMIT');
  const { TRUST_PROXY = 'false' } = env;
  if (TRUST_PROXY === 'true') {
    fault(
      'TRUST_PROXY',
      'must not be true: everybody could name an address of their own. Set the number of proxies in front (1), or their addresses',
    );
  } else if (TRUST_PROXY !== 'false' && !readTrustedProxies(TRUST_PROXY)) {
    fault('TRUST_PROXY', 'must be the number of proxies in front (at most 10), or their addresses with commas between');
  }
  if (env.ROLE === 'reader') {
    if (env.BLOBS === undefined) fault('BLOBS', 'must be where the writer publishes: a reader has nothing of its own');
    if (env.WRITER_URL === undefined)
      fault('WRITER_URL', 'must be the address of the writer, as this machine reaches it');
    if (env.READER_SECRET === undefined) fault('READER_SECRET', 'must be the one that the writer has');
  }
  const needsKeys = [env.BLOBS, env.BACKUP_DIR].some((place) => place !== undefined && isStoreAddress(place));
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const) {
    if (needsKeys && env[name] === undefined)
      fault(name, 'must be set where BLOBS or BACKUP_DIR is in an object store');
  }
  const hasPrices = env.AI_PRICE_INPUT !== undefined && env.AI_PRICE_OUTPUT !== undefined;
  if (env.AI_MONTHLY_LIMIT_USD !== undefined && !hasPrices)
    fault('AI_MONTHLY_LIMIT_USD', 'needs AI_PRICE_INPUT and AI_PRICE_OUTPUT: without prices no cost is known');
});

type Environment = z.output<typeof environmentSchema>;

export interface Config
  extends Omit<
    Environment,
    | 'SITE_URL'
    | 'WRITER_URL'
    | 'TRUST_PROXY'
    | 'BLOBS'
    | 'BACKUP_DIR'
    | 'S3_PATH_STYLE'
    | 'HSTS_SUBDOMAINS'
    | 'AI_ALLOW_LOCAL'
    | 'WEBHOOK_ALLOW_LOCAL'
  > {
  /** The public origin, without a trailing slash. */
  SITE_URL: string;
  /**
   * The public origin of this server, without a trailing slash: SITE_URL itself, unless readers get the published files
   * there (docs/rules.md, "Static publication"). For a reader instance, the address at which it reaches its writer.
   */
  WRITER_URL: string;
  /** The store of pictures, a folder or "s3://bucket/prefix"; DATA_DIR itself by default. */
  BLOBS: string;
  /** The store of backups, a folder or an address of an object store; with the pictures by default. */
  BACKUP_DIR: string;
  /** Whether an object store's addresses name the bucket in the path. */
  S3_PATH_STYLE: boolean;
  /** The proxies that are trusted about the address of a client; false for none. */
  TRUST_PROXY: TrustedProxies | false;
  /** Whether every subdomain of the site must be reached over https only, too. */
  HSTS_SUBDOMAINS: boolean;
  /** Whether the owner's AI providers may be in a private network. */
  AI_ALLOW_LOCAL: boolean;
  /** Whether webhooks may lead into a private network. */
  WEBHOOK_ALLOW_LOCAL: boolean;
  /** Whether letters can be sent to readers. */
  hasLetters: boolean;
}

/** The error with all faults of the environment at once; `message` is ready to be shown. */
export class ConfigError extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * Returns the trusted proxies. Without a setting, no proxy is trusted. But an https site is served by a proxy in front,
 * so then one on this machine is trusted: otherwise no request would look like https, and no session cookie could be
 * set.
 */
function trustProxy(value: string | undefined, siteUrl: string | undefined): Config['TRUST_PROXY'] {
  const chosen = value ?? (siteUrl?.startsWith('https:') ? 'loopback' : 'false');
  return chosen === 'false' ? false : (readTrustedProxies(chosen) ?? false);
}

/** Whether a site is only for people at this machine. */
function isLoopback(siteUrl: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(siteUrl).hostname);
}

/**
 * Reads the configuration: the environment overrides a `.env` file, which overrides the defaults; secrets may also come
 * from files that the settings name.
 * @throws ConfigError naming every fault.
 */
export function readConfig(environment: Record<string, string | undefined>, folder: string = process.cwd()): Config {
  const file = path.join(folder, '.env');
  const fromFile = existsSync(file) ? parse(readFileSync(file)) : {};
  const { settings, faults } = withSecretFiles({ ...fromFile, ...environment }, folder);
  const parsed = checkedEnvironment.safeParse(settings);
  if (!parsed.success) {
    faults.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const env = parsed.data;
  const dataDir = path.resolve(folder, env.DATA_DIR);
  const placeOf = (given: string | undefined, otherwise: string) =>
    given === undefined ? otherwise : isStoreAddress(given) ? given : path.resolve(folder, given);
  const blobs = placeOf(env.BLOBS, dataDir);
  const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`;
  const writerUrl = env.WRITER_URL ?? siteUrl;
  return {
    ...env,
    DATA_DIR: dataDir,
    BLOBS: blobs,
    BACKUP_DIR: placeOf(env.BACKUP_DIR, isStoreAddress(blobs) ? `${blobs}/backups` : path.join(blobs, 'backups')),
    // Self-hosted services seldom have a host name for each bucket.
    S3_PATH_STYLE: env.S3_PATH_STYLE === undefined ? env.S3_ENDPOINT !== undefined : env.S3_PATH_STYLE === 'true',
    SITE_URL: siteUrl,
    WRITER_URL: writerUrl,
    HSTS_SUBDOMAINS: env.HSTS_SUBDOMAINS === 'true',
    AI_ALLOW_LOCAL: env.AI_ALLOW_LOCAL === undefined ? isLoopback(writerUrl) : env.AI_ALLOW_LOCAL === 'true',
    WEBHOOK_ALLOW_LOCAL:
      env.WEBHOOK_ALLOW_LOCAL === undefined ? isLoopback(writerUrl) : env.WEBHOOK_ALLOW_LOCAL === 'true',
    TRUST_PROXY: trustProxy(env.TRUST_PROXY, env.WRITER_URL ?? env.SITE_URL),
    hasLetters: env.SMTP_URL !== undefined,
  };
}
