import { createTestDevice, type TestDevice } from '#shared/admin/prompts/testing/run-test-device.ts';
import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { type AiApp, startAiApp } from './ai-app.ts';
import { startAiStub } from './stub-server.ts';

/** A server that has the prompts of the steps, as after a first start, and devices of its owner. */
export interface PromptsApp extends AiApp {
  newDevice(): TestDevice;
  /**
   * For tests that share the app: forgets what the previous test planned and requested, and resets the limits per
   * minute.
   */
  beginMinute(): void;
}

export async function startPromptsApp(options: Parameters<typeof startAiApp>[0] = {}): Promise<PromptsApp> {
  const ai = await startAiApp({
    ...options,
    // Word by word, an answer would be hundreds of events; the reading of events is tested at the routes.
    stub: options.stub ?? (await startAiStub({ wordsAtOnce: 20 })),
    prepare({ sqlite }) {
      const insert = sqlite.prepare(
        "insert or ignore into prompt_templates (step, title, prompt, created_at, updated_at) values (?, ?, ?, '', '')",
      );
      for (const { id, title } of WORKFLOW_STEPS) insert.run(id, title, DEFAULT_PROMPTS[id]);
    },
  });
  return {
    ...ai,
    newDevice: () => createTestDevice(ai.address, ai.cookie, setImmediate),
    beginMinute() {
      ai.stub.reset();
      ai.app.clock.advance(60_000);
    },
  };
}
