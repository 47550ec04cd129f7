import { inflateSync } from 'node:zlib';

// The PNG specification, third edition: https://www.w3.org/TR/png-3/ (5 Datastream structure, 11 Chunk specifications).

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length and name before the data of a chunk, its sum behind. */
const [HEAD, SUM] = [8, 4];
/** Chunks beside the pixels that say how they look. */
const PASSED_ON = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'cICP', 'iCCP', 'eXIf']);
/** Bytes of an EXIF record, which says which way is up, and of an unpacked colour profile. */
const MAX_EXIF = 64 * 1024;
const MAX_PROFILE = 1024 * 1024;

/**
 * A PNG with what is needed to show its first picture and nothing else: no text, which a decoder unpacks before anybody
 * has asked for it and which may be a thousand times as large then, no second picture, nothing behind its end. Pixels are
 * not looked at; bytes that are no PNG, or break off, come back as far as they can be followed.
 */
export function withoutExtras(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return bytes;
  const parts: Buffer[] = [SIGNATURE];
  const seen = new Set<string>();
  for (let at = SIGNATURE.length; at + HEAD <= bytes.length; ) {
    const name = bytes.toString('latin1', at + 4, at + HEAD);
    const end = at + HEAD + bytes.readUInt32BE(at) + SUM;
    const data = bytes.subarray(at + HEAD, end - SUM);
    if (isCritical(name) || (!seen.has(name) && isNeeded(name, data))) parts.push(bytes.subarray(at, end));
    seen.add(name);
    if (name === 'IEND') break;
    at = end;
  }
  return Buffer.concat(parts);
}

/** Without it no decoder can show the picture: its name begins with a capital. */
function isCritical(name: string): boolean {
  return /^[A-Z]/.test(name);
}

function isNeeded(name: string, data: Buffer): boolean {
  if (!PASSED_ON.has(name)) return false;
  if (name === 'eXIf') return data.length <= MAX_EXIF;
  return name !== 'iCCP' || isSmallProfile(data);
}

/** A profile is a name, a zero, the kind of compression, and the profile compressed. */
function isSmallProfile(data: Buffer): boolean {
  try {
    inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE });
    return true;
  } catch {
    // Too large, or broken: the picture is shown in the usual colours.
    return false;
  }
}
