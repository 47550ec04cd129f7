import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '#server/paths.ts';
import { startTestMailServer, type TestMailServer } from '#server/test-mail-server.ts';
import { seedSite } from '#tests/e2e/site/seed-site.ts';
import { builtProgram, runToEnd } from '#tests/faults/built-program.ts';
import { type Owner, signInOwner } from '#tests/faults/owner.ts';
import { freePort } from '#tests/free-port.ts';
import { startOurServer } from '#tests/load/our-server.ts';
import { type ServerProcess, startServer } from '#tests/load/server-process.ts';
import { environmentAt } from '#tests/object-store/object-store.ts';
import { SITE } from '../edges/ask-edge.ts';
import { startNginxEdge, startVarnish } from '../edges/start-edges.ts';

const SECRET = 'what the writer and its three readers know, and nobody else';
const TOKEN = 'a-reader-says-so-to-its-edge';

/** The kinds of machines in a fleet that can die. */
export type Kind = 'writer' | 'reader' | 'edge' | 'store';

/**
 * One machine of the fleet. It is killed in the middle of whatever it does, and comes back with the contents of its
 * disk.
 */
export interface Machine {
  name: string;
  kind: Kind;
  port: number;
  isUp: boolean;
  /** How often it was started: a request across a restart has met a different process. */
  life: number;
  pid(): number;
  down(): Promise<void>;
  up(): Promise<void>;
}

/**
 * A writer, three readers each with an edge in front of it, two edges in front of all of them, and the store, on one
 * machine, each in a process of its own.
 */
export interface FleetStage {
  machines: readonly Machine[];
  readers: readonly Machine[];
  edges: readonly Machine[];
  /** Two more edges, each in front of all readers: a Varnish and an nginx. */
  shared: readonly Machine[];
  writer: Machine;
  store: Machine;
  /** The server that accepts the writer's mail; it does not die. */
  mail: TestMailServer;
  /** Signs the owner in at the writer. */
  owner(): Promise<Owner>;
  /** Makes a backup of the writer into the store. */
  backUp(): Promise<void>;
  /** Makes another machine the writer, from the contents of the store, by the one command; resolves when it listens. */
  promote(): Promise<void>;
  /** Starts the earlier writer again, on its own disk and at a different address; may be called once. */
  comeBack(): Promise<{ owner: Owner; address: string }>;
  close(): Promise<void>;
}

const SEEDED = {
  ...{ slug: 'tea', title: 'Tea', excerpt: 'Tea.', content: 'Tea.', category: 'health' },
  ...{ publishedAt: '2026-01-01T10:00:00.000Z', picture: 'paper-boat.jpg' },
};

function machine(name: string, kind: Kind, port: number, start: () => Promise<ServerProcess>): Machine {
  let running: ServerProcess | null = null;
  return {
    ...{ name, kind, port, isUp: false, life: 0 },
    pid: () => running?.pid ?? 0,
    async down() {
      this.isUp = false;
      if (running) {
        process.kill(running.pid, 'SIGKILL');
        await running.stop();
      }
      running = null;
    },
    async up() {
      running = await start();
      this.life += 1;
      this.isUp = true;
    },
  };
}

/** Starts a store that speaks S3, in a separate process, with the contents of the folder. */
async function startStore(folder: string, port: number): Promise<ServerProcess> {
  const program = path.join(projectRoot(), 'tests', 'object-store', 'run-object-store.ts');
  mkdirSync(folder, { recursive: true });
  const where = { port, readyPath: '/ready', folder: `${folder}-work`, logFile: `${folder}.log` };
  return startServer({ command: process.execPath, args: [program, folder, String(port)], ...where });
}

export async function openFleetStage(): Promise<FleetStage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-fleet-'));
  const mail = await startTestMailServer();
  const place = (name: string) => path.join(folder, name);
  const ports = await Promise.all(Array.from({ length: 11 }, () => freePort()));
  const [writerPort = 0] = ports;
  const [storePort = 0, varnishPort = 0, nginxPort = 0, oldPort = 0] = ports.slice(7);
  const store = machine('store', 'store', storePort, () => startStore(place('store'), storePort));
  await store.up();
  const common = {
    ...environmentAt(`http://127.0.0.1:${storePort}`, 'site'),
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'letters@blog.example' },
    ...{ READER_SECRET: SECRET, SITE_URL: `http://${SITE}`, TRUST_PROXY: 'loopback' },
  };
  let writerData = place('writer');
  mkdirSync(writerData);
  await seedSite(writerData, [SEEDED]);
  const command = (name: string, args: string[], dataDir: string) =>
    runToEnd(process.execPath, [builtProgram(name), ...args], {
      environment: { ...common, DATA_DIR: dataDir, INIT_CWD: folder },
      cwd: folder,
    }).then(({ code, said }) => {
      if (code !== 0) throw new Error(`${name} ended with ${code}: ${said}`);
    });
  await command('cli/blobs-move', [writerData, 's3://blog/site'], writerData);
  const writer = machine('writer', 'writer', writerPort, () => startOurServer(writerData, common, writerPort));
  const readers = [1, 2, 3].map((number) => {
    const [port = 0, edgePort = 0] = [ports[number], ports[number + 3]];
    // nginx is told nothing: for each page it asks whether it is still the same.
    const told = [...(number === 3 ? [] : [edgePort]), varnishPort].map((each) => `http://127.0.0.1:${each}/`).join();
    const edge = { EDGE_PURGE_URL: told, EDGE_PURGE_TOKEN: TOKEN };
    const environment = { ...common, ...edge, ROLE: 'reader', WRITER_URL: `http://127.0.0.1:${writerPort}` };
    return machine(`reader-${number}`, 'reader', port, () =>
      startOurServer(place(`reader-${number}`), environment, port),
    );
  });
  const edge = (name: string, kind: 'varnish' | 'nginx', port: number, originPorts: readonly number[]) => {
    const where = { name, port, originPorts, folder: place(name) };
    return machine(name, 'edge', port, () => (kind === 'nginx' ? startNginxEdge(where) : startVarnish(where, TOKEN)));
  };
  const edges = readers.map(({ port }, at) =>
    edge(`edge-${at + 1}`, at === 2 ? 'nginx' : 'varnish', ports[at + 4] ?? 0, [port]),
  );
  const all = readers.map(({ port }) => port);
  const shared = [edge('varnish-of-all', 'varnish', varnishPort, all), edge('nginx-of-all', 'nginx', nginxPort, all)];
  const machines = [writer, store, ...readers, ...edges, ...shared];
  for (const each of machines) if (each !== store) await each.up();
  let old: ServerProcess | null = null;
  return {
    ...{ machines, readers, edges, shared, writer, store, mail },
    owner: () => signInOwner(() => `http://127.0.0.1:${writerPort}`, { isMany: true }),
    backUp: () => command('cli/backup', [], writerData),
    async promote() {
      const next = place('writer-2');
      await command('cli/restore', ['newest'], next);
      writerData = next;
      await writer.up();
    },
    async comeBack() {
      old = await startOurServer(place('writer'), common, oldPort);
      const { address } = old;
      return { address, owner: await signInOwner(() => address, { isMany: true }) };
    },
    async close() {
      await Promise.all([...machines.map((each) => each.down()), old?.stop()]);
      await mail.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
