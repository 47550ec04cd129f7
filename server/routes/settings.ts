import type { Services } from '#server/services/index.ts';
import {
  listPromptTemplates,
  listPromptVersions,
  resetPromptTemplate,
  updatePromptTemplate,
} from '#shared/contract/prompts.ts';
import { getSettings, updateSettings } from '#shared/contract/settings.ts';
import { setPagingHeaders } from './paging-headers.ts';
import type { Register } from './register.ts';

/** The owner's settings for the whole site: its name and addresses, and the prompts of the steps. */
export function addSettingsRoutes(register: Register, { settings, promptTemplates }: Services): void {
  register(getSettings, () => settings.get());
  register(updateSettings, ({ body }) => settings.update(body));

  register(listPromptTemplates, () => promptTemplates.list());
  register(updatePromptTemplate, ({ params, body }) => promptTemplates.update(params.stepNumber, body));
  register(listPromptVersions, async ({ params, query, request, reply }) => {
    const list = await promptTemplates.versions(params.stepNumber, query);
    setPagingHeaders(request, reply, list);
    return list.items;
  });
  register(resetPromptTemplate, ({ params }) => promptTemplates.reset(params.stepNumber));
}
