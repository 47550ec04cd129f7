import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listImages, uploadImage } from '#shared/contract/images.ts';
import { UPLOAD_HEADER } from '#shared/contract/ipc.ts';
import { createHousehold, type Device, type Household } from '#tests/desktop-main/desktop-device.ts';

let house: Household;
beforeEach(async () => {
  house = await createHousehold();
});
afterEach(() => house.close());

const bytes = new Uint8Array(
  await sharp({ create: { width: 40, height: 20, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer(),
);

async function upload(device: Device, id: string, name: string): Promise<Response> {
  const form = new FormData();
  form.append('image', new Blob([bytes], { type: 'image/png' }), name);
  const made = new Response(form);
  return device.ask(uploadImage.path, {
    method: 'POST',
    body: new Uint8Array(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type') ?? '', [UPLOAD_HEADER]: id },
  });
}
const waiting = async (device: Device) => (await device.call('pictures.waiting', {})).map(({ name }) => name);

test('an upload that is cancelled before its answer is not kept; one that has its answer stays as it is', async () => {
  const device = await house.startSignedIn();
  const letGo: (() => void)[] = [];
  house.mayGo = async (address) => {
    if (!address.endsWith(uploadImage.path)) return;
    await new Promise<void>((resolve) => letGo.push(resolve));
  };
  const [cancelled, other] = ['11111111-2222-4333-8444-555555555555', '66666666-7777-4888-8999-000000000000'] as const;
  const answers = [upload(device, cancelled, 'cancelled.png'), upload(device, other, 'other.png')] as const;
  await vi.waitFor(() => expect(letGo).toHaveLength(2));

  await device.call('upload.cancel', { id: cancelled });
  house.isCut = true;
  for (const go of letGo) go();
  expect((await answers[0]).type).toBe('error');
  expect((await answers[1]).status).toBe(201);
  await device.call('upload.cancel', { id: other });
  expect(await waiting(device)).toEqual(['other.png']);

  Object.assign(house, { isCut: false, mayGo: async () => {} });
  device.desktop.wake();
  await vi.waitFor(async () => expect(await waiting(device)).toEqual([]), { timeout: 60_000 });
  const cookie = await house.server.signIn();
  const { body } = await house.server.http.inject({ url: listImages.path, headers: { cookie } });
  expect(listImages.response.parse(JSON.parse(body)).map(({ name }) => name)).toEqual(['other.png']);
});
