import { startObjectStore } from './object-store.ts';

// The object store of the tests as a process of its own, that a test can kill: `node run-object-store.ts FOLDER PORT`. What
// lies in the folder is there again at the next start. Whoever asks for /ready is answered 200.

const [folder = '', port = ''] = process.argv.slice(2);
const store = await startObjectStore({ folder, port: Number(port) });
store.fault = ({ url }, response) => {
  if (url !== '/ready') return false;
  response.end('ready');
  return true;
};
