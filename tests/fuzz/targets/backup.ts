import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { BackupFault } from '#server/services/backup/backup-fault.ts';
import { isEntryName, MANIFEST, MANIFEST_SUM } from '#server/services/backup/backup-manifest.ts';
import { readArchive } from '#server/services/backup/read-archive.ts';
import { BLOCK, encodeHeader, padding } from '#server/services/backup/tar-header.ts';
import { asTarget, type FuzzTarget, must } from '../fuzz-target.ts';
import { mutatedBytes } from '../mutations.ts';

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Makes a small backup in our own format. */
function sampleBackup(): Buffer {
  const parts: Buffer[] = [];
  const add = (name: string, content: Buffer) => {
    parts.push(encodeHeader({ name, size: content.length, mtime: 1_700_000_000 }), content);
    parts.push(Buffer.alloc(padding(content.length)));
    return { name, size: content.length, sha256: sum(content) };
  };
  const entries = [
    add('uploads/0123456789abcdef01234567-640.webp', Buffer.from('not a picture')),
    add('originals/a.png', Buffer.from('neither')),
    add('ninefold.db', Buffer.alloc(700, 'SQLite')),
  ];
  const about = { format: 'ninefold-backup', version: 1, createdAt: '2026-01-01T00:00:00Z', siteId: 'a', program: '1' };
  const manifest = Buffer.from(JSON.stringify({ ...about, entries, missing: [] }));
  add(MANIFEST, manifest);
  add(MANIFEST_SUM, Buffer.from(sum(manifest)));
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

/** Our own backups: anything that is not a backup, byte for byte, is refused, and no file is ever written elsewhere. */
export function backupTarget(): FuzzTarget {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-fuzz-'));
  const file = path.join(folder, 'site.tar');
  const sample = sampleBackup();
  const place = (name: string) => {
    must(isEntryName(name), `${name} was placed`);
    return null;
  };
  return asTarget<Uint8Array>({
    name: 'backups (tar)',
    cost: 2,
    inputs: fc.oneof(
      { weight: 20, arbitrary: mutatedBytes([sample]) },
      { weight: 1, arbitrary: fc.constant<Uint8Array>(sample) },
    ),
    async parse(bytes) {
      writeFileSync(file, bytes);
      try {
        await readArchive(file, { place });
      } catch (error) {
        if (error instanceof BackupFault) return false;
        throw error;
      }
      must(sample.equals(bytes), 'an archive that nobody wrote was read');
      return true;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  });
}
