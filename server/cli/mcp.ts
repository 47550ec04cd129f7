import { bridge, readSite } from './mcp-bridge.ts';

// Standard output is the other side's to read: whatever is said to a person goes to standard error.
try {
  await bridge(readSite(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
