import type { Services } from '#server/services/index.ts';
import {
  createAiProvider,
  deleteAiProvider,
  listAiProviders,
  testAiProvider,
  updateAiChoices,
  updateAiProvider,
} from '#shared/contract/ai-providers.ts';
import type { Register } from './register.ts';

/** Each test buys a few words. */
const TESTS_A_MINUTE = 20;

/** The profiles of AI providers, for the owner. */
export function addAiProviderRoutes(register: Register, { aiProviders }: Services): void {
  register(listAiProviders, () => aiProviders.settings());
  register(createAiProvider, ({ body }) => aiProviders.create(body));
  register(updateAiProvider, ({ params, body }) => aiProviders.update(params.id, body));
  register(deleteAiProvider, async ({ params }) => {
    await aiProviders.remove(params.id);
    return undefined;
  });
  register(testAiProvider, ({ params, query }) => aiProviders.test(params.id, query.model), {
    perMinute: TESTS_A_MINUTE,
  });
  register(updateAiChoices, ({ body }) => aiProviders.choose(body));
}
