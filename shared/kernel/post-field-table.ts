import { noProvenance, type Provenance } from './provenance.ts';

/** What a form holds of each kind of field; what is not there is an empty text, 0, null or an empty list. */
export interface FormValueOf {
  /** Text on one line. */
  line: string;
  prose: string;
  markdown: string;
  slug: string;
  /** Of the web. */
  address: string;
  /** An address of the web, or a path under /uploads/. */
  picture: string;
  /** A row's id; 0 while none is chosen. */
  choice: number;
  /** 0 while the field is empty. */
  minutes: number;
  /** Which of several; 0 for none. */
  ordinal: number;
  switch: boolean;
  /** ISO 8601. */
  date: string | null;
  tags: readonly string[];
  /** Of the content. */
  provenance: Provenance;
}

type FieldKind = keyof FormValueOf;

/** How two edits that do not know of each other become one. */
type Merge =
  /** Block by block. */
  | 'blocks'
  /** Entry by entry. */
  | 'entries'
  /** With the text whose characters it marks, and nobody is asked. */
  | 'with its text'
  /** Whole; "both" sets a slash between the two. */
  | 'slash'
  /** Whole; "both" is one text and then the other. */
  | 'prose'
  /** Whole; "both" is the one of this device. */
  | 'whole'
  /** Whole, and nobody is asked. */
  | 'unasked';

interface FieldOf<Kind extends FieldKind> {
  /**
   * A text that may be empty, and that every room treats like any other: it needs an entry here, a migration and its
   * column in the schema. A field that is not plain is written out by name, and the compiler asks for it everywhere.
   */
  readonly isPlain: boolean;
  readonly kind: Kind;
  /** What the form calls it. */
  readonly label: string;
  /** Characters at most; null for what is no text. */
  readonly max: number | null;
  /** What the owner reads where it is missing; null where it may be. A draft needs a title alone. */
  readonly required: string | null;
  /** What the form of a new post begins with. */
  readonly initial: FormValueOf[Kind];
  /** Where the form shows a plain text; null: the form does not, or shows it by name. */
  readonly place: 'under title' | 'filed under' | 'search engines' | 'product' | null;
  /** Of the table blog_posts. */
  readonly column: string;
  /** In the front matter of a Markdown file; null for the text after it. A file is read without regard to case. */
  readonly line: string | null;
  readonly merge: Merge;
  /** In a working copy: merged letter by letter. Else replaced whole. */
  readonly isLettered: boolean;
  /** In a revision: a column of its own, or an entry of its record, compared with the form or kept silently. */
  readonly revision: 'column' | 'compared' | 'kept';
  readonly isDuplicated: boolean;
  /** Whether lists carry it, and with them feeds and search hits. A post by itself always does. */
  readonly isListed: boolean;
  /** Whether the search looks at it. Its index is made by a migration. */
  readonly isSearched: boolean;
  /** Whether it is looked at before a post is published; a text on one line or prose: for leftovers, the codex and its length. */
  readonly isJudged: boolean;
}

type PlainField = FieldOf<'line' | 'prose' | 'address'> & {
  readonly isPlain: true;
  readonly max: number;
  readonly required: null;
  readonly initial: '';
  readonly line: string;
  readonly isLettered: false;
  readonly revision: 'compared' | 'kept';
};
type OwnField = { [Kind in FieldKind]: FieldOf<Kind> & { readonly isPlain: false } }[FieldKind];

/**
 * Every field of a post, in the order of the form: the one place that says what it is called, how it is edited, stored
 * and merged, and what carries it. Contract, rows, revisions, front matter, form and working copies are made from it.
 */
