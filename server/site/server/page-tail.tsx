import { VISIT_ID } from '../element-ids.ts';
import { type EmbeddedPage, serializeForScript } from '../page-data.ts';
import { visitOf } from '../visit.ts';
import { structuredData } from './structured-data.ts';

/**
 * What stands at the end of a page for machines: what opening it counts as, and its structured data. Rendered on the
 * server alone; React leaves alone what it finds after its own at the end of a body.
 */
export function PageTail({ embedded }: { embedded: EmbeddedPage }) {
  return (
    <>
      <script type="application/json" id={VISIT_ID}>
        {serializeForScript(visitOf(embedded))}
      </script>
      {structuredData(embedded.page, embedded.shell).map((data) => {
        const json = serializeForScript(data);
        return (
          <script key={json} type="application/ld+json">
            {json}
          </script>
        );
      })}
    </>
  );
}
