import { parseArgs } from 'node:util';
import { startAiStub } from './stub-server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    delay: { type: 'string', default: '15' },
    seed: { type: 'string' },
  },
});

const stub = await startAiStub({
  port: Number(values.port),
  delay: Number(values.delay),
  seed: values.seed === undefined ? null : Number(values.seed),
  onEnd({ at, endedAt, path, model, step, fault, status, end, prompt }) {
    const took = endedAt === null ? '' : `${endedAt - at} ms`;
    const which = [model, step === null ? '' : `step ${step}`, fault ?? '', `${prompt.length} characters`];
    console.log([new Date(at).toISOString(), path, status || '-', end, took, ...which].filter(Boolean).join('  '));
  },
});

console.log(`The stand-in AI provider is at ${stub.address} (faults and log: ${stub.address}/control)`);
console.log(`Start Ninefold with  OPENAI_BASE_URL=${stub.baseUrl} npm start`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stub.close().then(() => process.exit(0));
  });
}
