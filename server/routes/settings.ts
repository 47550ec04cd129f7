import type { Services } from '#server/services/index.ts';
import { listPromptTemplates, resetPromptTemplate, updatePromptTemplate } from '#shared/contract/prompts.ts';
import { getSettings, updateSettings } from '#shared/contract/settings.ts';
import type { Register } from './register.ts';

/** What the owner sets for the whole site: its name and addresses, and the prompts of the steps. */
export function addSettingsRoutes(register: Register, { settings, promptTemplates }: Services): void {
  register(getSettings, () => settings.get());
  register(updateSettings, ({ body }) => settings.update(body));

  register(listPromptTemplates, () => promptTemplates.list());
  register(updatePromptTemplate, ({ params, body }) => promptTemplates.update(params.stepNumber, body.prompt));
  register(resetPromptTemplate, ({ params }) => promptTemplates.reset(params.stepNumber));
}
