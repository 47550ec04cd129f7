import { runBlobsMove } from './run-blobs-move.ts';

await runBlobsMove();
