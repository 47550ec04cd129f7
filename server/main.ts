// React renders three and a half times faster in production mode, and it reads the mode once, when it is first loaded.
process.env.NODE_ENV ??= 'production';
// All files are written for the service's own user alone: database, originals, backups, and everything derived.
process.umask(0o077);
const { runServer } = await import('./run-server.ts');
await runServer();

export {};
