export { CACHED_HEADERS, isCached, sameResponseAs } from './cached-calls.ts';
export { type CachedResponse, openResponseCache, type ResponseCache } from './response-cache.ts';
