/** A post of the browser tests' site. An absent field is none, false or empty. */
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
  /** A draft if false. */
  published?: boolean;
  /** A picture that is stored on the site: a file of the welcome posts' pictures. */
  picture?: string;
  /** A picture on another site. */
  featuredImage?: string;
  metaTitle?: string;
  metaDescription?: string;
  views?: number;
  /** The slug under which it was first published. */
  formerSlug?: string;
  isDeleted?: boolean;
}
