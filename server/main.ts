// React renders three and a half times faster in production mode, and it looks once, when it is first loaded.
process.env.NODE_ENV ??= 'production';
// What is written is for the user of the service alone: database, originals, backups, and what is made anew.
process.umask(0o077);
const { runServer } = await import('./run-server.ts');
await runServer();

export {};
