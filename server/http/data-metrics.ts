import { stat } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { OpenDatabase } from '#server/db/open.ts';
import { tallyAiCalls } from '#server/repositories/ai-calls.ts';
import type { BackupService } from '#server/services/backup/backup-service.ts';

interface DataMetricsOptions {
  registry: Registry;
  database: OpenDatabase;
  backups: Pick<BackupService, 'status'>;
}

/** Metrics of the database, the AI provider and the backups; read when they are requested. */
export function addDataMetrics({ registry, database, backups }: DataMetricsOptions): void {
  const registers = [registry];
  const { db, sqlite, queries } = database;
  const tally = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  tally('database_queries_total', 'Queries of the server’s own connection', () => queries.count);
  tally('database_query_errors_total', 'Queries that failed', () => queries.errors);
  tally('database_query_seconds_total', 'Time they took', () => queries.seconds);
  new Gauge({
    name: 'database_bytes',
    help: 'Size of the database and of its write-ahead log on the disk',
    labelNames: ['file'],
    registers,
    async collect() {
      this.set({ file: 'database' }, await sizeOf(sqlite.name));
      this.set({ file: 'log' }, await sizeOf(`${sqlite.name}-wal`));
    },
  });
  addAiMetrics(registers, db);
  new Gauge({
    name: 'backup_last_verified_timestamp_seconds',
    help: 'When a backup was last proved; 0 when none was',
    registers,
    async collect() {
      const { lastVerifiedAt } = await backups.status();
      this.set(lastVerifiedAt === null ? 0 : Date.parse(lastVerifiedAt) / 1000);
    },
  });
}

function addAiMetrics(registers: Registry[], db: OpenDatabase['db']): void {
  type Tally = Awaited<ReturnType<typeof tallyAiCalls>>[number];
  // Each metric runs the query itself, because metrics are collected in parallel.
  const perCall = (name: string, help: string, pick: (tally: Tally) => number) =>
    new Counter({
      name,
      help,
      labelNames: ['call', 'state'],
      registers,
      async collect() {
        const tallies = await tallyAiCalls(db);
        this.reset();
        for (const tally of tallies) this.inc({ call: tally.call, state: tally.state }, pick(tally));
      },
    });
  perCall('ai_calls_total', 'Calls to the AI provider, by what they were and how they ended', ({ calls }) => calls);
  perCall('ai_tokens_total', 'Tokens they took', ({ tokens }) => tokens);
  perCall('ai_cost_usd_total', 'What they cost', ({ costUsd }) => costUsd);
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
