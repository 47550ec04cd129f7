/** A category as a first start stores it; its place in the list, counted from 1, is its id. */
export interface SeedCategory {
  slug: string;
  name: string;
  /** Two sentences, at most 220 characters. */
  description: string;
  /** A CSS class for its look. */
  color: string;
  /** A name from the site's icon set, in kebab-case. */
  icon: string;
}

export interface SeedAuthor {
  name: string;
  email: string;
  bio: string;
  avatar: string | null;
}

/** A picture file of `pictures/`, which is served as `/uploads/<file>`. */
interface SeedPicture {
  file: string;
  title: string;
  alt: string;
}

/** A welcome post, published at the first start. */
export interface SeedPost {
  title: string;
  slug: string;
  /** At most 200 characters. */
  excerpt: string;
  /** Markdown; it names its pictures as `/uploads/<file>`. */
  content: string;
  categorySlug: string;
  tags: readonly string[];
  featured: boolean;
  /** A file of `pictures/`. */
  featuredImage: string;
  imageAlt: string;
  metaTitle: string;
  metaDescription: string;
}

/** A step's stored prompt template, as it is shipped. */
export interface SeedPromptTemplate {
  /** The step's id. */
  step: string;
  title: string;
  prompt: string;
  description: string;
}

/** Everything that a first start on an empty database writes, apart from the owner's account. */
export interface SeedContent {
  categories: readonly SeedCategory[];
  author: SeedAuthor;
  /** In the order of the steps. */
  promptTemplates: readonly SeedPromptTemplate[];
  /** In the order in which a reader should meet them: the first is the newest. */
  posts: readonly SeedPost[];
  pictures: readonly SeedPicture[];
}
