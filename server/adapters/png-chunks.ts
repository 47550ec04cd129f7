import { inflateSync } from 'node:zlib';

// The PNG specification, third edition: https://www.w3.org/TR/png-3/ (5 Datastream structure, 11 Chunk specifications).

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** The length and name before the data of a chunk, and the checksum after it. */
const [HEAD, SUM] = [8, 4];
/** The chunks, apart from the pixels, that determine the look. */
const PASSED_ON = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'cICP', 'iCCP', 'eXIf']);
/** The largest EXIF record, which holds the orientation, and below it the largest unpacked colour profile, in bytes. */
const MAX_EXIF = 64 * 1024;
const MAX_PROFILE = 1024 * 1024;

/**
 * Returns a PNG with only what is needed to show its first picture: no text, which a decoder unpacks unasked and which
 * may then be a thousand times as large; no second picture; nothing after its end. Pixels are not examined; bytes that
 * are no PNG, or break off, are returned as far as they can be parsed.
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

/** Whether no decoder can show the picture without this chunk: then its name begins with a capital letter. */
function isCritical(name: string): boolean {
  return /^[A-Z]/.test(name);
}

function isNeeded(name: string, data: Buffer): boolean {
  if (!PASSED_ON.has(name)) return false;
  if (name === 'eXIf') return data.length <= MAX_EXIF;
  return name !== 'iCCP' || isSmallProfile(data);
}

/**
 * Whether a colour profile is small. It consists of a name, a zero, the kind of compression, and the compressed
 * profile.
 */
function isSmallProfile(data: Buffer): boolean {
  try {
    inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE });
    return true;
  } catch {
    // The profile is too large, or broken: the picture is shown in the default colours.
    return false;
  }
}
