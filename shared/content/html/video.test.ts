import { describe, expect, it } from 'vitest';
import { videoOf } from './video.ts';

const youtube = {
  provider: 'youtube',
  id: 'dQw4w9WgXcQ',
  href: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  isTall: false,
};
const vimeo = { provider: 'vimeo', id: '123456789', href: 'https://vimeo.com/123456789', isTall: false };

describe('a video', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'http://youtube.com/watch?feature=share&v=dQw4w9WgXcQ',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    '//www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0',
    'https://www.youtube.com/live/dQw4w9WgXcQ',
  ])('of YouTube is %s', (address) => {
    expect(videoOf(address)).toEqual(youtube);
  });

  it('is upright where it is one of the shorts', () => {
    expect(videoOf('https://www.youtube.com/shorts/dQw4w9WgXcQ')).toEqual({ ...youtube, isTall: true });
  });

  it.each(['https://youtu.be/dQw4w9WgXcQ?t=42', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s'])(
    'keeps where it starts: %s',
    (address) => {
      expect(videoOf(address)?.href).toBe(`${youtube.href}&t=42s`);
    },
  );

  it.each([
    'https://vimeo.com/123456789',
    'https://player.vimeo.com/video/123456789?h=1',
    'http://www.vimeo.com/123456789',
  ])('of Vimeo is %s', (address) => {
    expect(videoOf(address)).toEqual(vimeo);
  });

  it.each([
    '',
    'dQw4w9WgXcQ',
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ%22onload',
    'https://www.youtube.com/embed/videoseries?list=PL1',
    'https://www.youtube.com/watch?v=\\x3csvg onload=alert(1)>',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/youtu.be/dQw4w9WgXcQ',
    'javascript:https://youtu.be/dQw4w9WgXcQ',
    'ftp://youtu.be/dQw4w9WgXcQ',
    'https://vimeo.com/channels/staffpicks',
    'https://vimeo.com/12a',
    `https://youtu.be/dQw4w9WgXcQ?${'x'.repeat(3000)}`,
  ])('is none: %s', (address) => {
    expect(videoOf(address)).toBeNull();
  });
});
