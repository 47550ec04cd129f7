import { type BuiltServer, startBuiltServer } from '#tests/ai-stub/built-server.ts';
import { type AiStub, startAiStub } from '#tests/ai-stub/stub-server.ts';

/** The stage of a history: the built server, and the stand-in provider that it uses. */
export interface Stage {
  server: BuiltServer;
  stub: AiStub;
}

/** Opens a stage and adds what `prepare` makes on it. Nothing is left running if that fails. */
export async function openStageWith<Prepared>(
  prepare: (stage: Stage) => Promise<Prepared>,
): Promise<Stage & Prepared & { close(): Promise<void> }> {
  const stub = await startAiStub();
  let server: BuiltServer | null = null;
  const close = async () => {
    await server?.remove();
    await stub.close();
  };
  try {
    server = await startBuiltServer(stub.baseUrl);
    const prepared = await prepare({ server, stub });
    return { server, stub, ...prepared, close };
  } catch (error) {
    await close();
    throw error;
  }
}
