import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { CreatedPasskey, UsedPasskey } from '#shared/contract/auth/passkey-shapes.ts';

/** Values that a test has an authenticator give instead of the correct ones. */
interface Saying {
  origin?: string;
  rpId?: string;
  /** Whether the authenticator verified its owner, beyond the owner's presence. */
  isVerified?: boolean;
  counter?: number;
  type?: string;
}

/** An authenticator as a browser would have it, within this process: ES256, no attestation. */
export interface PasskeyStub {
  id: string;
  create(challenge: string, saying?: Saying): CreatedPasskey;
  /** Raises the counter by itself, unless a counter is given. */
  use(challenge: string, saying?: Saying): UsedPasskey;
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

export function createPasskeyStub(origin: string): PasskeyStub {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(32);
  const id = base64url(credential);
  let counter = 0;

  const clientData = (challenge: string, saying: Saying, type: string) =>
    Buffer.from(JSON.stringify({ type: saying.type ?? type, challenge, origin: saying.origin ?? origin }));
  const authData = (saying: Saying, attested: Buffer) => {
    const flags = 0x01 | (saying.isVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(saying.counter ?? counter);
    return Buffer.concat([sha256(saying.rpId ?? new URL(origin).hostname), Buffer.from([flags]), count, attested]);
  };

  return {
    id,
    create(challenge, saying = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credential, coseKey(publicKey)]);
      const attestation = cborMap([
        ['fmt', cborText('none')],
        ['attStmt', cborMap([])],
        ['authData', cborBytes(authData(saying, attested))],
      ]);
      const response = {
        clientDataJSON: base64url(clientData(challenge, saying, 'webauthn.create')),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      };
      return { id, rawId: id, type: 'public-key', response };
    },
    use(challenge, saying = {}) {
      counter += 1;
      const data = clientData(challenge, saying, 'webauthn.get');
      const authenticatorData = authData(saying, Buffer.alloc(0));
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, sha256(data)]))
        .sign(privateKey);
      const response = {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
      };
      return { id, rawId: id, type: 'public-key', response };
    },
  };
}

/** A COSE key (RFC 9053 §7.1.1): an elliptic curve, ES256, P-256, and the point. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

// As much of CBOR (RFC 8949) as an attestation needs.

function cborHead(major: number, length: number): Buffer {
  const first = major << 5;
  if (length < 24) return Buffer.from([first | length]);
  if (length < 256) return Buffer.from([first | 24, length]);
  return Buffer.from([first | 25, length >> 8, length & 0xff]);
}

const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborMap = (entries: [string, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([name, value]) => [cborText(name), value])]);
