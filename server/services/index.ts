import type { AuthService } from './auth.ts';
import type { AuthorService } from './authors.ts';
import type { CategoryService } from './categories.ts';
import type { ContactService } from './contact.ts';
import type { ContentService } from './content.ts';
import type { PostService } from './posts.ts';
import type { SearchService } from './search.ts';
import type { TagService } from './tags.ts';
import type { ViewCounter } from './views.ts';

/** What the doors of the server (routes, pages) may call. Made once, in `app.ts`. */
export interface Services {
  auth: AuthService;
  posts: PostService;
  categories: CategoryService;
  tags: TagService;
  authors: AuthorService;
  search: SearchService;
  contact: ContactService;
  content: ContentService;
  views: ViewCounter;
  /** Ends their work: what was only counted is written, mail under way is sent, threads stop. */
  close(): Promise<void>;
}
