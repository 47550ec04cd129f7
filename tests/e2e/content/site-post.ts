/** A post the browser tests' site holds. What is absent is none, false or empty. */
export interface SitePost {
  slug: string;
  title: string;
  subtitle?: string;
  excerpt: string;
  /** Markdown. */
  content: string;
  category: string;
  /** ISO 8601, UTC. */
  publishedAt: string;
  tags?: string[];
  featured?: boolean;
  /** Draft when false. */
  published?: boolean;
  /** A picture of our own: a file of the welcome posts' pictures. */
  picture?: string;
  /** A picture elsewhere. */
  featuredImage?: string;
  metaTitle?: string;
  metaDescription?: string;
  views?: number;
  /** The slug it was published under at first. */
  formerSlug?: string;
  isDeleted?: boolean;
}
