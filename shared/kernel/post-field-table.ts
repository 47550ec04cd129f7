import { noProvenance, type Provenance } from './provenance.ts';

/** The form's value for each kind of field; a missing value is an empty text, 0, null or an empty list. */
export interface FormValueOf {
  /** Text on one line. */
  line: string;
  prose: string;
  markdown: string;
  slug: string;
  /** A web address. */
  address: string;
  /** A web address, or a path under /uploads/. */
  picture: string;
  /** A row's id; 0 while none is chosen. */
  choice: number;
  /** 0 while the field is empty. */
  minutes: number;
  /** The position in a series; 0 for none. */
  ordinal: number;
  switch: boolean;
  /** ISO 8601. */
  date: string | null;
  tags: readonly string[];
  /** The provenance of the content. */
  provenance: Provenance;
}

type FieldKind = keyof FormValueOf;

/** How two independent edits are merged. */
type Merge =
  /** Block by block. */
  | 'blocks'
  /** Entry by entry. */
  | 'entries'
  /** Together with the text whose characters it marks; the owner is not asked. */
  | 'with its text'
  /** As a whole; "both" joins the two with a slash. */
  | 'slash'
  /** As a whole; "both" is one text followed by the other. */
  | 'prose'
  /** As a whole; "both" is the value of this device. */
  | 'whole'
  /** As a whole; the owner is not asked. */
  | 'unasked';

interface FieldOf<Kind extends FieldKind> {
  /**
   * Whether this is a text that may be empty and that all code treats like any other: it needs an entry here, a
   * migration and its column in the schema. A field that is not plain is written out by name, and the compiler asks for
   * it everywhere.
   */
  readonly isPlain: boolean;
  readonly kind: Kind;
  /** The field's name in the form. */
  readonly label: string;
  /** The most characters; null for a field that is not a text. */
  readonly max: number | null;
  /** The message to the owner when the field is missing; null where it may be missing. A draft needs only a title. */
  readonly required: string | null;
  /** The value in the form of a new post. */
  readonly initial: FormValueOf[Kind];
  /** Where the form shows a plain text; null: the form does not show it, or shows it by name. */
  readonly place: 'under title' | 'filed under' | 'search engines' | 'product' | null;
  /** The column of the table blog_posts. */
  readonly column: string;
  /** The key in the front matter of a Markdown file; null for the text after it. Keys are read case-insensitively. */
  readonly line: string | null;
  readonly merge: Merge;
  /** Whether a working copy merges the field letter by letter; otherwise the field is replaced as a whole. */
  readonly isLettered: boolean;
  /**
   * The place in a revision: a column of its own, or an entry of its record that is either compared with the form or
   * kept silently.
   */
  readonly revision: 'column' | 'compared' | 'kept';
  readonly isDuplicated: boolean;
  /** Whether lists contain the field, and so feeds and search hits. A single post always does. */
  readonly isListed: boolean;
  /** Whether the search covers the field. A migration makes its index. */
  readonly isSearched: boolean;
  /**
   * Whether the field is judged before a post is published; a text of kind line or prose: for leftovers, the codex and
   * its length.
   */
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
 * Every field of a post, in the order of the form: the only place that says how a field is named, edited, stored and
 * merged, and what contains it. Contract, rows, revisions, front matter, form and working copies are made from this
 * table.
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
  /**
   * Which characters of the content a model wrote; it is in an export's JSON together with the text, and in no front
   * matter.
   */
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
  /** Describes the picture for people who do not see it; if empty, the title is used. */
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
  /**
   * The point of the picture that stays visible where the picture is cropped: per cent from the left and from the top,
   * "50 30".
   */
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
    // The value is calculated from the text.
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

/** The names of the fields whose entries match `Said`. */
export type FieldsWith<Said> = {
  [Name in PostFieldName]: Table[Name] extends Said ? Name : never;
}[PostFieldName];

/** The names of all fields, in the order of the form. */
export const postFieldNames = Object.keys(postFieldTable) as PostFieldName[];

/** Returns the names of the fields whose entries match `said`, in the order of the form. */
export function fieldsWith<const Said extends Partial<PlainField | OwnField>>(said: Said): readonly FieldsWith<Said>[] {
  const isMeant = (name: PostFieldName): name is FieldsWith<Said> =>
    Object.entries(said).every(([key, value]) => postFieldTable[name][key as keyof Table[PostFieldName]] === value);
  return postFieldNames.filter(isMeant);
}

/** The texts that all code treats alike. */
export const plainTexts = fieldsWith({ isPlain: true });
export type PlainText = FieldsWith<{ isPlain: true }>;

export type ColumnOf<Name extends PostFieldName> = Table[Name]['column'];

/** The front matter keys of all fields. */
export type FieldLine = Exclude<Table[PostFieldName]['line'], null>;

/** Returns the front matter key of a plain text as it is read: in lower case. */
export function lineKeyOf<Name extends PlainText>(name: Name): Lowercase<Table[Name]['line']> {
  return postFieldTable[name].line.toLowerCase() as Lowercase<Table[Name]['line']>;
}

/** The texts that are compared between a revision and the form. */
export type ComparedText = FieldsWith<{ revision: 'column' | 'compared' }>;
export const comparedTexts = postFieldNames.filter(
  (name): name is ComparedText => postFieldTable[name].revision !== 'kept',
);

/** The fields that are judged before a post is published. */
export const judgedFields = fieldsWith({ isJudged: true });
export type JudgedField = FieldsWith<{ isJudged: true }>;

/** The judged fields of kind line or prose, which appear above a post's text. */
export type JudgedHead = FieldsWith<{ isJudged: true; kind: 'line' | 'prose' }>;
export const judgedHeads = judgedFields.filter(
  (name): name is JudgedHead => postFieldTable[name].kind === 'line' || postFieldTable[name].kind === 'prose',
);
