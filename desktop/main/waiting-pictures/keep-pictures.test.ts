import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listImages, updateImage, uploadedImage, uploadImage } from '#shared/contract/images.ts';
import { UPLOAD_HEADER } from '#shared/contract/ipc.ts';
import { post as postSchema } from '#shared/contract/posts/post.ts';
import { createPost, saveDraft } from '#shared/contract/posts/posts-admin.ts';
import { waitingPictureAddress } from '#shared/kernel/waiting-picture.ts';
import { fromBase64, toBase64 } from '#shared/workspace/base64.ts';
import {
  discardDraft,
  discardedAt,
  openNewDraft,
  openStoredDraft,
  readValues,
  writeValues,
} from '#shared/workspace/post-draft.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { createHousehold, type Device, type Household, signIn } from '#tests/desktop-main/desktop-device.ts';

let house: Household;
beforeEach(async () => {
  house = await createHousehold();
});
afterEach(() => house.close());

const png = (background: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .png()
    .toBuffer();

async function upload(device: Device, bytes: Uint8Array<ArrayBuffer> | Buffer, name = 'sea.png'): Promise<Response> {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  const made = new Response(form);
  return device.ask(uploadImage.path, {
    method: 'POST',
    body: new Uint8Array(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type') ?? '', [UPLOAD_HEADER]: 'one' },
  });
}
async function kept(device: Device, background = '#0a0', name?: string) {
  const answer = await upload(device, await png(background), name);
  expect(answer.status).toBe(201);
  return uploadedImage.parse(await answer.json());
}
const library = async () => {
  const cookie = await house.server.signIn();
  const { body } = await house.server.http.inject({ url: listImages.path, headers: { cookie } });
  return listImages.response.parse(JSON.parse(body));
};
async function write(
  device: Device,
  id: string,
  values: Partial<PostValues>,
  change?: (draft: ReturnType<typeof openNewDraft>) => void,
) {
  const draft = openNewDraft(id);
  writeValues(draft, values);
  change?.(draft);
  const update = toBase64(draft.encode());
  expect(await device.call('workspace.apply', { type: 'append', document: { id, kind: 'draft' }, update })).toEqual({
    ok: true,
  });
}
const read = async (device: Device, id: string) =>
  openStoredDraft(id, (await device.call('store.load', { id })).map(fromBase64));
/** Cuts the network, and waits until the app knows. */
async function cut(device: Device): Promise<void> {
  house.isCut = true;
  device.desktop.wake();
  await vi.waitFor(async () => expect((await device.call('app.state', {})).isOnline).toBe(false), 60_000);
}
async function reconnect(device: Device): Promise<void> {
  house.isCut = false;
  device.desktop.wake();
}
/** Returns the path of the database that holds the waiting pictures. */
async function databaseOf(device: Device): Promise<string> {
  const [{ siteId } = { siteId: '' }] = (await device.call('servers.list', {})).servers;
  return path.join(device.folder, 'pictures', `${siteId}.sqlite`);
}
const allSent = (device: Device) =>
  vi.waitFor(async () => expect(await device.call('pictures.waiting', {})).toEqual([]), { timeout: 60_000 });
const send = (device: Device, call: { method: string; path: string }, body: object) =>
  device.ask(call.path, {
    method: call.method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

test('a picture given without the network is kept through a restart, and goes to the server and into the drafts by itself', async () => {
  const first = await house.startSignedIn();
  await cut(first);
  const sea = await kept(first, '#00f');
  const wood = await kept(first, '#0f0', 'wood.png');
  await write(first, 'draft:new-1', {
    title: 'Sea',
    content: `Look:\n\n![the sea](${sea.url})\n\n![again](${sea.url})\n\n![wood](${wood.url})`,
    featuredImage: wood.url,
    featuredImageFocus: '20 30',
  });
  await write(first, 'draft:new-2', { content: `![](${wood.url})` }, (draft) => discardDraft(draft, 7));
  expect(
    (
      await first.ask(updateImage.path.replace(':filename', sea.filename), {
        method: 'PUT',
        body: JSON.stringify({ alt: 'The sea' }),
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(200);
  await first.desktop.close();

  const device = await house.start({ folder: first.folder });
  expect(await device.call('pictures.waiting', {})).toMatchObject([
    { name: 'sea.png', fault: null },
    { name: 'wood.png', fault: null },
  ]);
  const shown = await device.ask(sea.url);
  expect([shown.headers.get('content-type'), Buffer.from(await shown.arrayBuffer())]).toEqual([
    'image/png',
    await png('#00f'),
  ]);
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');

  await reconnect(device);
  await allSent(device);
  const [second, one] = await library();
  expect([one?.name, one?.metadata.alt, second?.name]).toEqual(['sea.png', 'The sea', 'wood.png']);
  const values = readValues(await read(device, 'draft:new-1'));
  expect(values).toMatchObject({
    content: `Look:\n\n![the sea](${one?.url})\n\n![again](${one?.url})\n\n![wood](${second?.url})`,
    featuredImage: second?.url,
    featuredImageFocus: '20 30',
  });
  const binned = await read(device, 'draft:new-2');
  expect([readValues(binned).content, discardedAt(binned)]).toEqual([`![](${second?.url})`, 7]);
  expect(device.events.some(({ name }) => name === 'pictures.waiting')).toBe(true);
  // Without the network the picture is shown again as the owner gave it, even if nobody has looked at it since.
  await cut(device);
  const offline = await device.ask(one?.url ?? '');
  expect([offline.headers.get('content-type'), Buffer.from(await offline.arrayBuffer())]).toEqual([
    'image/png',
    await png('#00f'),
  ]);
  await reconnect(device);
  // If undo brings the earlier address back, the picture is still shown.
  expect((await device.ask(sea.url)).headers.get('content-type')).toMatch(/^image\/jpeg/);
});

test('with the network an upload is the server’s: its answer, how much of it has gone, and nothing is left here', async () => {
  const device = await house.startSignedIn();
  const answer = await upload(device, await png('#00f'));
  expect(uploadedImage.parse(await answer.json()).url).toMatch(/^\/uploads\/[0-9a-f]{24}\.jpg$/);
  const sent = device.events.filter(({ name }) => name === 'upload.progress').map(({ payload }) => payload);
  expect(sent.at(-1)).toEqual({ id: 'one', sent: expect.any(Number) });
  expect(await device.call('pictures.waiting', {})).toEqual([]);
  expect(await library()).toHaveLength(1);
  await device.desktop.close();
  const again = await house.start({ folder: device.folder });
  expect(await again.call('pictures.waiting', {})).toEqual([]);
});

test('a picture whose answer was lost is stored once', async () => {
  const device = await house.startSignedIn();
  house.losesAnswers = true;
  await kept(device);
  house.losesAnswers = false;
  await reconnect(device);
  await allSent(device);
  expect(await library()).toHaveLength(1);
});

test('a picture given when the session has ended is kept, and sent after the next sign-in', async () => {
  const device = await house.startSignedIn();
  house.server.database.sqlite.exec('delete from sessions');
  const sea = await kept(device);
  expect(sea.url).toMatch(/^\/uploads\/waiting-/);
  expect(await device.call('pictures.waiting', {})).toMatchObject([{ name: 'sea.png', fault: null }]);
  await signIn(device);
  await allSent(device);
  expect(await library()).toHaveLength(1);
});

test('a save waits for the pictures it names, and goes with their addresses and what is known of whose words they are', async () => {
  const device = await house.startSignedIn();
  await cut(device);
  const sea = await kept(device);
  const content = `![](${sea.url})\n\nWritten by a model.`;
  const start = content.indexOf('Written');
  const source = { model: 'm', run: null, step: null, promptVersion: 0, help: null, at: null };
  const body = {
    title: 'Sea',
    content,
    featuredImage: sea.url,
    provenance: { sources: [source], ranges: [[start, content.length, 0]] },
  };
  expect((await send(device, saveDraft, body)).type).toBe('error');
  await reconnect(device);
  await allSent(device);
  const saved = postSchema.parse(await (await send(device, saveDraft, body)).json());
  const [image] = await library();
  expect([saved.content, saved.featuredImage]).toEqual([`![](${image?.url})\n\nWritten by a model.`, image?.url]);
  const [range] = saved.provenance?.ranges ?? [];
  expect(saved.content.slice(range?.[0], range?.[1])).toBe('Written by a model.');
});

test('a picture of another computer, and one the server does not take, hold a post back with words', async () => {
  const device = await house.startSignedIn();
  const foreign = waitingPictureAddress('11111111-2222-4333-8444-555555555555');
  const held = await send(device, createPost, { title: 'T', content: `![](${foreign})` });
  expect([held.status, await held.json()]).toMatchObject([
    400,
    { code: 'invalid_input', issues: [{ path: 'content' }] },
  ]);
  expect((await device.ask(foreign)).status).toBe(404);

  await cut(device);
  // The first bytes of a picture, with nothing after them.
  const broken = (await png('#00f')).subarray(0, 40);
  const answer = uploadedImage.parse(await (await upload(device, broken, 'broken.png')).json());
  await reconnect(device);
  await vi.waitFor(async () => {
    expect(await device.call('pictures.waiting', {})).toMatchObject([{ fault: expect.stringMatching(/damaged/) }]);
  }, 60_000);
  const refused = await send(device, saveDraft, { title: 'T', featuredImage: answer.url });
  expect(await refused.json()).toMatchObject({
    issues: [{ path: 'featuredImage', message: expect.stringContaining('broken.png') }],
  });
  const [{ id } = { id: '' }] = await device.call('pictures.waiting', {});
  expect(await device.call('pictures.save', { id })).toEqual({ saved: true });
  expect(readFileSync(path.join(device.folder, 'broken.png'))).toEqual(broken);
  await device.call('pictures.remove', { id });
  expect(await device.call('pictures.waiting', {})).toEqual([]);
});

test('what the server would not take is refused before it is kept', async () => {
  const device = await house.startSignedIn();
  await cut(device);
  const text = await upload(device, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg');
  expect([text.status, await text.json()]).toMatchObject([422, { code: 'picture_refused' }]);
  const large = await upload(device, Buffer.alloc(11 * 1024 * 1024), 'large.png');
  expect([large.status, await large.json()]).toMatchObject([413, { code: 'payload_too_large' }]);
  expect(await device.call('pictures.waiting', {})).toEqual([]);
});

test('the library is asked for the pictures it can know, and of the others what this computer knows is said', async () => {
  const device = await house.startSignedIn();
  await cut(device);
  const sea = await kept(device);
  const names = async (...wanted: string[]) => device.ask(`${listImages.path}?names=${wanted.join(',')}`);
  expect(await (await names(sea.filename)).json()).toMatchObject([{ url: sea.url, name: 'sea.png' }]);
  house.isCut = false;
  await device.ask(listImages.path);
  expect(await (await names('0123.jpg', sea.filename)).json()).toEqual([]);
});

test('where this computer cannot write a picture down, that is said, and nothing is kept', async () => {
  const device = await house.startSignedIn();
  await cut(device);
  // A folder stands at the path of the file.
  mkdirSync(await databaseOf(device), { recursive: true });
  const answer = await upload(device, await png('#00f'));
  expect([answer.status, await answer.json()]).toMatchObject([
    507,
    { code: 'storage_full', message: expect.stringMatching(/not kept/) },
  ]);
  expect(await device.call('pictures.waiting', {})).toEqual([]);
  expect((await device.call('app.state', {})).storeNotice).toMatch(/pictures.*cannot be opened/);
});

test('a damaged file of pictures is set aside, the owner is told where it lies, and the next picture is kept', async () => {
  const first = await house.startSignedIn();
  await cut(first);
  await kept(first);
  const file = await databaseOf(first);
  await first.desktop.close();
  writeFileSync(file, 'damaged '.repeat(4096));

  const device = await house.start({ folder: first.folder });
  expect(await device.call('app.state', {})).toMatchObject({
    storeNotice: expect.stringMatching(/pictures.*was damaged.*No picture.*sqlite\.damaged-/),
    hasDamagedFile: true,
  });
  await device.call('files.show-damaged', {});
  expect(device.opened).toEqual([expect.stringContaining(`${file}.damaged-`)]);
  expect(readFileSync(device.opened[0] ?? '', 'utf8')).toContain('damaged damaged');
  await kept(device);
  expect(await device.call('pictures.waiting', {})).toHaveLength(1);
});
