import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParam, isoDate, pagingQuery, storableText } from './fields.ts';

/** The name of the field of an upload that holds its file. */
export const IMPORT_FIELD = 'file';

/** The largest file, in bytes, where IMPORT_MAX_GB is not set; the service counts the bytes as they arrive. */
const LARGEST_IMPORT = 2 * 1024 ** 3;

/** The number of days in which an import can be undone. */
export const UNDO_DAYS = 30;

/**
 * `reading`: the file is being looked through, nothing is written. `ready`: the plan exists, and the owner decides.
 * `running`, `undoing`: in progress, and continued after a kill.
 */
const importStates = ['reading', 'ready', 'running', 'done', 'failed', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

/**
 * The outcome of an item. `arrived`: it is here now. `changed`: it was here, and now says what the source says.
 * `merged`: a thing that was here stands for it. `kept`: it has been edited here since the last import, and keeps its
 * words. `left-out`: there is no place for it here, or it is not wanted. `refused`: it could not be imported.
 */
export const itemOutcomes = ['arrived', 'changed', 'unchanged', 'merged', 'kept', 'left-out', 'refused'] as const;
export type ItemOutcome = (typeof itemOutcomes)[number];

/** The answer at an old address. `ours`: a page of this program itself is there, and stays. */
export const oldAddressOutcomes = ['there', 'redirected', 'ours', 'missing'] as const;
export type OldAddressOutcome = (typeof oldAddressOutcomes)[number];

const slug = storableText.min(1).max(300);

/** The category for the posts of one tag or category of the source. */
const termChoice = z.object({
  kind: z.enum(['tag', 'category']),
  /** The slug that the plan gives. */
  slug,
  /** The slug of a category here; null to make a category of the same name. */
  to: slug.nullable(),
});
export type TermChoice = z.output<typeof termChoice>;

export const pageChoices = ['posts', 'drafts', 'left-out'] as const;

const chosenOptions = z
  .object({
    /** The slug of the category for posts that name none we know; null for none: these posts are then left out. */
    fallback: slug.nullable(),
    /** The first choice in this list that a post's tags and categories match decides; categories come before tags. */
    choices: z.array(termChoice).max(5000),
    /** What the source's pages become; pages appear in none of its lists. */
    pages: z.enum(pageChoices),
    /** Whether pictures that are not among the files are fetched from public addresses. */
    fetchPictures: z.boolean(),
    /** Whether posts that have been edited here since are overwritten as well. */
    isForced: z.boolean(),
  })
  .meta({ id: 'ImportOptions' });

/** The same options as a call sends them: an absent option has its default. */
export const importOptions = z.object({
  fallback: chosenOptions.shape.fallback.default(null),
  choices: chosenOptions.shape.choices.default([]),
  pages: chosenOptions.shape.pages.default('posts'),
  fetchPictures: chosenOptions.shape.fetchPictures.default(false),
  isForced: chosenOptions.shape.isForced.default(false),
});
export type ImportOptions = z.output<typeof importOptions>;

const count = z.int().nonnegative();

const planTerm = z.object({
  kind: z.enum(['tag', 'category']),
  name: z.string(),
  slug: z.string(),
  /** The number of posts and pages that have this tag or category. */
  posts: count,
  /** The category here that has the same name or slug. */
  to: z.string().nullable(),
});
export type PlanTerm = z.output<typeof planTerm>;

/** The first items of a list that may be long, and the number of all. */
const someOf = <T extends z.ZodType>(item: T) => z.object({ total: count, first: z.array(item) });

/** What an import would do. Lists are cut short. */
const importPlan = z
  .object({
    posts: count,
    pages: count,
    /** The number of posts and pages that readers will not see. */
    drafts: count,
    created: count,
    updated: count,
    unchanged: count,
    /** Posts that have been edited here since: they keep their words. */
    kept: someOf(z.object({ file: z.string(), slug: z.string() })),
    unread: someOf(z.object({ file: z.string(), line: z.int().nullable(), message: z.string() })),
    /** Posts that get another slug than in the source. */
    clashes: someOf(z.object({ file: z.string(), slug: z.string() })),
    pictures: z.object({
      /** New pictures that are among the files. */
      found: count,
      missing: someOf(z.object({ file: z.string(), address: z.string(), reason: z.string().nullable() })),
      /** Pictures at web addresses: posts continue to show them from there unless they are fetched. */
      elsewhere: count,
    }),
    terms: z.array(planTerm),
    authors: z.object({ total: count, made: z.array(z.string()) }),
    redirects: count,
    subscribers: z.object({ total: count, ended: count, refused: someOf(z.string()) }),
    addresses: count,
    leftOut: z.array(z.object({ what: z.string(), why: z.string(), count })),
    notes: z.array(z.object({ note: z.string(), count })),
    dropped: z.object({ templateTags: count, elements: count }),
  })
  .meta({ id: 'ImportPlan' });
export type ImportPlan = z.output<typeof importPlan>;

const importPhases = ['reading', 'posts', 'items', 'addresses', 'asking', 'undoing'] as const;
export type ImportPhase = (typeof importPhases)[number];

const progress = z.object({ phase: z.enum(importPhases), done: count, total: count });
export type ImportProgress = z.output<typeof progress>;

/** The proof of an import's result. */
const importReceipt = z
  .object({
    /** The items of the source: all, by outcome, and by kind. */
    items: z.object({ total: count, outcomes: z.record(z.enum(itemOutcomes), count) }),
    kinds: z.array(z.object({ kind: z.string(), total: count, out: count })),
    addresses: z.object({ total: count, outcomes: z.record(z.enum(oldAddressOutcomes), count) }),
    pictures: z.object({ stored: count, missing: count, gone: count }),
    /**
     * The number of posts whose words were compared, of posts that have all their words, and the share of all words
     * that is here.
     */
    texts: z.object({ compared: count, whole: count, share: z.number() }),
    /**
     * True where every post came in, no stored picture is gone and no address leads nowhere. Missing pictures are named
     * but do not count.
     */
    isComplete: z.boolean(),
  })
  .meta({ id: 'ImportReceipt' });
export type ImportReceipt = z.output<typeof importReceipt>;

/** The things an undo took back, and those that stay, with the reason. */
const undoReport = z.object({
  taken: z.array(z.object({ kind: z.string(), count })),
  stays: z.array(z.object({ kind: z.string(), name: z.string(), why: z.string() })),
});
export type UndoReport = z.output<typeof undoReport>;

export const siteImport = z
  .object({
    id: z.int(),
    state: z.enum(importStates),
    /** The name of the file. */
    name: z.string(),
    /** The program that wrote the file, such as "Ghost 6.2"; empty while it is not known. */
    program: z.string(),
    options: chosenOptions,
    progress: progress.nullable(),
    plan: importPlan.nullable(),
    receipt: importReceipt.nullable(),
    undone: undoReport.nullable(),
    /** Why the import failed. */
    fault: z.string().nullable(),
    createdAt: isoDate,
    finishedAt: isoDate.nullable(),
    /** The time until which the import can be undone; null where there is nothing to undo. */
    undoUntil: isoDate.nullable(),
    /** Whether the import can be started or continued. */
    canRun: z.boolean(),
  })
  .meta({ id: 'SiteImport' });
export type SiteImport = z.output<typeof siteImport>;

/** An import in a list, without its plan. */
const importLine = siteImport.omit({ plan: true, undone: true, options: true }).meta({ id: 'ImportLine' });
export type ImportLine = z.output<typeof importLine>;

const importItem = z
  .object({
    kind: z.string(),
    file: z.string(),
    name: z.string(),
    outcome: z.enum(itemOutcomes),
    why: z.string(),
    postId: z.int().nullable(),
    /** The share of the item's words that is here, 0 to 1; null where no words were compared. */
    share: z.number().nullable(),
    /** The first of the missing words. */
    missingWords: z.array(z.string()),
    missingPictures: z.array(z.string()),
    notes: z.array(z.string()),
  })
  .meta({ id: 'ImportItem' });
export type ImportItem = z.output<typeof importItem>;

const oldAddress = z
  .object({
    address: z.string(),
    file: z.string(),
    outcome: z.enum(oldAddressOutcomes),
    /** The address it leads to. */
    led: z.string(),
  })
  .meta({ id: 'OldAddress' });
export type OldAddress = z.output<typeof oldAddress>;

const params = z.object({ id: idParam });
const list = pagingQuery.pick({ limit: true, page: true }).extend({ q: z.string().max(300).optional() });

export const listImports = endpoint({
  name: 'listImports',
  method: 'GET',
  path: '/api/imports',
  summary: 'The imports there were, the last first',
  response: z.array(importLine),
});

export const createImport = endpoint({
  name: 'createImport',
  method: 'POST',
  path: '/api/imports',
  audit: 'import_made',
  summary: 'Takes a file in and looks through it; nothing of the site is changed',
  bodyKind: 'multipart',
  bodyLimit: LARGEST_IMPORT,
  status: 201,
  response: siteImport,
  errors: ['import_running', 'payload_too_large', 'storage_full', 'bad_request', 'rate_limited'],
});

export const readImport = endpoint({
  name: 'readImport',
  method: 'GET',
  path: '/api/imports/:id',
  summary: 'An import: how far it is, what it would do, and its receipt',
  params,
  response: siteImport,
  errors: ['not_found'],
});

export const runImport = endpoint({
  name: 'runImport',
  method: 'POST',
  path: '/api/imports/:id/run',
  audit: 'import_run',
  summary: 'Begins an import that is ready, or goes on with one that failed',
  params,
  body: importOptions,
  response: siteImport,
  errors: ['not_found', 'import_running', 'import_refused'],
});

export const undoImport = endpoint({
  name: 'undoImport',
  method: 'POST',
  path: '/api/imports/:id/undo',
  audit: 'import_undone',
  summary: 'Takes an import back as a whole; what was edited here since stays, and is named',
  params,
  response: siteImport,
  errors: ['not_found', 'import_running', 'import_refused'],
});

export const listImportItems = endpoint({
  name: 'listImportItems',
  method: 'GET',
  path: '/api/imports/:id/items',
  summary: 'What became of each item of the source. X-Total-Count is the total',
  params,
  query: list.extend({ only: z.enum(['left-out', 'kept', 'refused', 'incomplete', 'pictures']).optional() }),
  response: z.array(importItem),
  errors: ['not_found'],
});

export const listImportAddresses = endpoint({
  name: 'listImportAddresses',
  method: 'GET',
  path: '/api/imports/:id/addresses',
  summary: 'What each old address answered. X-Total-Count is the total',
  params,
  query: list.extend({ only: z.enum(oldAddressOutcomes).optional() }),
  response: z.array(oldAddress),
  errors: ['not_found'],
});

/** The complete receipt as a file. */
export const downloadReceipt = endpoint({
  name: 'downloadReceipt',
  method: 'GET',
  path: '/api/imports/:id/receipt',
  summary: 'The receipt as a file: Markdown to be read, or JSON with every item and address',
  params,
  query: z.object({ form: z.enum(['markdown', 'json']).default('markdown') }),
  /** The file and its name, for a program that wants JSON. */
  response: z.object({ name: z.string(), text: z.string() }),
  stream: 'text/plain',
  errors: ['not_found'],
});
