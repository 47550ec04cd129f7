import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { drawPicture } from './picture.ts';
import type { Fault } from './stub-faults.ts';

export interface PictureOptions {
  prompt: string;
  /** "1536x1024". */
  size: string | undefined;
  fault: Fault | null;
  /** The address of this server. */
  address: string;
}

/** Returns the answer to a request for a picture, in the form of OpenAI's images API. */
export async function answerPicture({ prompt, size, fault, address }: PictureOptions): Promise<object> {
  const [width = 1024, height = 1024] = (size ?? '').split('x').map(Number).filter(Boolean);
  const usage = { input_tokens: Math.ceil(prompt.length / 4), output_tokens: 1568, total_tokens: 1568 };
  const answer = (...data: object[]) => ({ created: Math.floor(Date.now() / 1000), data, usage });
  switch (fault) {
    case 'image-url':
      return answer({ url: `${address}/picture.png?prompt=${encodeURIComponent(prompt.slice(0, 100))}` });
    case 'image-url-inside':
      return answer({ url: 'https://169.254.169.254/latest/meta-data' });
    case 'image-text':
      return answer({ b64_json: Buffer.from('<svg onload="alert(1)"/>').toString('base64') });
    case 'image-large':
      return answer({ b64_json: (await noise()).toString('base64') });
    case 'image-none':
      return answer({});
    default:
      return answer({ b64_json: (await drawPicture(prompt, width, height)).toString('base64') });
  }
}

/** Makes a picture that does not compress: more than 10 MB of PNG. */
function noise(): Promise<Buffer> {
  const [width, height] = [2048, 2048];
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}
