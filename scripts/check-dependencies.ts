import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

// The project's bill of materials, which is every package of the lockfile with its licence (CycloneDX 1.6), and the
// conditions that each package must meet. `node scripts/check-dependencies.ts FILE` writes the bill of materials;
// tests/architecture checks the conditions with every test run.

/** Licences (SPDX) that a package of this project may have. A new one must be a decision, not an accident. */
const ALLOWED_LICENCES = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
    'Python-2.0',
  ],
  ...['Unlicense', 'WTFPL', 'Zlib', 'OFL-1.1', 'CC-BY-3.0', 'CC-BY-4.0', 'MPL-2.0', 'LGPL-3.0-or-later'],
]);

/** Packages whose metadata does not give their licence: the licence was read in the files that come with them. */
const KNOWN_LICENCES: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'humanize-number': 'MIT',
  streamsearch: 'MIT',
};

/** Packages that run their own script at installation. No package may: see `allowScripts` in package.json. */
const WITH_SCRIPTS = new Set<string>();

const lockSchema = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      optional: z.boolean().optional(),
      link: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      peerDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type Lock = z.output<typeof lockSchema>;
type Entry = Lock['packages'][string];

/**
 * The registry that packages may come from. Most entries name none: whichever registry is set, the checksum decides
 * what is accepted.
 */
const REGISTRY = 'https://registry.npmjs.org/';

export function readLock(root: string): Lock {
  return lockSchema.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
}

const nameOf = (place: string, { name }: Entry) => name ?? place.slice(place.lastIndexOf('node_modules/') + 13);
const packagesOf = ({ packages }: Lock) =>
  Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, entry]) => ({ place, entry, name: nameOf(place, entry) }));

/** Whether a licence is allowed: of "(MIT OR GPL-3.0)" one licence must be, of "MIT AND Zlib" both. */
export function isAllowed(licence: string): boolean {
  const bare = licence.trim().replace(/^\((.*)\)$/, '$1');
  if (/\sOR\s/.test(bare)) return bare.split(/\sOR\s/).some(isAllowed);
  if (/\sAND\s/.test(bare)) return bare.split(/\sAND\s/).every(isAllowed);
  return ALLOWED_LICENCES.has(bare);
}

/** Returns every condition that the lockfile breaks; empty when all is well. Uses no network. */
export function dependencyFaults(lock: Lock): string[] {
  const faults: string[] = [];
  for (const { entry, name } of packagesOf(lock)) {
    const what = `${name} ${entry.version ?? ''}`;
    if (entry.link || !entry.version) faults.push(`${what} is no version of a package`);
    if (entry.resolved !== undefined && !entry.resolved.startsWith(REGISTRY)) {
      faults.push(`${what} comes from ${entry.resolved}`);
    }
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? '')) faults.push(`${what} has no sum (sha512)`);
    const licence = KNOWN_LICENCES[name] ?? entry.license;
    if (!licence) faults.push(`${what} says no licence`);
    else if (!isAllowed(licence)) faults.push(`${what} has the licence ${licence}, which nobody has allowed`);
    if (entry.hasInstallScript && !entry.dev && !WITH_SCRIPTS.has(name)) {
      faults.push(`${what} would run a script at installation`);
    }
  }
  return faults;
}

const purl = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

/**
 * Returns the place in the lockfile that a dependency of a package resolves to: the nearest above it, as Node searches.
 */
function placeOf(lock: Lock, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock.packages[place]) return place;
    if (folder === '') return null;
    if (!folder.includes('/node_modules/')) folder = '';
    if (folder === '' && lock.packages[`node_modules/${name}`]) return `node_modules/${name}`;
  }
}

/**
 * A development dependency for npm that is shipped all the same: the desktop app's installers contain its program, but
 * not the packages with which npm downloads it.
 */
const ELECTRON = 'node_modules/electron';

/**
 * Returns the bill of materials: every package that is not only for development (CycloneDX 1.6, ECMA-424), and the
 * contents of the installers.
 */
export function billOfMaterials(lock: Lock, about: { name: string; version: string; serial: string; at: string }) {
  const root = purl(about.name, about.version);
  const parts = packagesOf(lock).filter(({ place, entry }) => !entry.dev || place === ELECTRON);
  const refOf = (place: string) => {
    const entry = lock.packages[place];
    return entry?.version ? `${purl(nameOf(place, entry), entry.version)}#${place}` : null;
  };
  const needs = (place: string, entry: Entry) => {
    if (place === ELECTRON) return [];
    const names = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies });
    const found = names.map((name) => placeOf(lock, place, name)).filter((each) => each !== null);
    return [...new Set(found.map(refOf).filter((ref) => ref !== null))].sort();
  };
  return {
    bomFormat: 'CycloneDX' as const,
    specVersion: '1.6' as const,
    serialNumber: `urn:uuid:${about.serial}`,
    version: 1,
    metadata: {
      timestamp: about.at,
      component: {
        type: 'application' as const,
        'bom-ref': root,
        name: about.name,
        version: about.version,
        purl: root,
      },
    },
    components: parts.map(({ place, entry, name }) => ({
      type: 'library' as const,
      'bom-ref': refOf(place) ?? place,
      name,
      version: entry.version ?? '',
      scope: entry.optional || entry.dev || entry.devOptional ? ('optional' as const) : ('required' as const),
      purl: purl(name, entry.version ?? ''),
      hashes: [{ alg: 'SHA-512' as const, content: hexOf(entry.integrity ?? '') }],
      licenses: [{ expression: KNOWN_LICENCES[name] ?? entry.license ?? '' }],
    })),
    dependencies: [
      { ref: root, dependsOn: [...needs('', lock.packages[''] ?? {}), ...[refOf(ELECTRON) ?? []].flat()] },
      ...parts.map(({ place, entry }) => ({ ref: refOf(place) ?? place, dependsOn: needs(place, entry) })),
    ],
  };
}

const hexOf = (integrity: string) => Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const lock = readLock(root);
  const faults = dependencyFaults(lock);
  for (const fault of faults) console.error(fault);
  const [target] = process.argv.slice(2);
  const about = z.object({ name: z.string(), version: z.string() });
  const { name, version } = about.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
  const bill = billOfMaterials(lock, { name, version, serial: crypto.randomUUID(), at: new Date().toISOString() });
  if (target !== undefined) writeFileSync(target, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} packages, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
