/** A video of a provider whose player the site can load: `href` is the address of its page at the provider. */
export interface Video {
  provider: 'youtube' | 'vimeo';
  id: string;
  href: string;
  /** Whether the video is higher than wide: one of YouTube's shorts, as far as its address tells. */
  isTall: boolean;
}

const youtubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
  'youtube-nocookie.com',
]);
const youtubeId = /^[\w-]{11}$/;
const vimeoId = /^\d{1,12}$/;

/** Returns the YouTube or Vimeo video of an address, or null. Ids are checked against the provider's format. */
export function videoOf(address: string): Video | null {
  const absolute = address.startsWith('//') ? `https:${address}` : address;
  if (absolute.length > 2000 || !/^https?:\/\//i.test(absolute) || !URL.canParse(absolute)) return null;
  const url = new URL(absolute);
  const host = url.hostname.toLowerCase();
  const path = url.pathname.split('/').filter((part) => part !== '');
  if (host === 'youtu.be') return path.length === 1 ? youtube(path[0] ?? '', url) : null;
  if (youtubeHosts.has(host)) {
    if (path[0] === 'watch') return youtube(url.searchParams.get('v') ?? '', url);
    const isPlayer = path.length === 2 && ['embed', 'shorts', 'live', 'v'].includes(path[0] ?? '');
    return isPlayer ? youtube(path[1] ?? '', url, path[0] === 'shorts') : null;
  }
  if (host === 'vimeo.com' || host === 'www.vimeo.com') return path.length === 1 ? vimeo(path[0] ?? '') : null;
  if (host === 'player.vimeo.com') return path.length === 2 && path[0] === 'video' ? vimeo(path[1] ?? '') : null;
  return null;
}

function youtube(id: string, url: URL, isTall = false): Video | null {
  // "videoseries" is how YouTube's player addresses a playlist: eleven letters, but no video.
  if (!youtubeId.test(id) || id === 'videoseries') return null;
  const start = /^(\d{1,6})s?$/.exec(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')?.[1];
  return {
    provider: 'youtube',
    id,
    href: `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}s` : ''}`,
    isTall,
  };
}

function vimeo(id: string): Video | null {
  return vimeoId.test(id) ? { provider: 'vimeo', id, href: `https://vimeo.com/${id}`, isTall: false } : null;
}
