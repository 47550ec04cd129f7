import type { AiService } from './ai/index.ts';
import type { AuthService } from './auth.ts';
import type { AuthorService } from './authors.ts';
import type { BackupService } from './backup/backup-service.ts';
import type { CalendarService } from './calendar.ts';
import type { CategoryService } from './categories.ts';
import type { ContactService } from './contact.ts';
import type { ContactMessageService } from './contact-messages.ts';
import type { ContentService } from './content.ts';
import type { EdgePurges } from './edge-purges.ts';
import type { HistoryService } from './history/history.ts';
import type { ImageService } from './images.ts';
import type { LinkService } from './links/link-service.ts';
import type { PendingChangeService } from './pending-changes.ts';
import type { PostPreviews } from './post-previews.ts';
import type { PostService } from './posts.ts';
import type { PostAdminService } from './posts-admin.ts';
import type { PromptTemplateService } from './prompt-templates.ts';
import type { RedirectService } from './redirects.ts';
import type { SearchService } from './search.ts';
import type { SessionService } from './sessions.ts';
import type { SettingsService } from './settings.ts';
import type { ShareLinkService } from './share-links.ts';
import type { TagService } from './tags.ts';
import type { ViewCounter } from './views.ts';
import type { WorkspaceService } from './workspace/index.ts';

/** What the doors of the server (routes, pages) may call. Made once, in `create-services.ts`. */
export interface Services {
  ai: AiService;
  auth: AuthService;
  sessions: SessionService;
  posts: PostService;
  postAdmin: PostAdminService;
  postPreviews: PostPreviews;
  shareLinks: ShareLinkService;
  pendingChanges: PendingChangeService;
  calendar: CalendarService;
  categories: CategoryService;
  tags: TagService;
  authors: AuthorService;
  redirects: RedirectService;
  links: LinkService;
  search: SearchService;
  contact: ContactService;
  contactMessages: ContactMessageService;
  images: ImageService;
  history: HistoryService;
  settings: SettingsService;
  promptTemplates: PromptTemplateService;
  content: ContentService;
  views: ViewCounter;
  workspace: WorkspaceService;
  backups: BackupService;
  edge: EdgePurges;
  /** Ends their work: what was only counted is written, mail under way is sent, threads stop. */
  close(): Promise<void>;
}