export const postFieldTable = {
  title: {
    isPlain: false,
    kind: 'line',
    label: 'Title',
    max: 300,
    required: 'Title is required',
    initial: '',
    place: null,
    column: 'title',
    line: 'title',
    merge: 'slash',
    isLettered: true,
    revision: 'column',
    isDuplicated: true,
    isListed: true,
    isSearched: true,
    isJudged: true,
  },
  subtitle: {
    isPlain: true,
    kind: 'line',
    label: 'Subtitle',
    max: 300,
    required: null,
    initial: '',
    place: 'under title',
    column: 'subtitle',
    line: 'subtitle',
    merge: 'slash',
    isLettered: false,
    revision: 'compared',
    isDuplicated: true,
    isListed: false,
    isSearched: true,
    isJudged: false,
  },
  slug: {
    isPlain: false,
    kind: 'slug',
    label: 'Slug',
    max: 200,
    required: 'Slug is required',
    initial: '',
    place: null,
    column: 'slug',
    line: 'slug',
    merge: 'whole',
    isLettered: false,
    revision: 'column',
    isDuplicated: false,
    isListed: true,
    isSearched: false,
    isJudged: false,
  },
  excerpt: {
    isPlain: false,
    kind: 'prose',
    label: 'Excerpt',
    max: 2000,
    required: 'Excerpt is required',
    initial: '',
    place: null,
    column: 'excerpt',
    line: 'excerpt',
    merge: 'prose',
    isLettered: true,
    revision: 'column',
    isDuplicated: true,
    isListed: true,
    isSearched: true,
    isJudged: true,
  },
  content: {
    isPlain: false,
    kind: 'markdown',
    label: 'Content',
    max: 1_000_000,
    required: 'Content is required',
    initial: '',
    place: null,
    column: 'content',
    line: null,
    merge: 'blocks',
    isLettered: true,
    revision: 'column',
    isDuplicated: true,
    isListed: false,
    isSearched: true,
    isJudged: true,
  },
  /** Which characters of the content a model wrote; with the text in an export's JSON, in no line of front matter. */
  provenance: {
    isPlain: false,
    kind: 'provenance',
    label: 'Written by',
    max: null,
    required: null,
    initial: noProvenance,
    place: null,
    column: 'provenance',
    line: null,
    merge: 'with its text',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: false,
    isSearched: false,
    isJudged: false,
  },
  featuredImage: {
    isPlain: false,
    kind: 'picture',
    label: 'Featured Image',
    max: 2000,
    required: null,
    initial: '',
    place: null,
    column: 'featured_image',
    line: 'image',
    merge: 'whole',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: true,
    isSearched: false,
    isJudged: true,
  },
  /** What it shows, for whoever does not see it; empty: the title stands for it. */
  featuredImageAlt: {
    isPlain: true,
    kind: 'line',
    label: 'Alternative text',
    max: 500,
    required: null,
    initial: '',
    place: null,
    column: 'featured_image_alt',
    line: 'featuredImageAlt',
    merge: 'slash',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: true,
    isSearched: false,
    isJudged: false,
  },
  /** The place of it that stays in sight where it is cut: per cent from the left and from the top, "50 30". */
  featuredImageFocus: {
    isPlain: true,
    kind: 'line',
    label: 'Focal point',
    max: 100,
    required: null,
    initial: '',
    place: null,
    column: 'featured_image_focus',
    line: 'featuredImageFocus',
    merge: 'whole',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: true,
    isSearched: false,
    isJudged: false,
  },
  categoryId: {
    isPlain: false,
    kind: 'choice',
    label: 'Category',
    max: null,
    required: 'Category is required',
    initial: 2,
    place: null,
    column: 'category_id',
    line: 'category',
    merge: 'whole',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: true,
    isSearched: false,
    isJudged: false,
  },
  /** 0 means the first author. */
  authorId: {
    isPlain: false,
    kind: 'choice',
    label: 'Author',
    max: null,
    required: null,
    initial: 0,
    place: null,
    column: 'author_id',
    line: 'authors',
    merge: 'whole',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: true,
    isSearched: false,
    isJudged: false,
  },
  published: {
    isPlain: false,
    kind: 'switch',
    label: 'Published',
    max: null,
    required: null,
    initial: true,
    place: null,
    column: 'published',
    line: 'draft',
    merge: 'whole',
    isLettered: false,
    revision: 'kept',
    isDuplicated: false,
    isListed: true,
    isSearched: false,
    isJudged: false,
  },
  featured: {
    isPlain: false,
    kind: 'switch',
    label: 'Featured',
    max: null,
    required: null,
    initial: true,
    place: null,
    column: 'featured',
    line: 'featured',
    merge: 'whole',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: true,
    isSearched: false,
    isJudged: false,
  },
  metaTitle: {
    isPlain: true,
    kind: 'line',
    label: 'Meta Title',
    max: 300,
    required: null,
    initial: '',
    place: 'search engines',
    column: 'meta_title',
    line: 'metaTitle',
    merge: 'slash',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: true,
    isSearched: false,
    isJudged: true,
  },
  metaDescription: {
    isPlain: true,
    kind: 'prose',
    label: 'Meta Description',
    max: 1000,
    required: null,
    initial: '',
    place: 'search engines',
    column: 'meta_description',
    line: 'metaDescription',
    merge: 'prose',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: true,
    isSearched: false,
    isJudged: true,
  },
  readTime: {
    isPlain: false,
    kind: 'minutes',
    label: 'Read Time',
    max: null,
    required: 'Read time is required',
    initial: 5,
    place: null,
    column: 'read_time',
    line: 'readTime',
    // It follows from the text.
    merge: 'unasked',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: true,
    isSearched: false,
    isJudged: false,
  },
  /** Null until the first publication. */
  publishedAt: {
    isPlain: false,
    kind: 'date',
    label: 'Publish Date',
    max: null,
    required: null,
    initial: null,
    place: null,
    column: 'published_at',
    line: 'date',
    merge: 'whole',
    isLettered: false,
    revision: 'kept',
    isDuplicated: false,
    isListed: true,
    isSearched: false,
    isJudged: false,
  },
  tags: {
    isPlain: false,
    kind: 'tags',
    label: 'Tags',
    max: null,
    required: null,
    initial: [],
    place: null,
    column: 'tags',
    line: 'tags',
    merge: 'entries',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: true,
    isSearched: true,
    isJudged: false,
  },
  seriesName: {
    isPlain: true,
    kind: 'line',
    label: 'Series',
    max: 200,
    required: null,
    initial: '',
    place: 'filed under',
    column: 'series_name',
    line: 'series',
    merge: 'whole',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: false,
    isSearched: false,
    isJudged: false,
  },
  seriesNumber: {
    isPlain: false,
    kind: 'ordinal',
    label: 'Part',
    max: null,
    required: null,
    initial: 0,
    place: null,
    column: 'series_number',
    line: 'seriesNumber',
    merge: 'whole',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: false,
    isSearched: false,
    isJudged: false,
  },
  productApp: {
    isPlain: true,
    kind: 'line',
    label: 'Product/App',
    max: 300,
    required: null,
    initial: '',
    place: 'product',
    column: 'product_app',
    line: 'productApp',
    merge: 'whole',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: true,
    isSearched: false,
    isJudged: false,
  },
  productAppUrl: {
    isPlain: true,
    kind: 'address',
    label: 'Product/App URL',
    max: 2000,
    required: null,
    initial: '',
    place: 'product',
    column: 'product_app_url',
    line: 'productAppUrl',
    merge: 'whole',
    isLettered: false,
    revision: 'kept',
    isDuplicated: true,
    isListed: true,
    isSearched: false,
    isJudged: false,
  },
} as const satisfies Record<string, PlainField | OwnField>;

