import { bridge, readSite } from './mcp-bridge.ts';

// Standard output belongs to the other program: messages for people go to standard error.
try {
  await bridge(readSite(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
