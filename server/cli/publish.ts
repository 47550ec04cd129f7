import { runPublish } from './run-publish.ts';

await runPublish();
