import { startObjectStore } from './object-store.ts';

// The object store of the tests as a separate process that a test can kill: `node run-object-store.ts FOLDER PORT`. The
// contents of the folder are there again at the next start. A request for /ready is answered 200.

const [folder = '', port = ''] = process.argv.slice(2);
const store = await startObjectStore({ folder, port: Number(port) });
store.fault = ({ url }, response) => {
  if (url !== '/ready') return false;
  response.end('ready');
  return true;
};