type Table = typeof postFieldTable;
export type PostFieldName = keyof Table;

/** The fields whose entries say what `Said` says. */
export type FieldsWith<Said> = {
  [Name in PostFieldName]: Table[Name] extends Said ? Name : never;
}[PostFieldName];

/** Every field's name, in the order of the form. */
export const postFieldNames = Object.keys(postFieldTable) as PostFieldName[];

/** The names of the fields whose entries say what `said` says, in the order of the form. */
export function fieldsWith<const Said extends Partial<PlainField | OwnField>>(said: Said): readonly FieldsWith<Said>[] {
  const isMeant = (name: PostFieldName): name is FieldsWith<Said> =>
    Object.entries(said).every(([key, value]) => postFieldTable[name][key as keyof Table[PostFieldName]] === value);
  return postFieldNames.filter(isMeant);
}

/** The texts that every room treats alike. */
export const plainTexts = fieldsWith({ isPlain: true });
export type PlainText = FieldsWith<{ isPlain: true }>;

export type ColumnOf<Name extends PostFieldName> = Table[Name]['column'];

/** The names of all lines of front matter that say a field. */
export type FieldLine = Exclude<Table[PostFieldName]['line'], null>;

/** A plain text's line of front matter as it is read: without its case. */
export function lineKeyOf<Name extends PlainText>(name: Name): Lowercase<Table[Name]['line']> {
  return postFieldTable[name].line.toLowerCase() as Lowercase<Table[Name]['line']>;
}

/** The texts in which a revision is compared with the form. */
export type ComparedText = FieldsWith<{ revision: 'column' | 'compared' }>;
export const comparedTexts = postFieldNames.filter(
  (name): name is ComparedText => postFieldTable[name].revision !== 'kept',
);

/** The fields that are looked at before a post is published. */
export const judgedFields = fieldsWith({ isJudged: true });
export type JudgedField = FieldsWith<{ isJudged: true }>;

/** The plain texts among them, which stand over a post. */
export type JudgedHead = FieldsWith<{ isJudged: true; kind: 'line' | 'prose' }>;
export const judgedHeads = judgedFields.filter(
  (name): name is JudgedHead => postFieldTable[name].kind === 'line' || postFieldTable[name].kind === 'prose',
);
