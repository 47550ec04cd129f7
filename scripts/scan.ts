import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '#server/paths.ts';
import { login, SESSION_COOKIE } from '#shared/contract/session.ts';
import { startManyClients } from '#tests/attack/scan/many-clients.ts';
import type { Attack, Target } from '#tests/attack/scan/run-scanner.ts';
import { attackWithSqlmap } from '#tests/attack/scan/sqlmap.ts';
import { attackWithWapiti } from '#tests/attack/scan/wapiti.ts';
import { freePort } from '#tests/free-port.ts';
import { describeMoment } from '#tests/load/machine.ts';
import { startOurServer } from '#tests/load/our-server.ts';
import { replaceSection, table } from '#tests/load/report.ts';

// npm run scan: runs Debian's wapiti and sqlmap against the built server. `npm run scan -- sqlmap` runs one of them,
// `--write` puts their findings into docs/security.md. Exits with 1 when one of them found something, or the server
// answered with an error.

const scanners: Record<string, (target: Target) => Promise<Attack[]>> = {
  wapiti: attackWithWapiti,
  sqlmap: attackWithSqlmap,
};

const OWNER = { email: 'owner@example.com', password: 'a password for the scan' };

const given = process.argv.slice(2);
const isWriting = given.includes('--write');
const wanted = given.filter((word) => word !== '--write');
const unknown = wanted.filter((name) => !Object.hasOwn(scanners, name));
if (unknown.length > 0) {
  console.error(`There is no scanner called ${unknown.join(', ')}. They are ${Object.keys(scanners).join(', ')}.`);
  process.exit(2);
}

const moment = describeMoment(new Date());
const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-scan-'));
const port = await freePort();
const clients = await startManyClients(() => port);
const server = await startOurServer(
  path.join(folder, 'data'),
  {
    SITE_URL: clients.address,
    TRUST_PROXY: '1',
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    // A new password by e-mail can be requested, although no server accepts the e-mail.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'site@example.com',
    CONTACT_TO: 'owner@example.com',
    NODE_ENV: 'production',
  },
  port,
);
const attacks: Attack[] = [];
try {
  const target = {
    address: clients.address,
    cookie: await signIn(clients.address),
    folder,
    requests: () => clients.count().requests,
  };
  for (const [name, attack] of Object.entries(scanners)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`── ${name}`);
    attacks.push(...(await attack(target)));
  }
} finally {
  await server.stop();
  await clients.stop();
}

const { requests, statuses } = clients.count();
const faults = [...statuses].filter(([status]) => status >= 500 && status !== 503).map(([, count]) => count);
const faultCount = faults.reduce((sum, count) => sum + count, 0);
const summary = describe();
console.log(summary);
const hasFailed = faultCount > 0 || attacks.some(({ findings }) => findings.length > 0);
if (isWriting) {
  const file = path.join(projectRoot(), 'docs', 'security.md');
  writeFileSync(file, replaceSection(readFileSync(file, 'utf8'), 'scan', summary));
}
rmSync(folder, { recursive: true, force: true });
process.exit(hasFailed ? 1 : 0);

async function signIn(address: string): Promise<string> {
  const response = await fetch(address + login.path, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith(`${SESSION_COOKIE}=`));
  if (!response.ok || cookie === undefined) throw new Error(`The owner could not sign in: ${response.status}`);
  return cookie.split(';', 1)[0] ?? '';
}

/** Returns Markdown about what was tried, how far it came, and what was found. */
function describe(): string {
  const rows = attacks.map(({ what, reached, findings }) => [what, reached, findings.join('<br>') || 'nothing']);
  const given = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  const explained = attacks.flatMap((attack) => attack.explained);
  return [
    `\`npm run scan -- ${[...wanted, '--write'].join(' ')}\`, ${moment}.`,
    'Each was set on a page with a hole in it first, and found it.',
    table(['attack', 'how far it came', 'found'], rows).replaceAll('---:', '---'),
    `${requests} requests; answers: ${given.join(', ')}. Faults of the server (5xx but 503): ${faultCount}.`,
    ...(explained.length > 0
      ? [`Taken for holes by the scanner, and none:\n\n${explained.map((line) => `- ${line}`).join('\n')}`]
      : []),
  ].join('\n\n');
}
