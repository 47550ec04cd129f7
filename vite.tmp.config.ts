import base from './vite.config.ts';
import { gzipSync } from 'node:zlib';
export default (env: any) => {
  const c: any = (base as any)(env);
  c.plugins.push({ name: 'report', applyToEnvironment: (e: any) => e.name === 'client', generateBundle(_o: any, bundle: any) {
    for (const chunk of Object.values(bundle) as any[]) {
      if (chunk.type !== 'chunk' || !/enhancer|entry-client|page-caller|react-|screens|post-|list/.test(chunk.fileName)) continue;
      console.log('##', chunk.fileName, gzipSync(chunk.code).length);
      const rows = Object.entries(chunk.modules).map(([id, m]: any) => [m.renderedLength, m.code ? gzipSync(m.code).length : 0, id.replace(/.*\/w\/intent\//, '')]).sort((a: any, b: any) => b[0] - a[0]);
      for (const r of rows.slice(0, 60)) console.log('  ', ...r);
    }
  }});
  c.environments.client.build.outDir = '/tmp/intent-out/client';
  return c;
};
