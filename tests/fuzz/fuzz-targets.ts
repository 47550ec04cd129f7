import type { FuzzTarget } from './fuzz-target.ts';
import { agentMessagesTarget } from './targets/agent-messages.ts';
import { backupTarget } from './targets/backup.ts';
import { callsTarget } from './targets/calls-of-the-app.ts';
import { draftsTarget } from './targets/drafts.ts';
import { eventsTarget, providerTarget } from './targets/event-streams.ts';
import { archiveTarget, ghostTarget, wordpressTarget } from './targets/exports.ts';
import { foreignHtmlTarget } from './targets/foreign-html.ts';
import { frontMatterTarget } from './targets/front-matter.ts';
import { mediumTarget, substackTarget } from './targets/letters-and-stories.ts';
import { markdownTarget } from './targets/markdown.ts';
import { multipartTarget } from './targets/multipart.ts';
import { tablesTarget } from './targets/tables.ts';
import { templateTagsTarget } from './targets/template-tags.ts';
import { workspaceTarget } from './targets/workspace.ts';

/** Every parser of data that comes from outside. Another parser is another line. */
export const FUZZ_TARGETS: Readonly<Record<string, () => FuzzTarget | Promise<FuzzTarget>>> = {
  markdown: markdownTarget,
  'front-matter': frontMatterTarget,
  wordpress: wordpressTarget,
  ghost: ghostTarget,
  substack: substackTarget,
  medium: mediumTarget,
  'foreign-html': foreignHtmlTarget,
  'template-tags': templateTagsTarget,
  archives: archiveTarget,
  backups: backupTarget,
  workspace: workspaceTarget,
  multipart: multipartTarget,
  events: eventsTarget,
  provider: providerTarget,
  drafts: draftsTarget,
  tables: tablesTarget,
  'app-calls': callsTarget,
  'agent-messages': agentMessagesTarget,
};
